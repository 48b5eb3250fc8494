import type { RackRow } from "../net/wire";
import { type Arrangement, clusters } from "../rules/arrange";
import { readGroup } from "../rules/melds";
import { type Face, isOkey, type Tile } from "../rules/tiles";
import { type Block, blockAt, blocks, empty, type Layout, lay, place, reflow, rowsOf, without } from "./layout";

const HISTORY = 60;

/**
 * The player's own rack: 30 slots in rows, private to the page. Every change gives `changed()` a call; the tiles
 * follow the server (`sync`), their order never does.
 */
export class Rack {
  layout: Layout;
  /** Okeys lying face down. */
  flipped = new Set<Tile>();
  private past: Layout[] = [];
  /** Layouts of other widths, good until the next change, so that turning a phone twice loses nothing. */
  private others = new Map<number, Layout>();

  constructor(
    columns: number,
    private readonly changed: () => void = () => {},
  ) {
    this.layout = empty(columns);
  }

  get tiles(): Tile[] {
    return this.layout.slots.filter((tile): tile is Tile => tile !== null);
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get blocks(): Block[] {
    return blocks(this.layout);
  }

  slotOf(tile: Tile): number {
    return this.layout.slots.indexOf(tile);
  }

  blockOf(tile: Tile): Tile[] {
    return blockAt(this.layout, this.slotOf(tile)).map((slot) => this.layout.slots[slot] as Tile);
  }

  /** A new deal: the tiles as they came, nothing to undo. */
  deal(ids: readonly Tile[]): void {
    this.past = [];
    this.flipped.clear();
    const layout = lay([ids], this.layout.columns);
    this.set({ ...layout, joins: layout.joins.map(() => false) });
  }

  /** Take over the set of ids the server knows; the player's order stays. `slot` is where a new tile should go. */
  sync(ids: readonly Tile[], slot: number | null = null): void {
    const gone = this.tiles.filter((tile) => !ids.includes(tile));
    const fresh = ids.filter((tile) => !this.layout.slots.includes(tile));
    if (!gone.length && !fresh.length) return;
    let next = without(this.layout, gone);
    fresh.forEach((tile, i) => {
      next = place(next, [tile], i === 0 && slot !== null ? slot : freeSlot(next));
    });
    this.set(next);
  }

  /** Move tiles, in their order, so that the first stands in `slot`. */
  moveAll(tiles: readonly Tile[], slot: number): void {
    if (!tiles.length || slot < 0 || slot >= this.layout.slots.length) return;
    if (tiles.every((tile, i) => this.layout.slots[slot + i] === tile)) return;
    this.remember();
    this.set(place(without(this.layout, tiles), tiles, slot));
  }

  /** Change places with whatever is in `slot`: what the arrow keys do. */
  swap(tile: Tile, slot: number): void {
    const from = this.slotOf(tile);
    if (from < 0 || slot < 0 || slot >= this.layout.slots.length || slot === from) return;
    this.remember();
    const slots = [...this.layout.slots];
    [slots[from], slots[slot]] = [slots[slot], slots[from]];
    this.set(without({ ...this.layout, slots }, []));
  }

  /** Lay an arrangement: groups first, then the rest in near neighbours; okeys are turned face down. */
  arrange(found: Arrangement, okey: Face | null): void {
    this.remember();
    const rest = clusters(found.rest, okey);
    this.flipped = new Set(this.tiles.filter((tile) => isOkey(tile, okey)));
    this.set(lay([...found.groups, ...rest], this.layout.columns));
  }

  undo(): void {
    const back = this.past.pop();
    if (!back) return;
    const held = this.tiles;
    const now = this.layout;
    let next = reflow(
      without(
        back,
        back.slots.filter((t): t is Tile => t !== null && !held.includes(t)),
      ),
      now.columns,
    );
    for (const tile of held.filter((t) => !next.slots.includes(t))) {
      const own = now.slots.indexOf(tile);
      next = place(next, [tile], next.slots[own] === null ? own : freeSlot(next));
    }
    this.set(next);
  }

  flip(tile: Tile): void {
    if (!this.flipped.delete(tile)) this.flipped.add(tile);
    this.changed();
  }

  /** Re-flow into another width: groups keep their order, nothing is lost. */
  resize(columns: number): void {
    if (columns === this.layout.columns) return;
    const known = this.others.get(columns);
    this.others.set(this.layout.columns, this.layout);
    this.layout = known ?? reflow(this.layout, columns);
    this.changed();
  }

  /** The rack as laid, for a finish that is judged by it; a run longer than its row is joined to the next. */
  rows(okey: Face | null): RackRow[] {
    const { columns, slots } = this.layout;
    return Array.from({ length: rowsOf(columns) }, (_, row) => ({
      slots: slots.slice(row * columns, (row + 1) * columns),
      join: this.layout.joins[row] || this.goesOn(row, okey),
    }));
  }

  /** A full row that reads on as one run into the next row needs no mark by hand. */
  private goesOn(row: number, okey: Face | null): boolean {
    const { columns, slots } = this.layout;
    const end = (row + 1) * columns;
    const full = slots.slice(row * columns, end).every((tile) => tile !== null);
    if (!full || (slots[end] ?? null) === null) return false;
    const on = slots.slice(end).findIndex((tile, i) => tile === null || (i > 0 && i % columns === 0));
    const run = slots.slice(row * columns, on < 0 ? undefined : end + on) as Tile[];
    return run.length <= 14 && readGroup(run, okey)?.kind === "run";
  }

  private remember(): void {
    this.past.push(this.layout);
    if (this.past.length > HISTORY) this.past.shift();
  }

  private set(layout: Layout): void {
    this.layout = layout;
    this.others.clear();
    this.changed();
  }

  /** What is kept over a reload. */
  save(): Saved {
    return { ...this.layout, flipped: [...this.flipped] };
  }

  /** Put back what `save` gave; only tiles that are held stay. */
  restore(saved: Saved, ids: readonly Tile[]): void {
    const { columns } = this.layout;
    const kept = saved.slots.filter((tile): tile is Tile => tile !== null && !ids.includes(tile));
    this.layout = reflow(without(saved, kept), columns);
    this.flipped = new Set(saved.flipped.filter((tile) => ids.includes(tile)));
    this.others.clear();
    this.changed();
  }
}

export interface Saved extends Layout {
  flipped: Tile[];
}

/** Where a tile goes when nobody says: behind a gap after the last tile, else the first free slot. */
export function freeSlot(layout: Layout): number {
  const last = layout.slots.findLastIndex((tile) => tile !== null);
  const apart = last + 2;
  if (last < 0) return 0;
  return apart < layout.slots.length && layout.slots[apart] === null ? apart : layout.slots.indexOf(null);
}

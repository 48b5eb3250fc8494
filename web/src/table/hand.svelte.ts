import { empty, type Layout } from "../rack/layout";
import { Rack } from "../rack/model";
import type { RackStore } from "../rack/store";
import type { Arrangement } from "../rules/arrange";
import type { Face, Tile } from "../rules/tiles";

/** The rack on the screen: the model's state made reactive, what is selected and where the cursor is. */
export class Hand {
  layout: Layout = $state.raw(empty(15));
  flipped: ReadonlySet<Tile> = $state.raw(new Set());
  canUndo = $state(false);
  /** Tiles held for the next tap: one, or a whole group. */
  selected: readonly Tile[] = $state.raw([]);
  /** The slot of the roving tab stop. */
  cursor = $state(0);
  /** Where the next drawn or taken tile should go. */
  target: number | null = $state(null);
  readonly rack: Rack;
  private deal = 0;
  private loading = false;

  constructor(
    private readonly store: RackStore,
    /** Called when tiles have moved. */
    private readonly moved: () => void,
  ) {
    this.rack = new Rack(15, () => this.follow());
  }

  /** The one selected tile, or null. */
  get single(): Tile | null {
    return this.selected.length === 1 ? this.selected[0] : null;
  }

  /** Tiles of a deal as the server knows them; another deal begins a new rack, or the one kept in the browser. */
  sync(deal: number, ids: readonly Tile[], fresh: boolean): void {
    this.loading = true;
    const kept = fresh || deal === this.deal ? null : this.store.load(deal);
    if (kept) this.rack.restore(kept, ids);
    else if (fresh || deal !== this.deal) this.rack.deal(ids);
    this.deal = deal;
    this.rack.sync(ids, this.target);
    this.loading = false;
    this.target = null;
    this.follow();
  }

  /** The match is over: nothing to keep. */
  forget(): void {
    this.store.clear();
  }

  select(tile: Tile | null, group = false): void {
    this.selected = tile === null ? [] : group ? this.rack.blockOf(tile) : [tile];
  }

  /** Put down what is held: a single tile makes room, a group moves as a whole. */
  drop(slot: number): void {
    this.rack.moveAll(this.selected, slot);
    this.selected = [];
  }

  arrange(found: Arrangement, okey: Face | null): void {
    this.selected = [];
    this.rack.arrange(found, okey);
  }

  undo(): void {
    this.selected = [];
    this.rack.undo();
  }

  private follow(): void {
    if (this.layout !== this.rack.layout) this.moved();
    this.layout = this.rack.layout;
    this.flipped = new Set(this.rack.flipped);
    this.canUndo = this.rack.canUndo;
    this.selected = this.selected.filter((tile) => this.layout.slots.includes(tile));
    this.cursor = Math.min(this.cursor, this.layout.slots.length - 1);
    if (!this.loading && this.deal) this.store.save(this.deal, this.rack.save());
  }
}

import { createContext } from "svelte";
import { lessMotion } from "../app/settings.svelte";
import type { Ev, View } from "../net/wire";
import { DragController } from "../rack/drag";
import { type Grid, inside, type Point, type Rect, slotAt } from "../rack/geometry";
import { rowsOf } from "../rack/layout";
import { previousSeat } from "../rules/seats";
import { isOkey, type Tile, twinOf } from "../rules/tiles";
import { cue } from "../sound/sound";
import type { Game } from "./game.svelte";

export type SheetName = "menu" | "scores" | "moves" | "settings" | "keys" | "talk" | "helpers";

/** Where a gesture began. */
export type Source =
  | { from: "rack"; tile: Tile }
  | { from: "pile" }
  | { from: "offered" }
  | { from: "discards"; seat: number };

/** Where a tile may be dropped beside the rack. */
export type Zone = "throw" | "finish" | "indicator";
const ZONES: readonly Zone[] = ["throw", "finish", "indicator"];

export interface Drag {
  source: Source;
  /** The tiles under the pointer; null is one from the deck, its face unknown. */
  tiles: readonly (Tile | null)[];
  touch: boolean;
  over: Zone | null;
  slot: number | null;
}

export interface FlyingTile {
  id: number;
  tile: Tile | null;
  from: Rect;
  to: Rect;
}

/** The screen's own state: sheets, places, drags and flights. It turns gestures into what the game is asked. */
export class Desk {
  sheet: SheetName | null = $state(null);
  /** The result sheet was put aside to look at the table. */
  aside = $state(false);
  /** Whose discards are laid open; `held` as long as a button is pressed. */
  peek: { seat: number; held: boolean } | null = $state.raw(null);
  drag: Drag | null = $state.raw(null);
  /** The dice of the deal that has just begun. */
  dice = $state(false);
  /** The score lies open for a moment after the indicator was shown. */
  flash = $state(false);
  flying: readonly FlyingTile[] = $state.raw([]);
  /** A passing note that is no refusal of the server. */
  note: string | null = $state(null);
  /** Where tiles that are about to appear come from. */
  readonly from = new Map<Tile, Rect>();
  readonly gesture: DragController<Source>;
  private readonly places = new Map<string, Element>();
  private grid: Grid | null = null;
  private zones: [Zone, Rect][] = [];
  private at: Point = { x: 0, y: 0 };
  private ghost: HTMLElement | null = null;
  private flights = 0;
  /** Events that came in one go, as after a reconnect: they are not played back. */
  private burst = 0;
  private last = 0;

  constructor(readonly game: Game) {
    this.gesture = new DragController<Source>(
      {
        start: (source, group, at, touch) => this.lift(source, group, at, touch),
        move: (at) => this.moved(at),
        drop: (at) => this.dropped(at),
        cancel: () => this.end(),
        hold: (source) => this.held(source),
      },
      { later: (run, ms) => setTimeout(run, ms), forget: (timer) => clearTimeout(timer as number | undefined) },
    );
    game.watch((frame, before, after) => this.watch(frame, before, after));
  }

  /** Attachment: remember an element by name, for drops and flights. */
  place(name: string): (element: Element) => () => void {
    return (element) => {
      this.places.set(name, element);
      return () => this.places.get(name) === element && this.places.delete(name);
    };
  }

  rect(name: string): Rect | undefined {
    const found = this.places.get(name)?.getBoundingClientRect();
    return found?.width ? found : undefined;
  }

  /** Where a tile lies in the rack. */
  slotRect(tile: Tile): Rect | undefined {
    return document.querySelector(`[data-drag="rack:${tile}"]`)?.getBoundingClientRect();
  }

  /** Attachment of the element that follows the pointer. */
  follow(element: HTMLElement): () => void {
    this.ghost = element;
    this.moveGhost();
    return () => {
      this.ghost = null;
    };
  }

  /** May this viewer see all discards? Spectators and declared seats too, as the rules of the table say. */
  get seesAll(): boolean {
    const { view, rules, me } = this.game;
    return rules?.discards === "all" || (me !== null && Boolean(view?.declared[me]));
  }

  look(seat: number, held: boolean): void {
    if (this.seesAll) this.peek = { seat, held };
    else this.note = "discardsHidden";
  }

  private lift(source: Source, group: boolean, at: Point, touch: boolean): boolean {
    const tiles = this.tilesOf(source, group);
    if (!tiles.length) return false;
    const { layout } = this.game.hand;
    const box = this.rect("grid");
    const { columns } = layout;
    this.grid = box
      ? { left: box.left, top: box.top, width: box.width, height: box.height, columns, rows: rowsOf(columns) }
      : null;
    this.zones = ZONES.flatMap((zone) => {
      const found = this.rect(zone);
      return found ? [[zone, found] as [Zone, Rect]] : [];
    });
    this.at = at;
    this.game.hand.selected = source.from === "rack" ? (tiles as Tile[]) : [];
    this.drag = { source, tiles, touch, over: null, slot: null };
    cue("pick");
    return true;
  }

  private tilesOf(source: Source, group: boolean): readonly (Tile | null)[] {
    const { hand } = this.game;
    switch (source.from) {
      case "rack": {
        if (this.game.sent && "tile" in this.game.sent && this.game.sent.tile === source.tile) return [];
        if (hand.selected.length > 1 && hand.selected.includes(source.tile)) return hand.selected;
        return group ? hand.rack.blockOf(source.tile) : [source.tile];
      }
      case "pile":
        return this.game.can("draw") ? [null] : [];
      case "offered":
        return this.game.can("take") ? [this.game.offered] : [];
      case "discards":
        return [];
    }
  }

  private moved(at: Point): void {
    this.at = at;
    this.moveGhost();
    if (!this.drag) return;
    const slot = this.grid && slotAt(this.grid, at);
    const over = slot === null ? (this.zones.find(([, rect]) => inside(rect, at, 4))?.[0] ?? null) : null;
    if (slot !== this.drag.slot || over !== this.drag.over) this.drag = { ...this.drag, slot, over };
  }

  private moveGhost(): void {
    if (this.ghost) this.ghost.style.translate = `${this.at.x}px ${this.at.y}px`;
  }

  private dropped(at: Point): void {
    this.moved(at);
    const drag = this.drag;
    if (!drag) return;
    const { game } = this;
    const lifted = this.ghost?.firstElementChild?.getBoundingClientRect();
    this.end();
    if (drag.source.from !== "rack") {
      if (drag.slot === null) return;
      if (drag.source.from === "pile") game.draw(drag.slot);
      else {
        if (lifted && game.offered !== null) this.from.set(game.offered, lifted);
        game.take(drag.slot);
      }
      return;
    }
    const tile = drag.source.tile;
    if (lifted) for (const moved of drag.tiles) if (moved !== null) this.from.set(moved, lifted);
    if (drag.slot !== null) {
      const shift = (drag.tiles as Tile[]).indexOf(tile);
      game.hand.rack.moveAll(drag.tiles as Tile[], Math.max(0, drag.slot - shift));
      cue("place");
    } else if (drag.over === "indicator") this.showWith(tile);
    else if (drag.over === "finish" && drag.tiles.length === 1) game.finish(tile);
    else if (drag.over === "throw" && drag.tiles.length === 1) game.throw(tile);
  }

  /** The twin laid on the indicator is shown; another tile is not. */
  showWith(tile: Tile): void {
    if (this.game.view?.indicator === twinOf(tile)) this.game.show();
    else this.note = "notTwin";
  }

  private end(): void {
    this.drag = null;
    this.game.hand.selected = [];
  }

  /** A long press or the right button: an okey turns, a discard pile opens; on another tile it lifts the group. */
  held(source: Source): boolean {
    if (source.from === "rack" && isOkey(source.tile, this.game.okey)) {
      this.game.hand.rack.flip(source.tile);
      return true;
    }
    const seat = this.seatOf(source);
    if (seat === null) return false;
    this.look(seat, true);
    return true;
  }

  private seatOf(source: Source): number | null {
    const { view, me } = this.game;
    if (source.from === "discards") return source.seat;
    return source.from === "offered" && view && me !== null ? previousSeat(view.kinds, me) : null;
  }

  /** Flights of the others' moves; own tiles come from where `from` says. */
  private watch({ event, tile }: Ev, before: View, after: View): void {
    const now = performance.now();
    this.burst = now - this.last < 50 ? this.burst + 1 : 0;
    this.last = now;
    if (event.e === "dealt") {
      const pile = lessMotion() ? undefined : this.rect("pile");
      if (pile) for (const own of after.rack) this.from.set(own, pile);
      this.dice = true;
      this.aside = false;
      this.peek = null;
    }
    if (event.e === "shown" && !this.places.has("scores")) {
      this.flash = true;
      setTimeout(() => (this.flash = false), 3000);
    }
    if (lessMotion() || event.seat === null || this.burst > 3) return;
    const own = event.seat === after.viewer;
    const seat = this.rect(`seat${event.seat}`);
    if (event.e === "drawn") {
      if (own && tile !== null) return;
      this.fly(null, this.rect("pile"), seat);
    } else if (event.e === "taken") {
      const from = this.rect(`corner${previousSeat(before.kinds, event.seat)}`);
      if (!own) this.fly(event.tile, from, seat);
      else if (from && !this.from.has(event.tile)) this.from.set(event.tile, from);
    } else if (event.e === "thrown" && !own && seat) this.from.set(event.tile, seat);
    else if (event.e === "finished") this.fly(event.tile, own ? this.slotRect(event.tile) : seat, this.rect("pile"));
  }

  private fly(tile: Tile | null, from: Rect | undefined, to: Rect | undefined): void {
    if (from && to) this.flying = [...this.flying, { id: this.flights++, tile, from, to }];
  }

  landed(id: number): void {
    this.flying = this.flying.filter((flight) => flight.id !== id);
  }
}

export const [getDesk, setDesk] = createContext<Desk>();

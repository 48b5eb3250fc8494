import type { Tile } from "../rules/tiles";
import { rowsOf } from "./layout";
import type { Saved } from "./model";

const PREFIX = "okey.rack.";

/** Keeps one rack order in the browser: of this table and deal. Other deals of the table are forgotten. */
export class RackStore {
  constructor(
    private readonly table: string,
    private readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> | null,
  ) {}

  save(deal: number, saved: Saved): void {
    try {
      this.storage?.setItem(PREFIX + this.table, JSON.stringify({ deal, ...saved }));
    } catch {
      // A full or closed storage costs the order after a reload, nothing else.
    }
  }

  load(deal: number): Saved | null {
    try {
      const kept = JSON.parse(this.storage?.getItem(PREFIX + this.table) ?? "null");
      return kept?.deal === deal && sound(kept) ? kept : null;
    } catch {
      return null;
    }
  }

  clear(): void {
    try {
      this.storage?.removeItem(PREFIX + this.table);
    } catch {
      // As above.
    }
  }
}

/** Whether a stored order has its shape: rows that fit, every tile an id and there once. */
function sound(kept: Partial<Saved>): kept is Saved {
  const { columns, slots, joins, flipped } = kept;
  if (![15, 10, 8].includes(columns as number) || !Array.isArray(slots) || !Array.isArray(joins)) return false;
  const tiles = slots.filter((tile: Tile | null): tile is Tile => tile !== null);
  return (
    slots.length === rowsOf(columns as number) * (columns as number) &&
    tiles.every((tile) => Number.isInteger(tile) && tile >= 0 && tile < 106) &&
    new Set(tiles).size === tiles.length &&
    Array.isArray(flipped)
  );
}

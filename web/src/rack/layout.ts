import type { Tile } from "../rules/tiles";

/** Slots of a rack, row after row; null is an empty slot. `joins[r]`: the last block of row r goes on in row r + 1. */
export interface Layout {
  columns: number;
  slots: (Tile | null)[];
  joins: boolean[];
}

/** Rows of a rack with so many columns: 2 x 15, 3 x 10, 4 x 8. */
export const rowsOf = (columns: number): number => Math.ceil(30 / columns);

export function empty(columns: number): Layout {
  const rows = rowsOf(columns);
  return { columns, slots: Array<Tile | null>(rows * columns).fill(null), joins: Array<boolean>(rows).fill(false) };
}

/** A block: its slots in reading order. */
export type Block = number[];

/** Whether the row that ends at slot `end` goes on: the mark is set and both border slots are filled. */
function joined(layout: Layout, row: number): boolean {
  const end = (row + 1) * layout.columns;
  return Boolean(layout.joins[row]) && layout.slots[end - 1] !== null && (layout.slots[end] ?? null) !== null;
}

/** Maximal sequences of filled slots in a row; a joined row goes on in the next. */
export function blocks(layout: Layout): Block[] {
  const found: Block[] = [];
  let open: Block | null = null;
  layout.slots.forEach((tile, slot) => {
    if (slot % layout.columns === 0 && !(slot && joined(layout, slot / layout.columns - 1))) open = null;
    if (tile === null) open = null;
    else if (open) open.push(slot);
    else {
      open = [slot];
      found.push(open);
    }
  });
  return found;
}

export const blockAt = (layout: Layout, slot: number): Block => blocks(layout).find((b) => b.includes(slot)) ?? [];

/**
 * Lay groups in order, rows filled left to right with one gap between groups. A group goes whole into the next row
 * when it does not fit; one longer than a row breaks with a join mark.
 */
export function lay(groups: readonly (readonly Tile[])[], columns: number): Layout {
  const layout = empty(columns);
  let at = 0;
  for (const group of groups) {
    if (!group.length) continue;
    const column = at % columns;
    if (column && layout.slots[at - 1] !== null) at++;
    const room = columns - (at % columns);
    if (at % columns && group.length > room && (group.length <= columns || room < columns)) at += room;
    group.forEach((tile, i) => {
      if (i && at % columns === 0) layout.joins[at / columns - 1] = true;
      layout.slots[at++] = tile;
    });
  }
  return layout;
}

/** The same groups in order on a rack of another width. */
export function reflow(layout: Layout, columns: number): Layout {
  if (columns === layout.columns) return layout;
  return lay(
    blocks(layout).map((block) => block.map((slot) => layout.slots[slot] as Tile)),
    columns,
  );
}

/**
 * Put `tiles` in a row from `slot` on and make room: what stands there moves right, keeping its gaps while they fit.
 * What the row cannot hold goes to the first free slots elsewhere. The tiles must not stand in the layout.
 */
export function place(layout: Layout, tiles: readonly Tile[], slot: number): Layout {
  const { columns } = layout;
  const slots = [...layout.slots];
  const from = Math.floor(slot / columns) * columns;
  const column = Math.min(slot - from, Math.max(0, columns - tiles.length));
  const line = slots.slice(from, from + columns);
  const left = line.slice(0, column).flatMap((tile, at) => (tile === null ? [] : [{ tile, at }]));
  const right = line.slice(column).flatMap((tile, i) => (tile === null ? [] : [{ tile, at: column + i }]));
  const wanted = [...left, ...tiles.map((tile, i) => ({ tile, at: column + i })), ...right];
  const over = wanted.splice(columns);
  const gaps = wanted.map((item, i) => {
    const before = right.includes(item) && i ? wanted[i - 1] : undefined;
    return before && right.includes(before) && item.at - before.at > 1 ? 1 : 0;
  });
  const keep = wanted.length + gaps.reduce((sum: number, gap) => sum + gap, 0) <= columns;
  const gap = (i: number) => (keep ? gaps[i] : 0);
  wanted.forEach((item, i) => {
    if (i) item.at = Math.max(item.at, wanted[i - 1].at + 1 + gap(i));
  });
  for (let i = wanted.length - 1, limit = columns - 1; i >= 0; i--) {
    wanted[i].at = Math.min(wanted[i].at, limit);
    limit = wanted[i].at - 1 - gap(i);
  }
  slots.fill(null, from, from + columns);
  for (const item of wanted) slots[from + item.at] = item.tile;
  for (const item of over) slots[slots.indexOf(null)] = item.tile;
  return tidy({ columns, slots, joins: [...layout.joins] });
}

/** The layout without `tiles`. */
export function without(layout: Layout, tiles: readonly Tile[]): Layout {
  return tidy({
    ...layout,
    slots: layout.slots.map((tile) => (tile !== null && tiles.includes(tile) ? null : tile)),
    joins: [...layout.joins],
  });
}

/** Drop join marks whose border slots are no longer filled. */
function tidy(layout: Layout): Layout {
  return { ...layout, joins: layout.joins.map((_, row) => joined(layout, row)) };
}

export interface Point {
  x: number;
  y: number;
}

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Slots in equal cells: columns x rows over a rectangle. */
export interface Grid extends Rect {
  columns: number;
  rows: number;
}

export const inside = (rect: Rect, { x, y }: Point, margin = 0): boolean =>
  x >= rect.left - margin &&
  y >= rect.top - margin &&
  x < rect.left + rect.width + margin &&
  y < rect.top + rect.height + margin;

/** The slot under a point; just outside the grid still counts, as a finger is wide. */
export function slotAt(grid: Grid, point: Point): number | null {
  const cell = { width: grid.width / grid.columns, height: grid.height / grid.rows };
  if (!inside(grid, point, cell.height / 3)) return null;
  const column = clamp(Math.floor((point.x - grid.left) / cell.width), grid.columns);
  const row = clamp(Math.floor((point.y - grid.top) / cell.height), grid.rows);
  return row * grid.columns + column;
}

const clamp = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));

/** The slot one step away, staying inside the grid; null at an edge. */
export function stepFrom(slot: number, key: string, { columns, rows }: Pick<Grid, "columns" | "rows">): number | null {
  const row = Math.floor(slot / columns);
  switch (key) {
    case "ArrowLeft":
      return slot > 0 ? slot - 1 : null;
    case "ArrowRight":
      return slot < columns * rows - 1 ? slot + 1 : null;
    case "ArrowUp":
      return row > 0 ? slot - columns : null;
    case "ArrowDown":
      return row < rows - 1 ? slot + columns : null;
    case "Home":
      return row * columns;
    case "End":
      return row * columns + columns - 1;
    default:
      return null;
  }
}

/** A line over the matches of a person, in the coordinates of a drawing. Pure. */

/** A rating after a match; `at` is Unix time in milliseconds. */
export interface Point {
  at: number;
  value: number;
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const STEPS = [5, 10, 20, 50, 100, 200, 500, 1000];
const MOST_TICKS = 5;

/** Round numbers that the values lie between, at most five and at least two, rising. */
export function ticks(values: readonly number[]): number[] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  for (const step of STEPS) {
    const first = Math.floor(low / step);
    const last = Math.max(Math.ceil(high / step), first + 1);
    if (last - first < MOST_TICKS) return Array.from({ length: last - first + 1 }, (_, n) => (first + n) * step);
  }
  return [low, high];
}

/** Where the points lie in a box, matches at even distances; `y` is the place of any value. */
export function draw(points: readonly Point[], lines: readonly number[], box: Box) {
  const low = lines[0] ?? 0;
  const high = lines.at(-1) ?? 1;
  const y = (value: number) => box.bottom - ((value - low) / (high - low)) * (box.bottom - box.top);
  const step = (box.right - box.left) / Math.max(1, points.length - 1);
  const places = points.map((point, n) => ({ x: box.left + n * step, y: y(point.value) }));
  const path = places.map((place, n) => `${n ? "L" : "M"}${place.x.toFixed(1)} ${place.y.toFixed(1)}`).join("");
  return { y, places, path };
}

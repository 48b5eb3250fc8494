/** The worked example of the sources (rummy, indicator blue 4, okeys blue 5) with both its endings. */

export type StepName = "hand" | "draw" | "finish" | "wait" | "take" | "okey";

export interface Step {
  /** The two rows of the rack, in notation. */
  rows: readonly [string, string];
  /** The tile just drawn or taken. */
  fresh?: string;
  /** The tile thrown in this step. */
  thrown?: string;
  /** Points gained when this step ends the deal. */
  won?: number;
  /** What may follow. */
  next: readonly StepName[];
}

export const INDICATOR = "b4";
export const OKEY = "b5";
export const FIRST: StepName = "hand";

const TOP = "r3 r4 r5 r6 · k9 b9 y9";
const TIED = "y10 y11 y12 y13 · k6 k7 O";
const FREED = "y10 y11 y12 y13 · k6 k7 k8";

export const STEPS: Readonly<Record<StepName, Step>> = {
  hand: { rows: [TOP, TIED], next: ["draw"] },
  draw: { rows: [TOP, TIED], fresh: "r11", next: ["finish", "wait"] },
  finish: { rows: [TOP, TIED], thrown: "r11", won: 3, next: [] },
  wait: { rows: [TOP, TIED], thrown: "r11", next: ["take"] },
  take: { rows: [TOP, FREED], fresh: "O", next: ["okey"] },
  okey: { rows: [TOP, FREED], thrown: "O", won: 6, next: [] },
};

/** Steps on the whole way that the path so far leads to, longest where it still forks. */
export function pathLength(path: readonly StepName[]): number {
  const last = path.at(-1) ?? FIRST;
  const rest = (name: StepName): number => Math.max(0, ...STEPS[name].next.map((step) => 1 + rest(step)));
  return path.length + rest(last);
}

/** The public statistics as the page shows them: panels of bars, rates and shares out of the server's answer. */
import type { Statistics, StatisticsTest } from "../net/wire";

/** Below so many deals the page says that they are few. */
export const FEW = 1000;

/** One row of bars with a common scale. `expected` has an entry for each bar. */
export interface Panel {
  label: string;
  labels: readonly string[];
  observed: readonly number[];
  expected: readonly number[];
  /** How many cases the bars are classes of. */
  of: number;
}

/** Fetches the statistics; rejects when there is no answer or a refusal. */
export async function fetchStatistics(): Promise<Statistics> {
  const answer = await fetch("/api/statistics", { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return (await answer.json()) as Statistics;
}

/** All tests of a name, by seat or kind. */
export function testsOf(all: Statistics, name: string): StatisticsTest[] {
  return all.tests.filter((test) => test.name === name);
}

/** A test cut into panels of `size` bars each. */
export function cut(test: StatisticsTest, size: number, label: (n: number) => string, labels: string[]): Panel[] {
  const panels: Panel[] = [];
  for (let begin = 0; begin < test.observed.length; begin += size) {
    panels.push({
      label: label(panels.length),
      labels,
      observed: test.observed.slice(begin, begin + size),
      expected: test.expected.slice(begin, begin + size),
      of: test.of,
    });
  }
  return panels;
}

/** Twice the standard deviation of a class, as it varies when only chance is at work. */
export function spread(expected: number, of: number): number {
  return of > 0 ? 2 * Math.sqrt(Math.max(0, expected * (1 - expected / of))) : 0;
}

/** The upper end of the scale of several panels: nothing is cut off, and it is never zero. */
export function top(panels: readonly Panel[]): number {
  return Math.max(
    1,
    ...panels.flatMap((panel) => [
      ...panel.observed,
      ...panel.expected.map((expected) => expected + spread(expected, panel.of)),
    ]),
  );
}

/** The tests whose p is below the level. */
export function below(all: Statistics): StatisticsTest[] {
  return all.tests.filter((test) => test.p !== null && test.p < all.level);
}

/** The numbers "0", "1", ... below `n`, or from another one on. */
export function count(n: number, from = 0): string[] {
  return Array.from({ length: n }, (_, place) => String(place + from));
}

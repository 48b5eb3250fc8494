/** Figures of several games taken together. Pure. */
import type { PlayerTally } from "../net/wire";

export type Sum = Omit<PlayerTally, "preset">;

const COUNTS = ["matches", "wins", "deals", "normal", "okey", "pairs", "both", "others"] as const;

/** The counts added; the mean distance is over all deals that somebody else finished, null without one. */
export function sum(tallies: readonly PlayerTally[]): Sum {
  const all: Sum = {
    matches: 0,
    wins: 0,
    deals: 0,
    normal: 0,
    okey: 0,
    pairs: 0,
    both: 0,
    others: 0,
    distance: null,
  };
  let distances = 0;
  for (const tally of tallies) {
    for (const count of COUNTS) all[count] += tally[count];
    distances += (tally.distance ?? 0) * tally.others;
  }
  if (all.others > 0) all.distance = distances / all.others;
  return all;
}

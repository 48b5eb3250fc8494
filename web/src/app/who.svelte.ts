/** Who this browser is, for all that shows it: learnt with every answer of `getMe`, told to the other tabs. */
import type { Me } from "./api";

const KEY = "okey.who";

let known: Me | null = $state.raw(null);
let turns = $state(0);

export const who = {
  /** Me, as last heard; null before the first answer. */
  get me(): Me | null {
    return known;
  },
  /** Rises when another tab signs in or out: what is shown then was somebody else's. */
  get turns(): number {
    return turns;
  },
};

/** Keeps an answer. */
export function learn(me: Me): void {
  known = me;
}

/** This browser has signed in or out: the other tabs begin anew. */
export function tellTabs(): void {
  try {
    localStorage.setItem(KEY, String(Date.now()));
  } catch {
    // Storage may be refused; the other tabs then notice when their tables are closed.
  }
}

/** Hears of the other tabs. Called once by the shell. */
export function hearTabs(): void {
  addEventListener("storage", (event) => {
    if (event.key === KEY) turns += 1;
  });
}

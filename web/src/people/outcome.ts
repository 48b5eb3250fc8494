/** How a finished match ended for the player whose match it is. Pure. */
import type { PastMatch } from "../net/wire";

export type Outcome = "won" | "shared" | "drawn" | "lost" | "cancelled";

/** Won alone or with some of the others, everybody level, lost, or cancelled: then nobody has a rank. */
export function outcomeOf(match: PastMatch): Outcome {
  const rank = match.seats[match.mine]?.rank ?? null;
  if (rank === null) return "cancelled";
  if (rank > 1) return "lost";
  const first = match.seats.filter((seat) => seat.rank === 1).length;
  if (first === match.seats.length) return "drawn";
  return first > 1 ? "shared" : "won";
}

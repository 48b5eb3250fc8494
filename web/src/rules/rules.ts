import { LENGTHS, type Length, parse, type Ruleset, target } from "../app/ruleset";
import type { View } from "../net/wire";

const known = new Map<string, Ruleset>();

/** The rules of a table; throws RangeError when its text is not canonical, which a server never sends. */
export function rulesOf(view: Pick<View, "rules">): Ruleset {
  const found = known.get(view.rules) ?? parse(view.rules);
  if (!found) throw new RangeError("unknown rules");
  known.set(view.rules, found);
  return found;
}

/** Where `next` sits when the viewer is at the bottom: display only. */
export const directionOf = (rules: Ruleset): "right" | "left" => (rules.preset === "rummy" ? "left" : "right");

/** Which length a target is, as the first page offers them; null for another target. */
export const lengthOf = (rules: Ruleset): Length | null =>
  LENGTHS.find((length) => target(length, rules.seats) === rules.points) ?? null;

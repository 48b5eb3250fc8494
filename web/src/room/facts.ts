/** What a table is played by, in words. */
import type { Ruleset } from "../app/ruleset";
import { goalText } from "../table/words";
import { room } from "./texts";

/** The rules of a table beside the preset's name: seats, goal, time, who leaves, and what is played besides. */
export function factsOf(rules: Ruleset): string[] {
  const texts = room();
  return [
    texts.seats(rules.seats),
    goalText(rules),
    texts.time(rules.move, rules.reserve),
    rules.absent === "clock" && rules.late === "auto" ? texts.leavesAuto : texts.leaves[rules.absent],
    texts.arranged[rules.arrange],
    rules.show !== "none" && texts.shown,
    rules.colour === 2 && texts.doubled,
    rules.declare === "yes" && texts.declared,
  ].filter((fact) => typeof fact === "string");
}

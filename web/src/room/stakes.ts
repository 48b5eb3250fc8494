/** Çekirdek that a table may be played for. */
import type { Ruleset } from "../app/ruleset";
import type { Options } from "../net/wire";
import { room } from "./texts";

/** Entries that are offered at once; 0: none. */
export const ENTRIES = [0, 10, 25, 50, 100] as const;
/** Most that may be asked for. */
export const MOST_STAKE = 1000;

/** Whether only persons with an account may sit. */
export const forMembers = ({ rated, stake }: Options): boolean => rated || stake > 0;

/** Whether no computer may sit. */
export const peopleOnly = (options: Options): boolean => forMembers(options) && !options.quick;

/** What must be there to sit down: at a pot a dear finish costs twice the stake. */
export const needed = (rules: Ruleset, stake: number): number =>
  rules.count === "pot" ? stake * rules.colour * Math.max(rules.normal, rules.okey, rules.pairs, rules.both) : stake;

/** What a table counts for, in words. */
export function countsOf(options: Options, rules: Ruleset): string[] {
  const texts = room().counting;
  const { rated, quick, stake } = options;
  return [
    rated ? texts.rated : quick && texts.unrated,
    stake > 0 && (rules.count === "pot" ? texts.share(stake, needed(rules, stake)) : texts.pays(stake)),
    quick && forMembers(options) && texts.quick,
    peopleOnly(options) && texts.people,
  ].filter((fact) => typeof fact === "string");
}

import type { Ruleset } from "../app/ruleset";
import { signed, t } from "../i18n/index.svelte";
import type { FaultAnswer, FaultBlock, Sitters, View } from "../net/wire";
import { personName } from "../people/person";
import { type Reading, readGroup } from "../rules/melds";
import { lengthOf } from "../rules/rules";
import { colourOf, FALSE_JOKER, type Face, faceOf, isOkey, numberOf, parseFace, type Tile } from "../rules/tiles";
import { COLOURS, type Colour } from "../tile/faces";
import { colourName, tileName } from "../tile/name";

/** A tile inside a sentence, or at its start with `capital`. */
export const tileWords = (tile: Tile, okey: Face | null, capital = false): string => {
  const name = tileName(faceOf(tile), okey, capital);
  return capital || (!isOkey(tile, okey) && faceOf(tile) !== FALSE_JOKER) ? name : lowered(name);
};

/** Catalogue names begin with a capital; inside a sentence only the first letter changes. */
const lowered = (name: string): string => name.charAt(0).toLocaleLowerCase("en") + name.slice(1);

export function nameOf(view: Pick<View, "viewer">, sitters: Sitters, seat: number): string {
  return seat === view.viewer ? t.common.you : personName(sitters[seat]?.name ?? String(seat + 1));
}

/** Which of the four kinds of finish it was. */
export function kindOf(kind: number, tile: Tile | null, okey: Face | null): keyof typeof t.table.kinds {
  const byOkey = tile !== null && isOkey(tile, okey);
  if (kind === 2) return byOkey ? "pairsOkey" : "pairs";
  return byOkey ? "meldsOkey" : "melds";
}

const worded = (key: string, value: string | number): string | number => {
  if (typeof value !== "string") return value;
  if (key === "colour") return colourName(value as Colour);
  if (key === "moment") return pick(t.faults.moments, value) ?? value;
  if (key === "what") return pick(t.faults.things, value) ?? value;
  const face = parseFace(value);
  return face === null ? value : lowered(tileName(face));
};

const pick = <T>(from: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(from, key) ? from[key] : undefined;

type Worded = (params: Record<string, string | number>) => string;

function sentence(code: string, params: Record<string, string | number>): string {
  const words = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, worded(key, value)]));
  const found = pick(t.faults as unknown as Record<string, unknown>, code);
  return typeof found === "function" ? (found as Worded)(words) : t.faults.unknown({ code });
}

/** One refused block in words. */
const blockText = (block: FaultBlock): string =>
  sentence(block.code, { ...block.params, row: block.row, start: block.start, end: block.end });

const SPOKEN_BLOCKS = 2;

/** A refusal in words: the general sentence, then the first wrong blocks; all of them are drawn on the rack. */
export function faultText(fault: FaultAnswer): string {
  const parts = [sentence(fault.code, fault.params), ...fault.blocks.slice(0, SPOKEN_BLOCKS).map(blockText)];
  const more = fault.blocks.length - SPOKEN_BLOCKS;
  if (more > 0) parts.push(t.faults.more({ n: more }));
  return parts.join(" ");
}

/** The short word beside a wrong group. */
export const shortWord = (code: string): string => pick(t.faults.short, code) ?? "!";

/** A group as it is read out: "seri, kırmızı 4, 5, 6". */
export function groupText(tiles: readonly Tile[], okey: Face | null): string | null {
  const reading = readGroup(tiles, okey);
  return reading && readingText(reading);
}

function readingText({ kind, faces }: Reading): string {
  const say = t.table.say;
  const first = faces[0];
  if (kind === "pair") return say.pair(lowered(tileName(first)));
  const colour = (face: Face) => colourName(COLOURS[colourOf(face)]);
  if (kind === "set") return say.set(String(numberOf(first)), faces.map(colour).join(", "));
  return say.run(colour(first), faces.map(numberOf).join(", "));
}

/** The whole hand by its groups. */
export function handText(groups: readonly (readonly Tile[])[], okey: Face | null): string {
  const say = t.table.say;
  let text = say.hand(groups.flat().length);
  const loose: Tile[] = [];
  groups.forEach((group, i) => {
    const words = groupText(group, okey);
    if (words) text += say.group(i + 1, words);
    else loose.push(...group);
  });
  return loose.length ? text + say.loose(loose.map((tile) => tileWords(tile, okey)).join(", ")) : text;
}

/** A score, with a true minus. */
export const pointsText = (score: number): string => (score < 0 ? signed(score) : String(score));

/** What is played to: "Başlangıç 20", "Hedef 8 · standart". */
export function goalText(rules: Ruleset): string {
  if (rules.count === "down") return t.table.start(rules.points);
  if (rules.count === "pot") return t.table.pot(rules.points);
  const length = lengthOf(rules);
  return length ? t.table.goalLength(rules.points, t.table.lengths[length]) : t.table.goal(rules.points);
}

/**
 * The canonical rules text okey-rules/1: ASCII, 24 `key=value` joined by `;`, all present, in this order, numbers without
 * leading zeros. The bytes are hashed by the server, so there is one spelling only. The same checks as the server's.
 */

export const KEYS = [
  "preset",
  "seats",
  "start",
  "count",
  "points",
  "normal",
  "okey",
  "pairs",
  "both",
  "colour",
  "show",
  "bonus",
  "bonusmin",
  "arrange",
  "declare",
  "discards",
  "exhaust",
  "moves",
  "deals",
  "penalty",
  "move",
  "reserve",
  "late",
  "absent",
] as const;

export interface Ruleset {
  preset: "klasik" | "kahvehane" | "ikramiye" | "usta" | "rummy";
  seats: number;
  start: "rotate" | "roller" | "finisher";
  count: "down" | "up" | "pot";
  points: number;
  normal: number;
  okey: number;
  pairs: number;
  both: number;
  colour: number;
  show: "none" | "dealt" | "throw" | "draw";
  bonus: number;
  bonusmin: number;
  arrange: "auto" | "manual";
  declare: "no" | "yes";
  discards: "all" | "top";
  exhaust: "lap" | "turn";
  moves: number;
  deals: number;
  penalty: number;
  move: number;
  reserve: number;
  late: "forfeit" | "auto";
  absent: "clock" | "computer";
}

export type PresetName = Ruleset["preset"];

const HEAD = "okey-rules/1";

const WORDS: Partial<Record<keyof Ruleset, readonly string[]>> = {
  preset: ["klasik", "kahvehane", "ikramiye", "usta", "rummy"],
  start: ["rotate", "roller", "finisher"],
  count: ["down", "up", "pot"],
  show: ["none", "dealt", "throw", "draw"],
  arrange: ["auto", "manual"],
  declare: ["no", "yes"],
  discards: ["all", "top"],
  exhaust: ["lap", "turn"],
  late: ["forfeit", "auto"],
  absent: ["clock", "computer"],
};

const RANGES: Partial<Record<keyof Ruleset, readonly [number, number]>> = {
  seats: [2, 4],
  points: [1, 100],
  normal: [1, 100],
  okey: [1, 100],
  pairs: [1, 100],
  both: [1, 100],
  colour: [1, 2],
  bonus: [0, 100],
  bonusmin: [0, 100],
  moves: [1, 150],
  deals: [1, 100],
  penalty: [0, 100],
  move: [1, 3600],
  reserve: [0, 3600],
};

/** What a pot allows instead. */
const POT: Partial<Record<keyof Ruleset, readonly [number, number]>> = {
  points: [1, 1_000_000],
  normal: [1, 2],
  okey: [1, 2],
  pairs: [1, 2],
  both: [1, 2],
  colour: [1, 1],
  bonus: [0, 0],
  deals: [1, 1],
  penalty: [0, 0],
};

/** The first field that makes no sense, or null. */
export function faultOf(rules: Ruleset): keyof Ruleset | null {
  for (const key of KEYS) {
    const value = rules[key];
    const words = WORDS[key];
    if (words) {
      if (!words.includes(value as string)) return key;
      continue;
    }
    const [low, high] = (rules.count === "pot" ? POT[key] : undefined) ?? RANGES[key] ?? [0, 0];
    if (!Number.isInteger(value) || (value as number) < low || (value as number) > high) return key;
  }
  if (rules.okey < rules.normal) return "okey";
  if (rules.pairs < rules.normal) return "pairs";
  if (rules.both < rules.okey || rules.both < rules.pairs) return "both";
  if (rules.count === "pot" && rules.show !== "none") return "show";
  if ((rules.show === "none") !== (rules.bonus === 0)) return "bonus";
  if (rules.bonusmin > 0 && (rules.count !== "down" || rules.show === "none")) return "bonusmin";
  return null;
}

/** The canonical text. Throws RangeError with the field's name when the rules make no sense. */
export function format(rules: Ruleset): string {
  const fault = faultOf(rules);
  if (fault) throw new RangeError(fault);
  return [HEAD, ...KEYS.map((key) => `${key}=${rules[key]}`)].join(";");
}

/** Reads a canonical text; null for any other. */
export function parse(text: string): Ruleset | null {
  const [head, ...pairs] = text.split(";");
  if (head !== HEAD || pairs.length !== KEYS.length) return null;
  const raw: Record<string, string | number> = {};
  for (const [i, key] of KEYS.entries()) {
    const pair = pairs[i] as string;
    if (!pair.startsWith(`${key}=`)) return null;
    const value = pair.slice(key.length + 1);
    if (WORDS[key]) raw[key] = value;
    else if (/^(0|[1-9][0-9]{0,6})$/.test(value)) raw[key] = Number(value);
    else return null;
  }
  const rules = raw as unknown as Ruleset;
  return faultOf(rules) ? null : rules;
}

const KLASIK: Ruleset = {
  preset: "klasik",
  seats: 4,
  start: "rotate",
  count: "down",
  points: 20,
  normal: 2,
  okey: 4,
  pairs: 4,
  both: 8,
  colour: 1,
  show: "throw",
  bonus: 1,
  bonusmin: 0,
  arrange: "auto",
  declare: "no",
  discards: "all",
  exhaust: "lap",
  moves: 120,
  deals: 100,
  penalty: 0,
  move: 30,
  reserve: 120,
  late: "forfeit",
  absent: "clock",
};

const TURN_ENDS = { exhaust: "turn" } as const;

/** The five presets for four seats. */
export const PRESETS: Readonly<Record<PresetName, Readonly<Ruleset>>> = {
  klasik: KLASIK,
  kahvehane: { ...KLASIK, ...TURN_ENDS, preset: "kahvehane", show: "dealt", arrange: "manual", discards: "top" },
  ikramiye: {
    ...KLASIK,
    ...TURN_ENDS,
    preset: "ikramiye",
    count: "pot",
    points: 10,
    normal: 1,
    okey: 2,
    pairs: 2,
    both: 2,
    show: "none",
    bonus: 0,
    arrange: "manual",
    deals: 1,
  },
  usta: {
    ...KLASIK,
    ...TURN_ENDS,
    preset: "usta",
    start: "finisher",
    pairs: 8,
    both: 16,
    arrange: "manual",
    declare: "yes",
    discards: "top",
  },
  rummy: {
    ...KLASIK,
    ...TURN_ENDS,
    preset: "rummy",
    start: "roller",
    count: "up",
    points: 8,
    normal: 3,
    okey: 6,
    pairs: 6,
    both: 6,
    show: "draw",
    move: 45,
    reserve: 0,
    late: "auto",
  },
};

export const LENGTHS = ["short", "standard", "long"] as const;
export type Length = (typeof LENGTHS)[number];

/** Target of a rummy match by its length, for 2, 3 and 4 seats. */
const TARGETS: Record<Length, Record<number, number>> = {
  short: { 2: 9, 3: 6, 4: 5 },
  standard: { 2: 15, 3: 10, 4: 8 },
  long: { 2: 24, 3: 16, 4: 13 },
};

export function target(length: Length, seats: number): number {
  return TARGETS[length][seats] as number;
}

const upTo = (low: number, high: number): number[] => Array.from({ length: high - low + 1 }, (_, i) => low + i);

/** Start points a preset may be played from, rising. */
export const START_POINTS: Partial<Record<PresetName, readonly number[]>> = {
  klasik: [10, 20],
  kahvehane: upTo(5, 100),
  usta: upTo(1, 100),
};

/** Against the computer a move may take ten minutes, and a time-out plays on by itself. */
const AGAINST_COMPUTER = { move: 600, reserve: 0, late: "auto" } as const;

/** What a person chooses on the first page. */
export interface Choice {
  level: "kolay" | "orta" | "zor";
  preset: PresetName;
  seats: number;
  /** Start points, for presets that count down. */
  points: number;
  /** Length of the match, for presets that count up. */
  length: Length;
  /** The indicator's twin may be shown. */
  show: boolean;
  /** A finish counts twice when the indicator is red or black. */
  double: boolean;
  declare: boolean;
  arrange: "auto" | "manual";
}

/** The preset's own options, with a level. */
export function choiceFor(preset: PresetName, level: Choice["level"]): Choice {
  const rules = PRESETS[preset];
  return {
    level,
    preset,
    seats: rules.seats,
    points: rules.count === "down" ? rules.points : 20,
    length: "standard",
    show: rules.show !== "none",
    double: rules.colour === 2,
    declare: rules.declare === "yes",
    arrange: rules.arrange,
  };
}

/** The clocks that people may choose: a reserve whose end loses the match, or the program moves at a time-out. */
export const CLOCKS = {
  reserve: { move: 30, reserve: 120, late: "forfeit" },
  plain: { move: 45, reserve: 0, late: "auto" },
} as const;

/** What is chosen besides for a table of several people. */
export interface Together {
  clock: keyof typeof CLOCKS;
  absent: Ruleset["absent"];
  /** Whether the match counts, or is played for çekirdek: then a pot has the stake of its preset. */
  counts?: boolean;
}

/** The clock that the preset comes with. */
export const clockOf = (preset: PresetName): Together["clock"] => (PRESETS[preset].reserve > 0 ? "reserve" : "plain");

/** The rules of a table against the computer. */
export function rulesOf(choice: Choice): Ruleset {
  return chosen(choice, AGAINST_COMPUTER);
}

/** The rules of a quick match: the preset unchanged, for everybody who picks it shall meet; only Klasik has two lengths. */
export function quickRules({ preset, points }: Pick<Choice, "preset" | "points">): Ruleset {
  const base = PRESETS[preset];
  return preset === "klasik" && points === 10 ? { ...base, points } : { ...base };
}

/** Whether a table by these rules can be rated: a preset as it comes, for two to four, where whoever leaves loses. */
export function unchanged(rules: Ruleset): boolean {
  const base = PRESETS[rules.preset];
  const short = rules.preset === "klasik" && rules.points === 10;
  const points = base.count === "up" ? target("standard", rules.seats) : short ? rules.points : base.points;
  return format(rules) === format({ ...base, seats: rules.seats, points });
}

/** The rules of a table for several people. */
export function roomRules(choice: Choice, together: Together): Ruleset {
  const { clock, absent, counts } = together;
  const rules = chosen(choice, { ...CLOCKS[clock], absent });
  return counts && rules.count === "pot" ? { ...rules, points: PRESETS[rules.preset].points } : rules;
}

/** A pot is counted in points with a stake of 1. */
function chosen(choice: Choice, time: Partial<Ruleset>): Ruleset {
  const base = PRESETS[choice.preset];
  const rules: Ruleset = {
    ...base,
    ...time,
    seats: choice.seats,
    arrange: choice.arrange,
    declare: choice.declare ? "yes" : "no",
  };
  if (base.count === "pot") return { ...rules, points: 1 };
  return {
    ...rules,
    points: base.count === "up" ? target(choice.length, choice.seats) : choice.points,
    colour: choice.double ? 2 : 1,
    show: choice.show ? base.show : "none",
    bonus: choice.show ? base.bonus : 0,
  };
}

/** A stored choice made valid; fields that make no sense take the preset's own. */
export function validChoice(kept: unknown): Choice {
  const raw = (typeof kept === "object" && kept !== null ? kept : {}) as Record<string, unknown>;
  const preset = Object.hasOwn(PRESETS, String(raw.preset)) ? (raw.preset as PresetName) : "klasik";
  const level = ["kolay", "orta", "zor"].includes(raw.level as string) ? (raw.level as Choice["level"]) : "orta";
  const own = choiceFor(preset, level);
  return {
    ...own,
    seats: [2, 3, 4].includes(raw.seats as number) ? (raw.seats as number) : own.seats,
    points: START_POINTS[preset]?.includes(raw.points as number) ? (raw.points as number) : own.points,
    length: LENGTHS.includes(raw.length as Length) ? (raw.length as Length) : own.length,
    show: typeof raw.show === "boolean" && PRESETS[preset].show !== "none" ? raw.show : own.show,
    double: typeof raw.double === "boolean" && PRESETS[preset].count !== "pot" ? raw.double : own.double,
    declare: typeof raw.declare === "boolean" ? raw.declare : own.declare,
    arrange: raw.arrange === "auto" || raw.arrange === "manual" ? raw.arrange : own.arrange,
  };
}

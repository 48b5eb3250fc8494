/** What the page reads from the canonical rules text `okey-rules/1`. */
export interface Ruleset {
  text: string;
  preset: "klasik" | "kahvehane" | "ikramiye" | "usta" | "rummy";
  seats: number;
  start: string;
  count: "down" | "up" | "pot";
  points: number;
  show: "none" | "dealt" | "throw" | "draw";
  bonus: number;
  bonusmin: number;
  arrange: "auto" | "manual";
  declare: boolean;
  discards: "all" | "top";
  exhaust: "lap" | "turn";
  penalty: number;
  move: number;
  reserve: number;
  late: "forfeit" | "auto";
  /** Where `next` sits when the viewer is at the bottom; display only. */
  direction: "right" | "left";
}

export function parseRuleset(text: string): Ruleset {
  const pairs = new Map(text.split(";").map((part) => part.split("=", 2) as [string, string]));
  const word = (key: string) => pairs.get(key) ?? "";
  const number = (key: string) => Number(pairs.get(key) ?? 0);
  return {
    text,
    preset: word("preset") as Ruleset["preset"],
    seats: number("seats"),
    start: word("start"),
    count: word("count") as Ruleset["count"],
    points: number("points"),
    show: word("show") as Ruleset["show"],
    bonus: number("bonus"),
    bonusmin: number("bonusmin"),
    arrange: word("arrange") as Ruleset["arrange"],
    declare: word("declare") === "yes",
    discards: word("discards") as Ruleset["discards"],
    exhaust: word("exhaust") as Ruleset["exhaust"],
    penalty: number("penalty"),
    move: number("move"),
    reserve: number("reserve"),
    late: word("late") as Ruleset["late"],
    direction: word("preset") === "rummy" ? "left" : "right",
  };
}

/** `short`, `standard` or `long` for a rummy target, as the create form offers them; null for another target. */
export function targetLength(rules: Ruleset): "short" | "standard" | "long" | null {
  const table: Record<number, readonly number[]> = { 4: [5, 8, 13], 3: [6, 10, 16], 2: [9, 15, 24] };
  const index = table[rules.seats]?.indexOf(rules.points) ?? -1;
  return (["short", "standard", "long"] as const)[index] ?? null;
}

import { expect, test } from "vitest";
import {
  type Choice,
  choiceFor,
  faultOf,
  format,
  LENGTHS,
  PRESETS,
  type PresetName,
  parse,
  type Ruleset,
  rulesOf,
  START_POINTS,
  target,
  validChoice,
} from "./ruleset";

/** The texts as published with the fairness protocol, byte for byte. */
const TEXTS: Record<PresetName, string> = {
  klasik:
    "okey-rules/1;preset=klasik;seats=4;start=rotate;count=down;points=20;normal=2;okey=4;pairs=4;both=8;colour=1;show=throw;bonus=1;bonusmin=0;arrange=auto;declare=no;discards=all;exhaust=lap;moves=120;deals=100;penalty=0;move=30;reserve=120;late=forfeit;absent=clock",
  kahvehane:
    "okey-rules/1;preset=kahvehane;seats=4;start=rotate;count=down;points=20;normal=2;okey=4;pairs=4;both=8;colour=1;show=dealt;bonus=1;bonusmin=0;arrange=manual;declare=no;discards=top;exhaust=turn;moves=120;deals=100;penalty=0;move=30;reserve=120;late=forfeit;absent=clock",
  ikramiye:
    "okey-rules/1;preset=ikramiye;seats=4;start=rotate;count=pot;points=10;normal=1;okey=2;pairs=2;both=2;colour=1;show=none;bonus=0;bonusmin=0;arrange=manual;declare=no;discards=all;exhaust=turn;moves=120;deals=1;penalty=0;move=30;reserve=120;late=forfeit;absent=clock",
  usta: "okey-rules/1;preset=usta;seats=4;start=finisher;count=down;points=20;normal=2;okey=4;pairs=8;both=16;colour=1;show=throw;bonus=1;bonusmin=0;arrange=manual;declare=yes;discards=top;exhaust=turn;moves=120;deals=100;penalty=0;move=30;reserve=120;late=forfeit;absent=clock",
  rummy:
    "okey-rules/1;preset=rummy;seats=4;start=roller;count=up;points=8;normal=3;okey=6;pairs=6;both=6;colour=1;show=draw;bonus=1;bonusmin=0;arrange=auto;declare=no;discards=all;exhaust=turn;moves=120;deals=100;penalty=0;move=45;reserve=0;late=auto;absent=clock",
};
const NAMES = Object.keys(TEXTS) as PresetName[];

test.each(NAMES)("%s has its canonical text", (name) => {
  expect(format(PRESETS[name])).toBe(TEXTS[name]);
  expect(parse(TEXTS[name])).toEqual(PRESETS[name]);
});

test.each([
  "",
  "okey-rules/2;preset=klasik",
  TEXTS.klasik.replace("points=20", "points=020"),
  TEXTS.klasik.replace("points=20", "points=+20"),
  TEXTS.klasik.replace("points=20", "points=0"),
  TEXTS.klasik.replace("seats=4", "seats=5"),
  TEXTS.klasik.replace("preset=klasik;seats=4", "seats=4;preset=klasik"),
  TEXTS.klasik.replace(";absent=clock", ""),
  `${TEXTS.klasik};`,
  `${TEXTS.klasik} `,
  TEXTS.klasik.replace("start=rotate", "start=Rotate"),
])("another text is refused: %s", (text) => {
  expect(parse(text)).toBeNull();
});

const wrong: [PresetName, Partial<Ruleset>, keyof Ruleset][] = [
  ["klasik", { seats: 1 }, "seats"],
  ["klasik", { points: 0 }, "points"],
  ["klasik", { points: 101 }, "points"],
  ["klasik", { okey: 1 }, "okey"],
  ["klasik", { pairs: 1 }, "pairs"],
  ["klasik", { both: 3 }, "both"],
  ["klasik", { colour: 3 }, "colour"],
  ["klasik", { show: "none" }, "bonus"],
  ["klasik", { bonus: 0 }, "bonus"],
  ["rummy", { bonusmin: 3 }, "bonusmin"],
  ["klasik", { show: "none", bonus: 0, bonusmin: 3 }, "bonusmin"],
  ["klasik", { moves: 151 }, "moves"],
  ["klasik", { move: 0 }, "move"],
  ["klasik", { move: 3601 }, "move"],
  ["klasik", { penalty: 1.5 }, "penalty"],
  ["ikramiye", { points: 1_000_001 }, "points"],
  ["ikramiye", { both: 3 }, "both"],
  ["ikramiye", { colour: 2 }, "colour"],
  ["ikramiye", { deals: 2 }, "deals"],
  ["ikramiye", { penalty: 1 }, "penalty"],
  ["ikramiye", { show: "throw" }, "show"],
];
test.each(wrong)("%s with %j names the field %s", (name, change, field) => {
  const rules = { ...PRESETS[name], ...change };
  expect(faultOf(rules)).toBe(field);
  expect(() => format(rules)).toThrow(field);
});

test("against the computer a move takes ten minutes and plays on by itself", () => {
  for (const name of NAMES) {
    const rules = rulesOf(choiceFor(name, "orta"));
    expect(rules).toMatchObject({ move: 600, reserve: 0, late: "auto", absent: "clock" });
    expect(parse(format(rules))).toEqual(rules);
  }
});

test("every choice of the form gives rules that make sense", () => {
  let count = 0;
  for (const preset of NAMES)
    for (const seats of [2, 3, 4])
      for (const show of [true, false])
        for (const double of [true, false])
          for (const declare of [true, false])
            for (const arrange of ["auto", "manual"] as const)
              for (const length of LENGTHS) {
                const base = PRESETS[preset];
                const choice: Choice = {
                  ...choiceFor(preset, "zor"),
                  ...{ seats, declare, arrange, length },
                  show: show && base.show !== "none",
                  double: double && base.count !== "pot",
                };
                const rules = rulesOf(choice);
                expect(faultOf(rules)).toBeNull();
                expect(rules.seats).toBe(seats);
                expect(rules.declare).toBe(declare ? "yes" : "no");
                if (!choice.show) expect([rules.show, rules.bonus]).toEqual(["none", 0]);
                count += 1;
              }
  expect(count).toBe(5 * 3 * 2 * 2 * 2 * 2 * 3);
});

test("the goals of rummy and the stake of the pot", () => {
  expect(LENGTHS.map((length) => [4, 3, 2].map((seats) => target(length, seats)))).toEqual([
    [5, 6, 9],
    [8, 10, 15],
    [13, 16, 24],
  ]);
  expect(rulesOf({ ...choiceFor("rummy", "orta"), seats: 2, length: "long" }).points).toBe(24);
  expect(rulesOf(choiceFor("ikramiye", "orta")).points).toBe(1);
});

test("a stored choice is made valid", () => {
  expect(validChoice(null)).toEqual(choiceFor("klasik", "orta"));
  expect(validChoice({ preset: "toString", level: "x", seats: 9 })).toEqual(choiceFor("klasik", "orta"));
  const kept = { ...choiceFor("usta", "zor"), points: 7, seats: 2, declare: false };
  expect(validChoice(kept)).toEqual(kept);
  expect(validChoice({ ...kept, points: 0 }).points).toBe(20);
  expect(validChoice({ preset: "klasik", points: 15 }).points).toBe(20);
  expect(validChoice({ preset: "ikramiye", show: true, double: true })).toMatchObject({ show: false, double: false });
  expect(START_POINTS.kahvehane?.at(0)).toBe(5);
  expect(START_POINTS.usta?.at(-1)).toBe(100);
});

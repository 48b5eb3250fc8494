import { expect, test } from "vitest";
import { parseFace } from "../rules/tiles";
import { parseFaces } from "../tile/faces";
import { FIRST, INDICATOR, OKEY, pathLength, STEPS, type StepName } from "./example";

const okey = parseFace(OKEY);

/** Naive check, okeys as any tile: one colour rising, or one number in different colours. */
function isMeld(faces: number[]): boolean {
  const plain = faces.flatMap((face, i) => (face === okey ? [] : [{ colour: Math.floor(face / 13), n: face % 13, i }]));
  const start = plain[0];
  if (faces.length < 3 || !start) return false;
  const run = plain.every((tile) => tile.colour === start.colour && tile.n - tile.i === start.n - start.i);
  const colours = new Set(plain.map((tile) => tile.colour));
  const set = faces.length <= 4 && colours.size === plain.length && plain.every((tile) => tile.n === start.n);
  return run || set;
}

test("the indicator names the okey", () => {
  expect((parseFace(INDICATOR) ?? 0) + 1).toBe(okey);
});

test.each(Object.keys(STEPS) as StepName[])("at %s the rack is complete in melds", (name) => {
  const step = STEPS[name];
  const groups = step.rows.flatMap((row) => parseFaces(row, okey));
  expect(groups.flat()).toHaveLength(14);
  for (const group of groups) expect(isMeld(group), JSON.stringify(group)).toBe(true);
  expect(step.fresh !== undefined && step.thrown !== undefined).toBe(false);
});

test("both endings are reached and pay as told", () => {
  const ends: Record<string, number | undefined> = {};
  const walk = (path: StepName[]): void => {
    const name = path.at(-1) as StepName;
    const { next, won } = STEPS[name];
    if (next.length === 0) ends[path.join(" ")] = won;
    for (const step of next) walk([...path, step]);
  };
  walk([FIRST]);
  expect(ends).toEqual({ "hand draw finish": 3, "hand draw wait take okey": 6 });
  expect(pathLength(["hand"])).toBe(5);
  expect(pathLength(["hand", "draw", "finish"])).toBe(3);
});

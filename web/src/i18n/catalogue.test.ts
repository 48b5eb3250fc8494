import { afterEach, expect, test } from "vitest";
import { accountCatalogues } from "../account/texts";
import { settings } from "../app/settings.svelte";
import { learnCatalogues } from "../learn/texts";
import { peopleCatalogues } from "../people/texts";
import { roomCatalogues } from "../room/texts";
import { statisticsCatalogues } from "../statistics/texts";
import { talkCatalogues } from "../talk/texts";
import { verifyCatalogues } from "../verify/texts";
import { ago, catalogues, list, number, signed, t } from "./index.svelte";

type Leaf = [path: string, value: unknown];

function leaves(node: unknown, path = ""): Leaf[] {
  if (typeof node === "object" && node !== null) {
    return Object.entries(node).flatMap(([key, value]) => leaves(value, path ? `${path}.${key}` : key));
  }
  return [[path, node]];
}

const tr = leaves({
  ...catalogues.tr,
  account: accountCatalogues.tr,
  learn: learnCatalogues.tr,
  verify: verifyCatalogues.tr,
  statistics: statisticsCatalogues.tr,
  room: roomCatalogues.tr,
  talk: talkCatalogues.tr,
  people: peopleCatalogues.tr,
});
const en = leaves({
  ...catalogues.en,
  account: accountCatalogues.en,
  learn: learnCatalogues.en,
  verify: verifyCatalogues.en,
  statistics: statisticsCatalogues.en,
  room: roomCatalogues.en,
  talk: talkCatalogues.en,
  people: peopleCatalogues.en,
});

afterEach(() => {
  settings.lang = "tr";
});

test("both languages have the same keys and kinds of value", () => {
  const shape = (all: Leaf[]) => all.map(([path, value]) => `${path}: ${typeof value}`).sort();
  expect(shape(en)).toEqual(shape(tr));
  expect(tr.length).toBeGreaterThan(250);
});

test.each([
  ["tr", tr],
  ["en", en],
] as const)("no value of %s is empty or has stray blanks", (_, all) => {
  for (const [path, value] of all) {
    if (typeof value === "function") continue;
    expect(value, path).toBeTypeOf("string");
    expect(value, path).not.toBe("");
    expect((value as string).trim(), path).toBe(value);
    expect(value, path).not.toMatch(/ {2}|\.\.\.|TODO/);
  }
});

/** The Turkish writing rules that a machine can see. */
test("Turkish texts keep the writing rules", () => {
  for (const [path, value] of tr) {
    const text = typeof value === "function" ? value.toString() : (value as string);
    expect(text, `${path}: no suffix on a number`).not.toMatch(/\d['’]\p{L}/u);
    expect(text, `${path}: no suffix on a parameter`).not.toMatch(/\}['’]\p{L}/u);
    expect(text, `${path}: no plural after a numeral`).not.toMatch(/\d (taşlar|oyuncular|puanlar|eller|hamleler)\b/);
    expect(text, `${path}: Turkish capitals`).not.toMatch(/\b(Iptal|iskarta|istaka|Isaret)\b/);
  }
});

test("the language switch reaches every text at once", () => {
  expect(t.pages.titles.howto).toBe("Nasıl oynanır");
  settings.lang = "en";
  expect(t.pages.titles.howto).toBe("How to play");
});

test("numbers, signs, lists and times follow the language", () => {
  expect(number(1234.5)).toBe("1.234,5");
  expect([signed(3), signed(-4), signed(0)]).toEqual(["+3", "−4", "0"]);
  expect(list(["mavi", "siyah", "sarı"])).toBe("mavi, siyah ve sarı");
  expect(ago(0, 5 * 60_000)).toBe("5 dakika önce");
  expect(ago(0, 26 * 3_600_000)).toBe("dün");
  settings.lang = "en";
  expect(number(1234.5)).toBe("1,234.5");
  expect(ago(0, 2 * 3_600_000)).toBe("2 hours ago");
});

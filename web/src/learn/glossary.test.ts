import { expect, test } from "vitest";
import { fold } from "./fold";
import { entries, SYNONYMS, search } from "./glossary";

const tr = entries("tr");
const en = entries("en");
const keys = (query: string, list = tr) => search(list, query).map((entry) => entry.key);

test("folding makes look-alikes equal", () => {
  for (const [written, folded] of [
    ["Istaka", "istaka"],
    ["ıstaka", "istaka"],
    ["İSTAKA", "istaka"],
    ["ISTAKA", "istaka"],
    ["Çift, ŞÜĞÖ", "cift sugo"],
    ["kıraat-ı", "kiraat i"],
    ["kâğıt", "kagit"],
    ["  okey   dışarı ", "okey disari"],
    ["İ̇", "i"],
  ] as const) {
    expect(fold(written)).toBe(folded);
  }
});

test.each([
  ["yalancı okey", "false_joker"],
  ["YALANCI OKEY", "false_joker"],
  ["yalanci", "false_joker"],
  ["renk serisi", "run"],
  ["sıralı seri", "run"],
  ["erkek serisi", "set"],
  ["okey dışarı", "okey_finish"],
  ["okeye dönmek", "waiting"],
  ["iskarta", "discards"],
  ["ıskarta", "discards"],
  ["kapamak", "finish"],
  ["turuncu", "colour"],
  ["gosterme tasi", "indicator"],
  ["istaka", "rack"],
  ["rack", "rack"],
])("%s finds %s first", (query, key) => {
  expect(keys(query)[0]).toBe(key);
});

test("English finds by English and Turkish words", () => {
  expect(keys("wild tile", en)[0]).toBe("okey");
  expect(keys("sahte okey", en)[0]).toBe("false_joker");
  expect(keys("donmek", en)[0]).toBe("waiting");
});

test("an empty query shows all, nonsense nothing", () => {
  expect(search(tr, "  ")).toHaveLength(tr.length);
  expect(keys("zzz")).toEqual([]);
});

test("entries stand in the order of the alphabet", () => {
  const terms = tr.map((entry) => entry.term);
  expect([...terms].sort(new Intl.Collator("tr").compare)).toEqual(terms);
  expect(terms.indexOf("Çift")).toBeLessThan(terms.indexOf("Dağıtan"));
  expect(terms.indexOf("Istaka")).toBeLessThan(terms.indexOf("İkramiye"));
});

test("every synonym leads to its entry", () => {
  for (const [key, words] of Object.entries(SYNONYMS)) {
    for (const word of [...words.tr, ...words.en]) expect(keys(word), word).toContain(key);
  }
});

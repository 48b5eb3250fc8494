import type { Language } from "../app/settings.svelte";
import { fold } from "./fold";
import { type LearnTexts, learnCatalogues } from "./texts";

export type TermKey = keyof LearnTexts["terms"];

/** Other words players use, Turkish and English; all of them are found by the search. */
export const SYNONYMS: Partial<Record<TermKey, Record<Language, readonly string[]>>> = {
  rack: { tr: ["tahta", "isteka"], en: ["board"] },
  okey: { tr: ["joker"], en: ["wild tile", "joker"] },
  false_joker: { tr: ["yalancı okey", "sahte joker"], en: ["fake okey", "fake joker"] },
  indicator: { tr: ["gösterme taşı", "açılan taş"], en: ["turned-up tile"] },
  run: { tr: ["sıralı seri", "renk serisi", "sıralı per"], en: ["sequence"] },
  set: { tr: ["erkek serisi", "düz per"], en: ["book"] },
  group: { tr: ["per"], en: ["meld", "per"] },
  match: { tr: ["oyun"], en: ["game"] },
  pile: { tr: ["orta", "ortadaki taşlar"], en: ["stock", "deck"] },
  throw: { tr: ["taş atmak", "yere atmak"], en: ["discard"] },
  discards: { tr: ["ıskarta", "yere atılanlar"], en: ["discard pile"] },
  finish: { tr: ["bitmek", "kapamak", "kapatmak"], en: ["close", "go out"] },
  okey_finish: { tr: ["okey atmak", "okey dışarı"], en: ["okey out"] },
  pairs_finish: { tr: ["çiftten bitmek"], en: ["finishing with pairs"] },
  declared: { tr: ["çifte gitmek", "çifte git"], en: ["declared pairs", "playing for pairs"] },
  waiting: { tr: ["okeye dönmek", "okeye kalmak"], en: ["dönmek"] },
  pot: { tr: ["ortadaki paylar"], en: ["prize"] },
  useful: { tr: ["beklenen taşlar"], en: ["outs"] },
};

export interface Entry {
  key: TermKey;
  term: string;
  text: string;
  synonyms: readonly string[];
  /** The term in the other language. */
  other: string;
}

/** All entries in the alphabet of the language. */
export function entries(language: Language): Entry[] {
  const own = learnCatalogues[language].terms;
  const others = learnCatalogues[language === "tr" ? "en" : "tr"].terms;
  const order = new Intl.Collator(language);
  return (Object.keys(own) as TermKey[])
    .map((key) => ({
      key,
      ...own[key],
      synonyms: SYNONYMS[key]?.[language] ?? [],
      other: others[key].term,
    }))
    .sort((a, b) => order.compare(a.term, b.term));
}

/**
 * Entries that hold every word of the query in their term, synonyms (of either language) or explanation;
 * those whose name holds it come first.
 */
export function search(list: readonly Entry[], query: string): Entry[] {
  const words = fold(query).split(" ").filter(Boolean);
  if (words.length === 0) return [...list];
  const holds = (text: string) => words.every((word) => text.includes(word));
  const names = (entry: Entry) => {
    const both = SYNONYMS[entry.key];
    return fold([entry.term, entry.other, ...(both?.tr ?? []), ...(both?.en ?? [])].join(" "));
  };
  const byName = list.filter((entry) => holds(names(entry)));
  const byText = list.filter((entry) => !byName.includes(entry) && holds(`${names(entry)} ${fold(entry.text)}`));
  return [...byName, ...byText];
}

import type { Say } from "../net/wire";

export type Phrase = Say["phrase"];

/** What may be said with one press, in the order in which it is offered. */
export const PHRASES = [
  "selam",
  "kolay_gelsin",
  "iyi_oyunlar",
  "bol_sans",
  "guzel_el",
  "tebrikler",
  "tesekkurler",
  "bir_dakika",
  "geldim",
  "hadi",
  "eyvah",
  "gule_gule",
] as const satisfies readonly Phrase[];

/** What is shown rather than said. */
export const REACTIONS = ["alkis", "gulme", "saskin", "dusunme"] as const satisfies readonly Phrase[];

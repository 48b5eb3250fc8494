/** The catalogue of the learning pages; both languages come with their chunk, so the switch needs no reload. */
import { type Language, settings } from "../app/settings.svelte";
import { learn as en } from "../i18n/en/learn";
import type { Texts } from "../i18n/index.svelte";
import { learn as tr } from "../i18n/tr/learn";

export type LearnTexts = Texts<typeof tr>;

export const learnCatalogues: Record<Language, LearnTexts> = { tr, en };

/** The texts of the chosen language; read inside markup or `$derived`, they follow the switch. */
export function learn(): LearnTexts {
  return learnCatalogues[settings.lang];
}

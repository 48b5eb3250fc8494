/** The catalogue of the statistics; both languages come with their chunk, so the switch needs no reload. */
import { type Language, settings } from "../app/settings.svelte";
import { statistics as en } from "../i18n/en/statistics";
import type { Texts } from "../i18n/index.svelte";
import { statistics as tr } from "../i18n/tr/statistics";

export type StatisticsTexts = Texts<typeof tr>;

export const statisticsCatalogues: Record<Language, StatisticsTexts> = { tr, en };

/** The texts of the chosen language; read inside markup or `$derived`, they follow the switch. */
export function words(): StatisticsTexts {
  return statisticsCatalogues[settings.lang];
}

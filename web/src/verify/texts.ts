/** The catalogue of the verifier and the replay; both languages come with their chunk, so the switch needs no reload. */
import { type Language, settings } from "../app/settings.svelte";
import { verify as en } from "../i18n/en/verify";
import type { Texts } from "../i18n/index.svelte";
import { verify as tr } from "../i18n/tr/verify";

export type VerifyTexts = Texts<typeof tr>;

export const verifyCatalogues: Record<Language, VerifyTexts> = { tr, en };

/** The texts of the chosen language; read inside markup or `$derived`, they follow the switch. */
export function words(): VerifyTexts {
  return verifyCatalogues[settings.lang];
}

/** The catalogue of the pages about people; both languages come with their chunks, so the switch needs no reload. */
import { ApiError } from "../app/api";
import { type Language, settings } from "../app/settings.svelte";
import { people as en } from "../i18n/en/people";
import { type Texts, t } from "../i18n/index.svelte";
import { people as tr } from "../i18n/tr/people";

export type PeopleTexts = Texts<typeof tr>;

export const peopleCatalogues: Record<Language, PeopleTexts> = { tr, en };

/** The texts of the chosen language; read inside markup or `$derived`, they follow the switch. */
export function words(): PeopleTexts {
  return peopleCatalogues[settings.lang];
}

/** A refusal in words. */
export function faultText(error: unknown): string {
  const code = error instanceof ApiError ? error.code : "other";
  if (code === "network") return t.pages.home.errors.network;
  const faults: Readonly<Record<string, string>> = words().faults;
  return faults[code] ?? words().faults.other;
}

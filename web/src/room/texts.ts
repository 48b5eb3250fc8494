/** The catalogue of the waiting room; both languages come with its chunk, so the switch needs no reload. */
import { ApiError } from "../app/api";
import { type Language, settings } from "../app/settings.svelte";
import { room as en } from "../i18n/en/room";
import { type Texts, t } from "../i18n/index.svelte";
import { room as tr } from "../i18n/tr/room";

export type RoomTexts = Texts<typeof tr>;

export const roomCatalogues: Record<Language, RoomTexts> = { tr, en };

/** The texts of the chosen language; read inside markup or `$derived`, they follow the switch. */
export function room(): RoomTexts {
  return roomCatalogues[settings.lang];
}

/** Why no table could be founded or found, in words. */
export function enteringFault(error: unknown): string {
  const { network, too_fast, other } = t.pages.home.errors;
  const { account_needed } = room().faults;
  const known: Record<string, string> = { network, too_fast, account_needed, code_unknown: room().codeUnknown };
  return (error instanceof ApiError && known[error.code]) || other;
}

/** The catalogue of the waiting room; both languages come with its chunk, so the switch needs no reload. */
import { type Language, settings } from "../app/settings.svelte";
import { room as en } from "../i18n/en/room";
import type { Texts } from "../i18n/index.svelte";
import { room as tr } from "../i18n/tr/room";

export type RoomTexts = Texts<typeof tr>;

export const roomCatalogues: Record<Language, RoomTexts> = { tr, en };

/** The texts of the chosen language; read inside markup or `$derived`, they follow the switch. */
export function room(): RoomTexts {
  return roomCatalogues[settings.lang];
}

/** The catalogue of talk and of what is played by itself. */
import { type Language, settings } from "../app/settings.svelte";
import { talk as en } from "../i18n/en/talk";
import type { Texts } from "../i18n/index.svelte";
import { talk as tr } from "../i18n/tr/talk";
import { parseFace } from "../rules/tiles";
import type { Wish } from "../table/game.svelte";
import { tileName } from "../tile/name";
import type { Words } from "./talk.svelte";

export type TalkTexts = Texts<typeof tr>;

export const talkCatalogues: Record<Language, TalkTexts> = { tr, en };

/** The texts of the chosen language; read inside markup or `$derived`, they follow the switch. */
export function talk(): TalkTexts {
  return talkCatalogues[settings.lang];
}

/** Words as this reader sees them: phrases in the reader's language, free words as they were written. */
export const wordsText = ({ phrase, text }: Pick<Words, "phrase" | "text">): string =>
  phrase === null ? text : talk().phrases[phrase];

/** A face of a wish in words. */
export const waitedFor = (take: string): string => tileName(parseFace(take) ?? 0);

/** What is played by itself, in words; "" for nothing. */
export function helpersText({ draw, throw: thrown, take }: Wish): string {
  const { on, state } = talk().helpers;
  const parts = [draw && state.draw, thrown && state.throw, take !== null && state.take(waitedFor(take))];
  const said = parts.filter((part) => typeof part === "string");
  return said.length ? on(said.join(", ")) : "";
}

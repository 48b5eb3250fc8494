/**
 * The catalogue. The Turkish texts are the source type; the English ones must have the same keys, or nothing compiles.
 * A value is a string or a function of its parameters. Texts that only the learning pages need are loaded with them.
 */
import { type Language, settings } from "../app/settings.svelte";
import { common as enCommon } from "./en/common";
import { faults as enFaults } from "./en/faults";
import { pages as enPages } from "./en/pages";
import { table as enTable } from "./en/table";
import { common as trCommon } from "./tr/common";
import { faults as trFaults } from "./tr/faults";
import { pages as trPages } from "./tr/pages";
import { table as trTable } from "./tr/table";

/** The shape of a namespace: literal texts widened to string, functions kept. */
export type Texts<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...args: infer A) => string
      ? (...args: A) => string
      : Texts<T[K]>;
};

const tr = { common: trCommon, pages: trPages, table: trTable, faults: trFaults };

export type Catalogue = Texts<typeof tr>;

const en: Catalogue = { common: enCommon, pages: enPages, table: enTable, faults: enFaults };

export const catalogues: Record<Language, Catalogue> = { tr, en };

/** The texts of the chosen language. Read inside markup or `$derived`, it follows the language switch. */
export const t: Catalogue = {
  get common() {
    return catalogues[settings.lang].common;
  },
  get pages() {
    return catalogues[settings.lang].pages;
  },
  get table() {
    return catalogues[settings.lang].table;
  },
  get faults() {
    return catalogues[settings.lang].faults;
  },
};

const LOCALES: Record<Language, string> = { tr: "tr-TR", en: "en-GB" };

/** BCP 47 name of the chosen language, for `Intl`. */
export function locale(): string {
  return LOCALES[settings.lang];
}

/** A number in the chosen language: decimal comma in Turkish. */
export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(locale(), options).format(value);
}

/** A number with its sign, the true minus included: "+3", "−4", "0". */
export function signed(value: number): string {
  const text = number(Math.abs(value));
  return value > 0 ? `+${text}` : value < 0 ? `−${text}` : text;
}

/** "29 Kasım 2026 14:05". `at` is Unix time in milliseconds. */
export function dateTime(at: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "long", timeStyle: "short" }).format(at);
}

/** How long ago, rounded: "3 dakika önce", "dün". Both are Unix times in milliseconds. */
export function ago(at: number, now: number): string {
  const minutes = Math.round((at - now) / 60_000);
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  if (minutes > -60) return format.format(Math.min(0, minutes), "minute");
  if (minutes > -60 * 24) return format.format(Math.round(minutes / 60), "hour");
  return format.format(Math.round(minutes / (60 * 24)), "day");
}

/** A list in words: "mavi, siyah ve sarı". */
export function list(items: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: "conjunction" }).format(items);
}

/** Order of the chosen alphabet: c ç, ı i, s ş ... */
export function collator(): Intl.Collator {
  return new Intl.Collator(locale());
}

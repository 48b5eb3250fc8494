/** Numbers, days and spans of the pages about people, in the chosen language. */
import { locale, number, signed } from "../i18n/index.svelte";

/** The weekly board goes by the time of Türkiye, wherever its reader is. */
const ISTANBUL = "Europe/Istanbul";
const MINUTE = 60_000;
const UNITS = [
  ["day", 24 * 60 * MINUTE],
  ["hour", 60 * MINUTE],
  ["minute", MINUTE],
] as const;

/** A rating in whole points, without a group sign: "1548". */
export function ratingText(value: number): string {
  return number(Math.round(value), { useGrouping: false });
}

/** A change of a rating with its sign, to a tenth: "+12,4". */
export function changeText(change: number): string {
  return signed(Math.round(10 * change) / 10);
}

/** Points of the board; joint winners share, so they may be broken: "5,75". */
export function pointsText(points: number): string {
  return number(points, { maximumFractionDigits: 2 });
}

/** A day: "29 Kas 2026". `at` is Unix time in milliseconds. */
export function day(at: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(at);
}

/** The days of a week of the board: "23–29 Kasım 2026". Both are Unix times in milliseconds, the end not included. */
export function weekText(week: number, ends: number): string {
  const format = new Intl.DateTimeFormat(locale(), {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: ISTANBUL,
  });
  return format.formatRange(week, ends - MINUTE);
}

/** How long still, by its two greatest units: "3 gün 4 saat". `ms` below a minute count as one. */
export function span(ms: number): string {
  let left = Math.max(MINUTE, ms);
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const n = Math.floor(left / size);
    left -= n * size;
    if (n > 0) parts.push(number(n, { style: "unit", unit, unitDisplay: "long" }));
  }
  return parts.slice(0, 2).join(" ");
}

import { afterEach, expect, test } from "vitest";
import { settings } from "../app/settings.svelte";
import { draw, ticks } from "./chart";
import { changeText, day, pointsText, ratingText, span, weekText } from "./format";
import { outcomeOf } from "./outcome";
import { DELETED, personName } from "./person";
import { presetName } from "./presets";
import { sum } from "./tally";
import { past, sat } from "./testing";

afterEach(() => {
  settings.lang = "tr";
});

const MONDAY = Date.UTC(2026, 10, 22, 21);
const WEEK = 7 * 24 * 3_600_000;
const HOUR = 3_600_000;

test("ratings are whole points, changes tenths with a true minus, points of the board as broken as they are", () => {
  expect(ratingText(1548.5)).toBe("1549");
  expect([changeText(12.44), changeText(-0.06), changeText(0.04)]).toEqual(["+12,4", "−0,1", "0"]);
  expect([pointsText(3), pointsText(0.75), pointsText(12.666)]).toEqual(["3", "0,75", "12,67"]);
  settings.lang = "en";
  expect([ratingText(1548.5), changeText(12.44), pointsText(0.75)]).toEqual(["1549", "+12.4", "0.75"]);
});

test("a week is told by its days in Istanbul, whatever the clock of the reader", () => {
  const text = (n: number) => weekText(MONDAY + n * WEEK, MONDAY + (n + 1) * WEEK).replace(/\s?–\s?/gu, "–");
  expect([text(0), text(1)]).toEqual(["23–29 Kasım 2026", "30 Kasım–6 Aralık 2026"]);
  settings.lang = "en";
  expect(text(0)).toBe("23–29 November 2026");
  expect(day(Date.UTC(2026, 10, 28, 12))).toBe("28 Nov 2026");
});

test("what is left of a week is told by its two greatest units", () => {
  expect(span(3 * 24 * HOUR + 4 * HOUR + 59 * 60_000)).toBe("3 gün 4 saat");
  expect(span(4 * HOUR + 5 * 60_000)).toBe("4 saat 5 dakika");
  expect([span(61_000), span(10), span(-5)]).toEqual(["1 dakika", "1 dakika", "1 dakika"]);
  settings.lang = "en";
  expect(span(24 * HOUR)).toBe("1 day");
  expect(span(2 * 24 * HOUR + 10 * 60_000)).toBe("2 days 10 minutes");
});

test("whoever deleted the account is named so in the reader's language, and nobody else", () => {
  expect([personName(DELETED), personName("Işıl")]).toEqual(["silinmiş oyuncu", "Işıl"]);
  settings.lang = "en";
  expect([personName(DELETED), personName("Işıl")]).toEqual(["deleted player", "Işıl"]);
  expect([presetName("ikramiye"), presetName("yeni")]).toEqual(["Pot", "yeni"]);
});

test("a match is won alone, shared, level, lost or cancelled", () => {
  const of = (...ranks: (number | null)[]) => outcomeOf(past("a", { seats: ranks.map((rank) => sat("x", rank)) }));
  expect(of(1, 2, 3, 4)).toBe("won");
  expect(of(1, 1, 3, 4)).toBe("shared");
  expect(of(1, 1)).toBe("drawn");
  expect(of(2, 1)).toBe("lost");
  expect(of(null, null)).toBe("cancelled");
});

test("games add up, and the mean distance is weighed by the deals that others finished", () => {
  const tally = { matches: 2, wins: 1, deals: 10, normal: 2, okey: 1, pairs: 0, both: 0, others: 4, distance: 3 };
  const all = sum([
    { preset: "klasik", ...tally },
    { preset: "usta", ...tally, others: 12, distance: 5 },
    { preset: "rummy", ...tally, others: 0, distance: null },
  ]);
  expect(all).toEqual({
    matches: 6,
    wins: 3,
    deals: 30,
    normal: 6,
    okey: 3,
    pairs: 0,
    both: 0,
    others: 16,
    distance: (3 * 4 + 5 * 12) / 16,
  });
  expect(sum([]).distance).toBeNull();
});

test("the lines of a chart are round numbers around all values", () => {
  expect(ticks([1503, 1561])).toEqual([1500, 1520, 1540, 1560, 1580]);
  expect(ticks([1500])).toEqual([1500, 1505]);
  expect(ticks([1390, 1700])).toEqual([1300, 1400, 1500, 1600, 1700]);
  for (const values of [[1499.9, 1500.1], [800, 2400], [-20, 3000], [1512.5]]) {
    const lines = ticks(values);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.length).toBeLessThanOrEqual(5);
    expect(lines[0]).toBeLessThanOrEqual(Math.min(...values));
    expect(lines.at(-1)).toBeGreaterThanOrEqual(Math.max(...values));
  }
});

test("points lie at even distances from left to right, the greatest value highest", () => {
  const points = [1500, 1520, 1510].map((value, at) => ({ at, value }));
  const { places, path, y } = draw(points, [1500, 1510, 1520], { left: 10, right: 110, top: 0, bottom: 50 });
  expect(places).toEqual([
    { x: 10, y: 50 },
    { x: 60, y: 0 },
    { x: 110, y: 25 },
  ]);
  expect(path).toBe("M10.0 50.0L60.0 0.0L110.0 25.0");
  expect(y(1515)).toBe(12.5);
  expect(draw(points.slice(0, 1), [1500, 1505], { left: 10, right: 110, top: 0, bottom: 50 }).places).toEqual([
    { x: 10, y: 50 },
  ]);
});

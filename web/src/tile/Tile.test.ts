import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import { DEFAULTS, settings } from "../app/settings.svelte";
import { parseFaces } from "./faces";
import { tileName } from "./name";
import Tile from "./Tile.svelte";

afterEach(() => {
  cleanup();
  Object.assign(settings, DEFAULTS);
});

const COLOURS = { tr: ["Kırmızı", "Sarı", "Mavi", "Siyah"], en: ["Red", "Yellow", "Blue", "Black"] };

test.each(["tr", "en"] as const)("all 53 faces have their name in %s", (lang) => {
  settings.lang = lang;
  for (let face = 0; face < 52; face += 1) {
    const name = `${COLOURS[lang][Math.floor(face / 13)]} ${(face % 13) + 1}`;
    const { unmount } = render(Tile, { face });
    const tile = screen.getByRole("img", { name });
    expect(tile.textContent?.trim()).toBe(String((face % 13) + 1));
    expect(tile.querySelectorAll(".mark")).toHaveLength(1);
    unmount();
  }
  render(Tile, { face: 52 });
  expect(screen.getByRole("img", { name: lang === "tr" ? "Sahte okey" : "False joker" })).toBeTruthy();
});

test("a tile id shows its face, copies alike", () => {
  render(Tile, { tile: 8 });
  render(Tile, { tile: 9 });
  expect(screen.getAllByRole("img", { name: "Kırmızı 5" })).toHaveLength(2);
});

test("a real okey says so and wears the ring", () => {
  render(Tile, { tile: 40, okey: 20 });
  const tile = screen.getByRole("img", { name: "Okey, sarı 8, joker" });
  expect(tile.classList.contains("ringed")).toBe(true);
});

test("the false joker names what it stands for and prints its value", () => {
  render(Tile, { tile: 104, okey: 20 });
  const tile = screen.getByRole("img", { name: "Sahte okey, sarı 8 yerine" });
  expect(tile.textContent?.trim()).toBe("8");
  expect(tile.dataset.colour).toBe("yellow");
  expect(tile.classList.contains("ringed")).toBe(false);
  expect(tile.querySelector(".star")).toBeTruthy();
});

test("a green skin names the fourth colour green", () => {
  settings.skin = "klasik-yesil";
  expect(tileName(20)).toBe("Yeşil 8");
  expect(tileName(20, null, false)).toBe("yeşil 8");
  expect(tileName(52, 20)).toBe("Sahte okey, yeşil 8 yerine");
});

test("backs show nothing, a flipped okey keeps its ring and has no star", () => {
  render(Tile, { tile: 40, okey: 20, flipped: true });
  const flipped = screen.getByRole("img", { name: "Ters çevrilmiş okey" });
  expect(flipped.classList.contains("ringed")).toBe(true);
  expect(flipped.querySelector("svg")).toBeNull();
  expect(flipped.textContent?.trim()).toBe("");
  render(Tile, { tile: 3, back: true });
  const back = screen.getByRole("img", { name: "Kapalı taş" });
  expect(back.textContent?.trim()).toBe("");
  expect(back.dataset.colour).toBeUndefined();
});

test("with two letters each colour prints them", () => {
  settings.twoLetters = true;
  for (const [face, letters] of [
    [4, "Kı"],
    [17, "Sa"],
    [30, "Ma"],
    [43, "Si"],
  ] as const) {
    const { container, unmount } = render(Tile, { face });
    expect(container.querySelector(".letters")?.textContent).toBe(letters);
    unmount();
  }
});

test("an empty label makes it a picture only", () => {
  const { container } = render(Tile, { face: 3, label: "" });
  expect(screen.queryByRole("img")).toBeNull();
  expect(container.querySelector("[aria-hidden='true'].tile")).toBeTruthy();
});

test("notation of the pictures", () => {
  expect(parseFaces("r1 k13 · F O", 30)).toEqual([
    [0, 51],
    [52, 30],
  ]);
  expect(() => parseFaces("r14")).toThrow(RangeError);
  expect(() => parseFaces("O")).toThrow(RangeError);
});

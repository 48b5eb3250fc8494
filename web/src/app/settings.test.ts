import { expect, test } from "vitest";
import { DEFAULTS, fourthColour, settings, validated } from "./settings.svelte";

test.each([null, undefined, 7, "x", [], {}])("%j gives the defaults", (kept) => {
  expect(validated(kept)).toEqual(DEFAULTS);
});

test("Turkish, yellow and sound are the defaults", () => {
  expect(DEFAULTS).toMatchObject({ lang: "tr", skin: "klasik-sari", muted: false, speed: 1 });
});

test("valid fields are kept, others take their default", () => {
  const kept = {
    lang: "en",
    skin: "ayirt-yesil",
    largeTiles: true,
    volume: 35,
    speed: 2,
    felt: "gri",
    page: "system",
    motion: "reduce",
    haptics: 0,
  };
  expect(validated(kept)).toEqual({ ...DEFAULTS, ...kept, haptics: true });
});

test.each([
  ["lang", "de"],
  ["lang", "TR"],
  ["skin", "__proto__"],
  ["volume", 101],
  ["volume", -1],
  ["volume", 1.5],
  ["volume", "60"],
  ["speed", 3],
  ["motion", true],
  ["felt", "pembe"],
  ["face", ""],
  ["muted", "yes"],
] as const)("%s = %j is refused", (field, value) => {
  expect(validated({ [field]: value })[field]).toBe(DEFAULTS[field]);
});

test("the fourth colour follows the skin", () => {
  settings.skin = "klasik-yesil";
  expect(fourthColour()).toBe("green");
  settings.skin = "ayirt-sari";
  expect(fourthColour()).toBe("yellow");
  settings.skin = DEFAULTS.skin;
});

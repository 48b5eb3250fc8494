import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import { choice } from "../app/choice.svelte";
import { router } from "../app/router.svelte";
import { PRESETS, type PresetName } from "../app/ruleset";
import { DEFAULTS, settings } from "../app/settings.svelte";
import HowTo from "./HowTo.svelte";
import PlayWell from "./PlayWell.svelte";
import { learnCatalogues } from "./texts";

afterEach(() => {
  cleanup();
  Object.assign(settings, DEFAULTS);
});

const NAMES = Object.keys(PRESETS) as PresetName[];

test.each(NAMES)("the page of %s tells its own rules", (preset) => {
  render(HowTo, { preset });
  const headings = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
  const l = learnCatalogues.tr.howto;
  const rules = PRESETS[preset];
  expect(headings.includes(l.show)).toBe(rules.show !== "none");
  expect(headings.includes(l.declare)).toBe(rules.declare === "yes");
  expect(screen.queryByText(l.arrangeBad) !== null).toBe(rules.arrange === "manual");
  expect(screen.getByText(l.exhaustText[rules.exhaust])).toBeTruthy();
  expect(screen.getAllByRole("img", { name: /^Kırmızı|^Okey,|^Sahte okey/ }).length).toBeGreaterThan(10);
});

test.each([
  ["klasik", ["−2", "−4", "−4", "−8", "−1"]],
  ["ikramiye", ["1", "2", "2", "2"]],
  ["usta", ["−2", "−4", "−8", "−16", "−1"]],
  ["rummy", ["+3", "+6", "+6", "+6", "+1", "5", "6", "9", "8", "10", "15", "13", "16", "24"]],
] as const)("the points of %s", (preset, points) => {
  render(HowTo, { preset });
  expect(screen.getAllByRole("cell").map((cell) => cell.textContent)).toEqual(points);
});

test("the preset can be played from its page", async () => {
  render(HowTo, { preset: "usta" });
  await fireEvent.click(screen.getByRole("button", { name: "Bu kurallarla oyna" }));
  expect(choice.preset).toBe("usta");
  expect(router.route).toEqual({ name: "home" });
});

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("the worked example goes both ways", async () => {
  render(PlayWell);
  const l = learnCatalogues.tr.playwell;
  expect(screen.getByText("Adım 1 / 5")).toBeTruthy();
  await press("İleri");
  await press(l.chooseFinish);
  expect(screen.getByText("+3 puan")).toBeTruthy();
  expect(screen.getByText("Adım 3 / 3")).toBeTruthy();
  await press("Geri");
  await press(l.chooseWait);
  await press("İleri");
  await press("İleri");
  expect(screen.getByText("+6 puan")).toBeTruthy();
  expect(screen.getByText(l.steps.risk)).toBeTruthy();
  await press(l.restart);
  expect(screen.getByText("Adım 1 / 5")).toBeTruthy();
});

test("every piece of advice is there, in the skin's colours", () => {
  settings.skin = "klasik-yesil";
  render(PlayWell);
  expect(screen.getAllByRole("heading", { level: 3 })).toHaveLength(8);
  expect(screen.getByText(/İki yeşil 3 de çıktıysa/)).toBeTruthy();
  expect(screen.queryByText(/sarı/)).toBeNull();
});

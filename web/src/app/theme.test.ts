/** Every look can be read: tiles on every face in every skin, words on felts, racks, buttons and pages. */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { DEFAULTS, FACES, FELTS, type SettingsValues, SKINS, WOODS } from "./settings.svelte";
import { dress, lookOf, wear } from "./theme";

const TOKENS = readFileSync("src/styles/tokens.css", "utf8");

/** The tokens of one rule of the style sheet. */
function rule(selector: string): Record<string, string> {
  const start = TOKENS.indexOf(selector);
  const body = TOKENS.slice(TOKENS.indexOf("{", start) + 1, TOKENS.indexOf("}", start));
  return Object.fromEntries([...body.matchAll(/(--[a-z-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));
}

const standard = rule(":root {");
expect(standard["--felt"]).toBe("#1f5a48");

/** All tokens as they are with these choices. */
function worn(choices: Partial<SettingsValues>, dark = false): Record<string, string> {
  const chosen = { ...DEFAULTS, ...choices };
  const sharp = chosen.skin.endsWith("-sari") ? rule('[data-contrast="high"] [data-skin$="-sari"]') : {};
  const contrast = chosen.highContrast ? { ...rule('[data-contrast="high"]'), ...sharp } : {};
  return { ...standard, ...rule(`[data-skin="${chosen.skin}"]`), ...contrast, ...lookOf(chosen, dark) };
}

/** Red, green and blue from 0 to 1, of `#abc` or `#aabbcc`. */
function channels(colour: string): number[] {
  const digits = colour.length === 4 ? colour.replace(/[0-9a-f]/g, "$&$&") : colour;
  return [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255);
}

function luminance(rgb: readonly number[]): number {
  const [r, g, b] = rgb.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** `share` of one colour with the rest of another. */
const mixed = (one: readonly number[], share: number, other: readonly number[]): number[] =>
  one.map((value, at) => value * share + other[at] * (1 - share));

const WHITE = [1, 1, 1];
const BLACK = [0, 0, 0];

test("the ratio of black and white is 21, and of a pair whose ratio is known what it must be", () => {
  expect(contrast(WHITE, BLACK)).toBeCloseTo(21);
  expect(contrast(channels("#767676"), WHITE)).toBeCloseTo(4.54, 2);
});

describe.each(FACES.flatMap((face) => [false, true].map((highContrast) => ({ face, highContrast }))))(
  "face $face, high contrast $highContrast",
  ({ face, highContrast }) => {
    /** The standard face has the inks of the design, large figures at 3:1; a new one must do better. */
    const least = face === "fildisi" && !highContrast ? 3 : 4.5;

    test.each(SKINS)("%s: figures, marks, small figures and the ring of the okey", (skin) => {
      const tokens = worn({ face, skin, highContrast });
      const ink = ["--ink-red", "--ink-fourth", "--ink-blue", "--ink-black"].map((name) => channels(tokens[name]));
      const [light, middle, low] = ["--tile-light", "--tile-face", "--tile-low"].map((name) => channels(tokens[name]));
      for (const each of ink) {
        expect(contrast(each, light)).toBeGreaterThanOrEqual(least);
        expect(contrast(each, middle)).toBeGreaterThanOrEqual(least);
        expect(contrast(each, mixed(middle, 0.5, low))).toBeGreaterThanOrEqual(3); // where the marks stand
        expect(contrast(mixed(each, 0.65, channels(tokens["--ink-mix"])), low)).toBeGreaterThanOrEqual(4.5);
      }
      for (const ground of [light, middle, low])
        expect(contrast(channels(tokens["--okey"]), ground)).toBeGreaterThanOrEqual(3);
    });
  },
);

test("the inks of a skin stay four", () => {
  for (const face of FACES)
    for (const skin of SKINS) {
      const tokens = worn({ face, skin });
      const ink = ["--ink-red", "--ink-fourth", "--ink-blue", "--ink-black"].map((name) => tokens[name]);
      expect(new Set(ink).size).toBe(4);
    }
});

test.each(FELTS)("felt %s: words, buttons and the brass of the turn", (felt) => {
  const tokens = worn({ felt });
  const of = (name: string): number[] => channels(tokens[name]);
  for (const ground of ["--felt", "--felt-light", "--felt-edge"]) {
    expect(contrast(WHITE, of(ground))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(channels("#c9d6d1"), of(ground))).toBeGreaterThanOrEqual(3.7); // the dullest words, always larger
    expect(contrast(channels("#d3e0da"), of(ground))).toBeGreaterThanOrEqual(4.2);
    expect(contrast(of("--focus"), of(ground))).toBeGreaterThanOrEqual(3);
  }
  expect(contrast(of("--brass"), of("--felt"))).toBeGreaterThanOrEqual(3);
  for (const ground of ["--button", "--button-high", "--deep"]) {
    expect(contrast(WHITE, of(ground))).toBeGreaterThanOrEqual(7);
    expect(contrast(of("--button-off"), of(ground))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of("--low-time"), of(ground))).toBeGreaterThanOrEqual(4.5);
  }
});

test.each(WOODS)("rack %s: focus, brass and tiles stand out", (wood) => {
  const tokens = worn({ wood });
  for (const name of ["--wood", "--wood-light"]) {
    for (const sign of ["--focus", "--tile-face"])
      expect(contrast(channels(tokens[sign]), channels(tokens[name]))).toBeGreaterThanOrEqual(3);
  }
});

test("the dark tile stands out from every felt and rack by its edge", () => {
  const { "--tile-line": line, "--tile-face": face } = worn({ face: "koyu" });
  expect(contrast(channels(line), channels(face))).toBeGreaterThan(1.5);
});

test.each(["light", "dark"] as const)("pages, %s: every pair of words and ground", (page) => {
  const tokens = worn({ page });
  const of = (name: string): number[] => channels(tokens[name]);
  for (const ground of ["--paper", "--paper-high", "--paper-low"]) {
    for (const words of ["--ink", "--ink-muted", "--link"])
      expect(contrast(of(words), of(ground)), `${words} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
  for (const ground of ["--paper", "--paper-high"]) {
    for (const words of ["--error", "--good", "--warn"])
      expect(contrast(of(words), of(ground)), `${words} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    for (const line of ["--paper-edge", "--brass-deep", "--focus-light"])
      expect(contrast(of(line), of(ground)), `${line} on ${ground}`).toBeGreaterThanOrEqual(3);
  }
  expect(contrast(of("--error"), of("--error-paper"))).toBeGreaterThanOrEqual(4.5);
  expect(contrast(of("--ink"), of("--brass-paper"))).toBeGreaterThanOrEqual(4.5);
  for (const sign of ["--error", "--good", "--warn"])
    expect(contrast(of("--paper-high"), of(sign))).toBeGreaterThanOrEqual(4.5);
});

describe("put on", () => {
  const root = document.documentElement;

  afterEach(() => {
    dress(root, {});
    localStorage.clear();
  });

  test("a look is put on, kept for the next visit, and leaves nothing behind", () => {
    wear({ ...DEFAULTS, felt: "mavi", page: "dark" }, false);
    expect(root.style.getPropertyValue("--felt")).toBe("#1f4a74");
    expect(root.style.getPropertyValue("color-scheme")).toBe("dark");
    expect(JSON.parse(localStorage["okey.look"])[0]["--felt"]).toBe("#1f4a74");
    wear({ ...DEFAULTS, wood: "mese" }, false);
    expect(root.style.getPropertyValue("--felt")).toBe("");
    wear(DEFAULTS, true);
    expect(root.style.length).toBe(0);
    expect(localStorage["okey.look"]).toBeUndefined();
  });

  test("as on the device: both looks are kept, the right one is on", () => {
    wear({ ...DEFAULTS, page: "system" }, true);
    expect(root.style.getPropertyValue("--paper")).toBe("#15191d");
    const [light, dark] = JSON.parse(localStorage["okey.look"]);
    expect(light).toEqual({});
    expect(dark["--paper"]).toBe("#15191d");
  });

  test("before the first paint the kept look is put on, whatever lies in the store", () => {
    const script = readFileSync("public/before.js", "utf8");
    wear({ ...DEFAULTS, felt: "gri", skin: "ayirt-sari" }, false);
    dress(root, {});
    new Function(script)();
    expect(root.style.getPropertyValue("--felt")).toBe("#3d4348");
    for (const rubbish of ["", "7", "null", "[3]", "{"]) {
      localStorage["okey.look"] = rubbish;
      new Function(script)();
    }
  });

  test("every name is a token of the style sheet", () => {
    const names = FELTS.flatMap((felt) =>
      WOODS.flatMap((wood) => FACES.map((face) => ({ felt, wood, face, page: "dark" as const }))),
    );
    for (const choices of names)
      for (const name of Object.keys(lookOf({ ...DEFAULTS, ...choices }, true)))
        if (name !== "color-scheme") expect({ ...standard, ...rule('[data-skin="klasik-sari"]') }).toHaveProperty(name);
  });
});

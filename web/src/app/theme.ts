/**
 * Looks other than the standard one: values of tokens of src/styles/tokens.css, put on the document by script, which
 * the CSP allows and which weighs nothing for those who like the standard. Loaded only when a choice asks for it.
 */
import type { Face, Felt, SettingsValues, Skin, Wood } from "./settings.svelte";

/** Property and value. */
export type Look = Readonly<Record<string, string>>;

/** Two looks, for a light and for a dark system: public/before.js puts the right one on before the first paint. */
const KEY = "okey.look";

export const felts: Record<Felt, Look> = {
  yesil: {},
  mavi: {
    "--felt": "#1f4a74",
    "--felt-light": "#2a5f92",
    "--felt-edge": "#12304f",
    "--button": "#0a2038",
    "--button-high": "#143456",
    "--button-line": "#466787",
    "--deep": "#0c1b2b",
  },
  bordo: {
    "--felt": "#652330",
    "--felt-light": "#7d2f40",
    "--felt-edge": "#431620",
    "--button": "#2b0d14",
    "--button-high": "#43161f",
    "--button-line": "#80505a",
    "--deep": "#220b11",
    "--finish": "#d9857a",
  },
  gri: {
    "--felt": "#3d4348",
    "--felt-light": "#4d545a",
    "--felt-edge": "#272b2f",
    "--button": "#15191c",
    "--button-high": "#262c31",
    "--button-line": "#636d75",
    "--deep": "#15191c",
    "--finish": "#c25a50",
  },
};

export const woods: Record<Wood, Look> = {
  ceviz: {},
  mese: {
    "--wood": "#8a6032",
    "--wood-light": "#9c7040",
    "--wood-deep": "#68451f",
    "--wood-edge": "#bd9158",
  },
  abanoz: {
    "--wood": "#2e2825",
    "--wood-light": "#3d3531",
    "--wood-deep": "#1b1715",
    "--wood-edge": "#5c5049",
  },
};

export const faces: Record<Face, Look> = {
  fildisi: {},
  beyaz: {
    "--tile-face": "#f6f8fa",
    "--tile-light": "#fff",
    "--tile-low": "#eceff3",
    "--tile-edge": "#b7bec8",
    "--tile-line": "#ccd2da",
  },
  koyu: {
    "--tile-face": "#292e36",
    "--tile-light": "#2c3139",
    "--tile-low": "#24292f",
    "--tile-edge": "#0c0f12",
    "--tile-line": "#59636e",
    "--okey": "#c59bf0",
    "--ink-mix": "#fff",
  },
};

/** Red, the fourth colour, blue and black; on the dark face black is printed light. Empty: those of tokens.css. */
export const inks: Record<Face, Record<Skin, readonly string[]>> = {
  fildisi: { "klasik-sari": [], "klasik-yesil": [], "ayirt-sari": [], "ayirt-yesil": [] },
  beyaz: {
    "klasik-sari": ["#7d0512", "#9d6001", "#1e5fd6", "#16181d"],
    "klasik-yesil": ["#cf1d28", "#00695c", "#1565d8", "#16181d"],
    "ayirt-sari": ["#6f1205", "#9d6001", "#1446a3", "#0f1115"],
    "ayirt-yesil": ["#9b1416", "#177d70", "#0127ba", "#0c0d0e"],
  },
  koyu: {
    "klasik-sari": ["#ff6a5e", "#f7cf5f", "#7fb0ff", "#f4f6f8"],
    "klasik-yesil": ["#ff6a5e", "#52e0ad", "#7aa7ff", "#f4f6f8"],
    "ayirt-sari": ["#e18388", "#fbda61", "#8d9fe9", "#f4f6f8"],
    "ayirt-yesil": ["#fe6e58", "#3ecea0", "#8e92f3", "#f8fafc"],
  },
};
const INKS = ["--ink-red", "--ink-fourth", "--ink-blue", "--ink-black"];

export const darkPage: Look = {
  "color-scheme": "dark",
  "--paper": "#15191d",
  "--paper-high": "#1e2429",
  "--paper-low": "#2a3138",
  "--paper-line": "#353d44",
  "--paper-rim": "#5b656d",
  "--paper-edge": "#838e97",
  "--ink": "#e8e6e1",
  "--ink-muted": "#a9b0b6",
  "--link": "#8fb8ff",
  "--focus-light": "#ffd54a",
  "--error": "#ffb4a9",
  "--error-paper": "#3d1613",
  "--brass-deep": "#e0a526",
  "--brass-paper": "#3d3414",
  "--good": "#86d3a8",
  "--warn": "#e8b45a",
};

/** The inks of a skin on the chosen face; high contrast prints the skin's own on white. */
export function inkLook({ face, highContrast }: SettingsValues, skin: Skin): Look {
  const printed = highContrast ? [] : inks[face][skin];
  return Object.fromEntries(printed.map((ink, at) => [INKS[at], ink]));
}

/** What is put over the tokens for these choices, on a light or dark system. */
export function lookOf(chosen: SettingsValues, dark: boolean): Look {
  return {
    ...felts[chosen.felt],
    ...woods[chosen.wood],
    ...(chosen.highContrast ? {} : faces[chosen.face]),
    ...inkLook(chosen, chosen.skin),
    ...(chosen.page === "dark" || (chosen.page === "system" && dark) ? darkPage : {}),
  };
}

/** Put a look on an element and take off what is not of it. */
export function dress({ style }: HTMLElement, look: Look): void {
  for (const name of Array.from(style)) if (!(name in look)) style.removeProperty(name);
  for (const [name, value] of Object.entries(look)) style.setProperty(name, value);
}

/** Put the chosen look on the document and keep it for the next first paint. */
export function wear(chosen: SettingsValues, dark: boolean): void {
  dress(document.documentElement, lookOf(chosen, dark));
  const looks = [false, true].map((system) => lookOf(chosen, system));
  try {
    if (looks.some((look) => Object.keys(look).length)) localStorage.setItem(KEY, JSON.stringify(looks));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage may be refused; the look then comes a moment after the page.
  }
}

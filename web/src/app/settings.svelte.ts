/** What a person chose about language, look, motion and sound. Kept in this browser only. */

export const LANGUAGES = ["tr", "en"] as const;
export const SKINS = ["klasik-sari", "klasik-yesil", "ayirt-sari", "ayirt-yesil"] as const;
export const MOTIONS = ["system", "reduce", "full"] as const;
export const SPEEDS = [0, 1, 2] as const;
export const FELTS = ["yesil", "mavi", "bordo", "gri"] as const;
export const WOODS = ["ceviz", "mese", "abanoz"] as const;
export const FACES = ["fildisi", "beyaz", "koyu"] as const;
export const PAGES = ["light", "dark", "system"] as const;

export type Language = (typeof LANGUAGES)[number];
export type Skin = (typeof SKINS)[number];
export type Motion = (typeof MOTIONS)[number];
export type Speed = (typeof SPEEDS)[number];
export type Felt = (typeof FELTS)[number];
export type Wood = (typeof WOODS)[number];
export type Face = (typeof FACES)[number];
export type PageLook = (typeof PAGES)[number];

export interface SettingsValues {
  lang: Language;
  /** Inks of the four colours; `-yesil` prints the fourth colour green and names it so. */
  skin: Skin;
  felt: Felt;
  /** Of the rack. */
  wood: Wood;
  /** Of the tiles; high contrast has a face of its own. */
  face: Face;
  page: PageLook;
  /** Portrait rack of 4 rows x 8 with tiles near the 44 px comfort size. */
  largeTiles: boolean;
  highContrast: boolean;
  /** Two letters of the colour beside the mark (Kı, Sa or Ye, Ma, Si). */
  twoLetters: boolean;
  motion: Motion;
  /** 0 no animation, 1 normal, 2 fast. */
  speed: Speed;
  /** 0 to 100. */
  volume: number;
  muted: boolean;
  turnSoundOnly: boolean;
  haptics: boolean;
  /** Distance and useful tiles at the level kolay. */
  hints: boolean;
}

export const DEFAULTS: Readonly<SettingsValues> = {
  lang: "tr",
  skin: "klasik-sari",
  felt: "yesil",
  wood: "ceviz",
  face: "fildisi",
  page: "light",
  largeTiles: false,
  highContrast: false,
  twoLetters: false,
  motion: "system",
  speed: 1,
  volume: 60,
  muted: false,
  turnSoundOnly: false,
  haptics: true,
  hints: false,
};

const KEY = "okey.settings";

function oneOf<T>(values: readonly T[], value: unknown, other: T): T {
  return values.includes(value as T) ? (value as T) : other;
}

/** Any stored value becomes valid settings; a field that makes no sense takes its default. */
export function validated(kept: unknown): SettingsValues {
  const raw = (typeof kept === "object" && kept !== null ? kept : {}) as Record<string, unknown>;
  const flag = (name: keyof SettingsValues): boolean =>
    typeof raw[name] === "boolean" ? (raw[name] as boolean) : (DEFAULTS[name] as boolean);
  const volume = raw.volume;
  return {
    lang: oneOf(LANGUAGES, raw.lang, DEFAULTS.lang),
    skin: oneOf(SKINS, raw.skin, DEFAULTS.skin),
    felt: oneOf(FELTS, raw.felt, DEFAULTS.felt),
    wood: oneOf(WOODS, raw.wood, DEFAULTS.wood),
    face: oneOf(FACES, raw.face, DEFAULTS.face),
    page: oneOf(PAGES, raw.page, DEFAULTS.page),
    largeTiles: flag("largeTiles"),
    highContrast: flag("highContrast"),
    twoLetters: flag("twoLetters"),
    motion: oneOf(MOTIONS, raw.motion, DEFAULTS.motion),
    speed: oneOf(SPEEDS, raw.speed, DEFAULTS.speed),
    volume: Number.isInteger(volume) && (volume as number) >= 0 && (volume as number) <= 100 ? (volume as number) : 60,
    muted: flag("muted"),
    turnSoundOnly: flag("turnSoundOnly"),
    haptics: flag("haptics"),
    hints: flag("hints"),
  };
}

function load(): SettingsValues {
  try {
    return validated(JSON.parse(localStorage.getItem(KEY) ?? "null"));
  } catch {
    return { ...DEFAULTS }; // storage refused or not JSON
  }
}

/** The one settings object; every field is reactive. */
export const settings: SettingsValues = $state(load());

/** Name of the fourth colour in this skin. */
export function fourthColour(): "yellow" | "green" {
  return settings.skin.endsWith("-yesil") ? "green" : "yellow";
}

let wantsLess = $state(false);
let wantsDark = $state(false);
const THEME = ["felt", "wood", "face", "page"] as const;

/** True when animations are to be left out: by choice, by speed 0, or by the system's wish. */
export function lessMotion(): boolean {
  return settings.speed === 0 || settings.motion === "reduce" || (settings.motion === "system" && wantsLess);
}

/** Tell now and at every change what the system wishes. */
function follow(wish: string, tell: (wanted: boolean) => void): void {
  const query = matchMedia(wish);
  tell(query.matches);
  query.addEventListener("change", () => tell(query.matches));
}

/** Writes the settings to the document and to the store whenever they change. Called once by the shell. */
export function keepSettings(): void {
  follow("(prefers-reduced-motion: reduce)", (wanted) => {
    wantsLess = wanted;
  });
  follow("(prefers-color-scheme: dark)", (wanted) => {
    wantsDark = wanted;
  });
  $effect(() => {
    const root = document.documentElement;
    root.lang = settings.lang;
    root.dataset.skin = settings.skin;
    root.dataset.contrast = settings.highContrast ? "high" : "normal";
    root.dataset.motion = lessMotion() ? "less" : "full";
    const dark = wantsDark;
    // Nothing of it is needed for the standard look, unless another is being taken off.
    if (THEME.some((name) => settings[name] !== DEFAULTS[name]) || root.style.length)
      import("./theme").then(
        ({ wear }) => wear(settings, dark),
        () => {}, // the standard look serves as well
      );
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // Storage may be refused; the choice then lasts as long as the page.
    }
  });
  addEventListener("storage", (event) => {
    if (event.key === KEY) Object.assign(settings, load());
  });
}

/** Everything a single key may do at the table. */
export const COMMANDS = [
  "draw",
  "take",
  "throw",
  "finish",
  "show",
  "declare",
  "arrange",
  "pairs",
  "undo",
  "flip",
  "hand",
  "last",
  "clocks",
  "indicator",
  "mute",
  "talk",
  "help",
] as const;
export type Command = (typeof COMMANDS)[number];
export type Bindings = Record<Command, string>;

export const DEFAULT_KEYS: Readonly<Bindings> = {
  draw: "d",
  take: "s",
  throw: "a",
  finish: "b",
  show: "g",
  declare: "p",
  arrange: "t",
  pairs: "y",
  undo: "u",
  flip: "f",
  hand: "e",
  last: "l",
  clocks: "c",
  indicator: "v",
  mute: "m",
  talk: "k",
  help: "?",
};

export interface Key {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

/**
 * The command of a key press, or null. Delete always throws; keys with Ctrl, Alt or Meta belong to the browser,
 * letters with Shift to nobody.
 */
export function commandOf(event: Key, keys: Bindings): Command | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  if (event.key === "Delete") return "throw";
  const pressed = event.key.toLocaleLowerCase("en");
  if (event.shiftKey && /^[a-z]$/.test(pressed)) return null;
  return COMMANDS.find((command) => keys[command] === pressed) ?? null;
}

/** Give a command another key: one sign that is no Turkish letter apart; a key that is taken changes places. */
export function rebind(keys: Bindings, command: Command, key: string): Bindings {
  const wanted = key.toLocaleLowerCase("en");
  if (!/^[a-hj-z0-9?.,+-]$/.test(wanted)) return keys;
  const owner = COMMANDS.find((other) => keys[other] === wanted);
  return { ...keys, ...(owner ? { [owner]: keys[command] } : {}), [command]: wanted };
}

const STORE = "okey.keys";

export function loadKeys(storage: Pick<Storage, "getItem">): Bindings {
  try {
    const kept = JSON.parse(storage.getItem(STORE) ?? "{}") as Partial<Bindings>;
    return COMMANDS.reduce<Bindings>((keys, command) => (kept[command] ? rebind(keys, command, kept[command]) : keys), {
      ...DEFAULT_KEYS,
    });
  } catch {
    return { ...DEFAULT_KEYS };
  }
}

export function saveKeys(storage: Pick<Storage, "setItem">, keys: Bindings): void {
  try {
    storage.setItem(STORE, JSON.stringify(keys));
  } catch {
    // Storage may be refused; the keys then last as long as the page.
  }
}

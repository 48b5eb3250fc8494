import type { Texts } from "../index.svelte";
import type { common as source } from "../tr/common";

export const common: Texts<typeof source> = {
  app: "Okey",
  yes: "Yes",
  no: "No",
  cancel: "Cancel",
  ok: "OK",
  close: "Close",
  back: "Back",
  next: "Next",
  retry: "Try again",
  loading: "Loading…",
  newVersion: "A new version is ready.",
  newVersionLater: "A new version is ready. It will load after this deal.",
  reload: "Reload",
  failed: "This page could not be loaded. Check your connection.",
  skipToContent: "Skip to content",

  colours: { red: "red", yellow: "yellow", green: "green", blue: "blue", black: "black" },
  coloursCapital: { red: "Red", yellow: "Yellow", green: "Green", blue: "Blue", black: "Black" },
  coloursShort: { red: "Re", yellow: "Ye", green: "Gr", blue: "Bu", black: "Bk" },

  tile: {
    plain: (colour, n) => `${colour} ${n}`,
    okey: (colour, n) => `Okey, ${colour} ${n}, wild`,
    falseJoker: "False joker",
    falseJokerFor: (colour, n) => `False joker, stands for ${colour} ${n}`,
    flipped: "Okey turned face down",
    back: "Face-down tile",
  },

  presets: {
    klasik: "Classic",
    kahvehane: "Coffee-house",
    ikramiye: "Pot",
    usta: "Master",
    rummy: "Okey Rummy",
  },
  levels: { kolay: "Easy", orta: "Medium", zor: "Hard" },
  computer: "Computer",
  you: "You",
  deletedPlayer: "deleted player",
};

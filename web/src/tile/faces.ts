/** Colours by name, and the notation the pictures of the learning pages are written in. */
import { colourOf, type Face, parseFace } from "../rules/tiles";

export const COLOURS = ["red", "yellow", "blue", "black"] as const;
export type Colour = (typeof COLOURS)[number];

/** Colour of a numbered face. */
export function colourWord(face: Face): Colour {
  return COLOURS[colourOf(face)] as Colour;
}

/**
 * Groups of faces: tiles are parted by spaces, groups by `·`; `O` is a real okey.
 * Throws RangeError for anything else: the texts of this project are the only callers.
 */
export function parseFaces(text: string, okey: Face | null = null): Face[][] {
  return text.split("·").map((group) =>
    group
      .trim()
      .split(/\s+/)
      .filter(Boolean)
      .map((part) => {
        const face = part === "O" ? okey : parseFace(part);
        if (face === null) throw new RangeError(`not a tile: ${part}`);
        return face;
      }),
  );
}

/** Numbers and colours of tiles; ids and faces as the rules define them: id = 26*colour + 2*(number-1) + copy. */

export const COLOURS = ["red", "yellow", "blue", "black"] as const;
export type Colour = (typeof COLOURS)[number];

/** Face of both false jokers. */
export const FALSE_JOKER = 52;

export function faceOf(tile: number): number {
  return tile >> 1;
}

/** Colour of a face 0..51. */
export function colourOf(face: number): Colour {
  return COLOURS[Math.floor(face / 13)] as Colour;
}

/** Number 1..13 of a face 0..51. */
export function numberOf(face: number): number {
  return (face % 13) + 1;
}

/** Face of the okey that an indicator names: one higher in its colour, 1 after 13. */
export function okeyFace(indicator: number): number {
  const face = faceOf(indicator);
  return face % 13 === 12 ? face - 12 : face + 1;
}

const LETTERS = "rybk";

/**
 * Face of a tile in notation: `r5`, `k13`, `F` for the false joker, `O` for a real okey.
 * Throws RangeError for anything else: the texts of this project are the only callers.
 */
export function parseFace(text: string, okey: number | null = null): number {
  if (text === "F") return FALSE_JOKER;
  if (text === "O" && okey !== null) return okey;
  const colour = LETTERS.indexOf(text.charAt(0));
  const number = Number(text.slice(1));
  if (text.length < 2 || colour < 0 || !Number.isInteger(number) || number < 1 || number > 13) {
    throw new RangeError(`not a tile: ${text}`);
  }
  return colour * 13 + number - 1;
}

/** Groups of faces: tiles are parted by spaces, groups by `·` or `|`. */
export function parseFaces(text: string, okey: number | null = null): number[][] {
  return text.split(/[·|]/).map((group) =>
    group
      .trim()
      .split(/\s+/)
      .filter(Boolean)
      .map((part) => parseFace(part, okey)),
  );
}

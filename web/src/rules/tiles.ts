/** Tiles are ids 0..105, faces 0..52; the numbering is the server's (26 * colour + 2 * (number - 1) + copy). */
export type Tile = number;
export type Face = number;

export const FALSE_JOKER: Face = 52;
export const LETTERS = "rybk";

export const faceOf = (tile: Tile): Face => tile >> 1;
/** Number 1..13 of a numbered face. */
export const numberOf = (face: Face): number => (face % 13) + 1;
/** Colour 0 red, 1 yellow (green), 2 blue, 3 black of a numbered face. */
export const colourOf = (face: Face): number => Math.floor(face / 13);
const faceFrom = (colour: number, number: number): Face => colour * 13 + number - 1;
export const twinOf = (tile: Tile): Tile => tile ^ 1;

/** The face of the wild tiles: one above the indicator, 13 -> 1. */
export function okeyFace(indicator: Tile): Face {
  const face = faceOf(indicator);
  return face % 13 === 12 ? face - 12 : face + 1;
}

export const isOkey = (tile: Tile, okey: Face | null): boolean => okey !== null && faceOf(tile) === okey;

/** The face a tile counts as when it is not wild: a false joker stands for the okey's face. */
export function standsFor(tile: Tile, okey: Face | null): Face {
  const face = faceOf(tile);
  return face === FALSE_JOKER && okey !== null ? okey : face;
}

/** `r5`, `k13`, `F`. */
export function faceText(face: Face): string {
  return face === FALSE_JOKER ? "F" : `${LETTERS[colourOf(face)]}${numberOf(face)}`;
}

/** Read `r5` or `F`; null for anything else. */
export function parseFace(text: string): Face | null {
  if (text === "F") return FALSE_JOKER;
  const match = /^([rybk])(1[0-3]|[1-9])$/.exec(text);
  return match ? faceFrom(LETTERS.indexOf(match[1] as string), Number(match[2])) : null;
}

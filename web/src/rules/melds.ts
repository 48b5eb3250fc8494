import { colourOf, type Face, isOkey, numberOf, standsFor, type Tile } from "./tiles";

type Kind = "run" | "set" | "pair";

/** A group as read: its kind and the face every tile stands for, in the order given. */
export interface Reading {
  kind: Kind;
  faces: Face[];
}

/** A run read upwards from `start` (1..12); positions up to 14, which is the 1 after 13. */
function runFrom(values: readonly (Face | null)[]): Face[] | null {
  const fixed = values.findIndex((face) => face !== null);
  if (fixed < 0 || values.length > 14) return null;
  const anchor = values[fixed] as Face;
  const colour = colourOf(anchor);
  const tries = numberOf(anchor) === 1 ? [1, 14] : [numberOf(anchor)];
  for (const at of tries) {
    const start = at - fixed;
    if (start < 1 || start + values.length - 1 > 14) continue;
    const faces = values.map((_, i) => colour * 13 + ((start + i - 1) % 13));
    if (values.every((face, i) => face === null || face === faces[i])) return faces;
  }
  return null;
}

function setOf(values: readonly (Face | null)[]): Face[] | null {
  const fixed = values.filter((face): face is Face => face !== null);
  const first = fixed[0];
  if (first === undefined || values.length < 3 || values.length > 4) return null;
  if (fixed.some((face) => numberOf(face) !== numberOf(first))) return null;
  const free = [0, 1, 2, 3].filter((colour) => !fixed.some((face) => colourOf(face) === colour));
  if (new Set(fixed).size !== fixed.length) return null;
  return values.map((face) => face ?? (free.shift() as number) * 13 + numberOf(first) - 1);
}

/** How a laid group reads (RULES 5): runs may rise or fall; null when it is no meld and no pair. */
export function readGroup(tiles: readonly Tile[], okey: Face | null): Reading | null {
  const values = tiles.map((tile) => (isOkey(tile, okey) ? null : standsFor(tile, okey)));
  if (tiles.length === 2) {
    const [a, b] = values as [Face | null, Face | null];
    const face = a ?? b ?? (okey as Face);
    return a === null || b === null || a === b ? { kind: "pair", faces: [face, face] } : null;
  }
  if (tiles.length < 3) return null;
  const set = setOf(values);
  if (set) return { kind: "set", faces: set };
  const rising = runFrom(values);
  if (rising) return { kind: "run", faces: rising };
  const falling = runFrom([...values].reverse());
  return falling && { kind: "run", faces: falling.reverse() };
}

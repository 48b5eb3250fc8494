/** Help for tests. */
import { type Face, parseFace, type Tile } from "./tiles";

/** Give every face a physical tile, first copy first. */
export function tilesFromFaces(texts: readonly string[]): Tile[] {
  const used = new Map<Face, number>();
  return texts.map((text) => {
    const face = parseFace(text);
    const copy = face === null ? 2 : (used.get(face) ?? 0);
    if (face === null || copy > 1) throw new Error(`not a tile here: ${text}`);
    used.set(face, copy + 1);
    return 2 * face + copy;
  });
}

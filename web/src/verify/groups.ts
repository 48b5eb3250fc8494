/** Runs, sets and pairs as the verifier reads them, for one okey. */
import { arrange } from "../rules/arrange";

const FALSE_JOKER = 52;

interface Natural {
  place: number;
  colour: number;
  number: number;
}

/** The tiles of a group that are not wild; numbers from 0. */
function naturals(group: readonly number[], okey: number): Natural[] {
  return group.flatMap((tile, place) => {
    const printed = tile >> 1;
    if (printed === okey) return [];
    const face = printed === FALSE_JOKER ? okey : printed;
    return [{ place, colour: Math.floor(face / 13), number: face % 13 }];
  });
}

const distinct = (values: readonly number[]): number => new Set(values).size;

export function isSet(group: readonly number[], okey: number): boolean {
  const own = naturals(group, okey);
  return (
    (group.length === 3 || group.length === 4) &&
    distinct(own.map((tile) => tile.number)) === 1 &&
    distinct(own.map((tile) => tile.colour)) === own.length
  );
}

/** A run that rises in the order given; a 1 may follow 13 and ends it. */
export function isRising(group: readonly number[], okey: number): boolean {
  const own = naturals(group, okey);
  if (group.length < 3 || group.length > 14 || distinct(own.map((tile) => tile.colour)) !== 1) return false;
  const firsts = own.map((tile) => (tile.number - tile.place + 26) % 13);
  return distinct(firsts) === 1 && (firsts[0] as number) + group.length <= 14;
}

export function isMeld(group: readonly number[], okey: number, falling: boolean): boolean {
  return isSet(group, okey) || isRising(group, okey) || (falling && isRising([...group].reverse(), okey));
}

export function arePairs(groups: readonly (readonly number[])[], okey: number): boolean {
  return (
    groups.length === 7 &&
    groups.every((group) => {
      const [a, b] = group.map((tile) => tile >> 1);
      return group.length === 2 && (a === b || a === okey || b === okey);
    })
  );
}

/** Whether 14 tiles can be laid as seven pairs. */
export function pairsPossible(tiles: readonly number[], okey: number): boolean {
  const counts = new Map<number, number>();
  for (const tile of tiles) counts.set(tile >> 1, (counts.get(tile >> 1) ?? 0) + 1);
  const wild = counts.get(okey) ?? 0;
  counts.delete(okey);
  const singles = [...counts.values()].filter((count) => count === 1).length;
  return tiles.length === 14 && singles <= wild;
}

/** Whether 14 tiles can be laid as runs and sets. */
export const meldsPossible = (tiles: readonly number[], okey: number): boolean =>
  tiles.length === 14 && arrange(tiles, okey).rest.length === 0;

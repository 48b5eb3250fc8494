import { describe, expect, it } from "vitest";
import { arrange, arrangePairs } from "./arrange";
import { readGroup } from "./melds";
import { tilesFromFaces } from "./testing";
import { faceOf, faceText, okeyFace, parseFace, type Tile } from "./tiles";

const okeyAfter = (indicator: string) => okeyFace(2 * (parseFace(indicator) as number));
const tiles = (text: string) => tilesFromFaces(text.split(" "));
const texts = (groups: Tile[][]) => groups.map((group) => group.map((tile) => faceText(faceOf(tile))).join(" "));

/** A plain second opinion: try every subset of three and more tiles as a group, largest cover first. */
function mostCovered(hand: readonly Tile[], okey: number): number {
  const melds: number[] = [];
  for (let mask = 0; mask < 1 << hand.length; mask++) {
    const part = hand.filter((_, i) => mask & (1 << i));
    if (part.length < 3 || part.length > 5) continue;
    const wild = part.filter((t) => faceOf(t) === okey);
    const rest = part.filter((t) => faceOf(t) !== okey);
    if (orders(rest, wild, okey)) melds.push(mask);
  }
  let best = 0;
  const walk = (used: number, count: number, from: number) => {
    best = Math.max(best, count);
    for (let i = from; i < melds.length; i++) {
      if ((melds[i] & used) === 0) walk(used | melds[i], count + bits(melds[i]), i + 1);
    }
  };
  walk(0, 0, 0);
  return best;
}

const bits = (mask: number) => mask.toString(2).replaceAll("0", "").length;

function orders(rest: Tile[], wild: Tile[], okey: number): boolean {
  const all = [...rest, ...wild];
  const walk = (left: Tile[], line: Tile[]): boolean =>
    left.length === 0
      ? readGroup(line, okey) !== null
      : left.some((tile, i) => walk([...left.slice(0, i), ...left.slice(i + 1)], [...line, tile]));
  return walk(all, []);
}

describe("arrange", () => {
  it("covers a complete hand", () => {
    const hand = tiles("r11 r12 r13 r1 b5 k5 y5 b7 k7 y7 k2 k3 k4 k5");
    const found = arrange(hand, okeyAfter("y9"));
    expect(found.rest).toEqual([]);
    expect(found.groups.flat().sort()).toEqual([...hand].sort());
  });

  it("does not wrap a run past the 1", () => {
    expect(arrange(tiles("r13 r1 r2"), okeyAfter("k7")).groups).toEqual([]);
    expect(texts(arrange(tiles("r12 r13 r1"), okeyAfter("k7")).groups)).toEqual(["r12 r13 r1"]);
  });

  it("reads a false joker as the okey's face only", () => {
    expect(texts(arrange(tiles("y4 F y6"), okeyAfter("y4")).groups)).toEqual(["y4 F y6"]);
    expect(arrange(tiles("y8 F y10"), okeyAfter("y4")).groups).toEqual([]);
  });

  it("puts an okey where it is missing, also inside and in sets", () => {
    const okey = okeyAfter("k1");
    expect(texts(arrange(tiles("r4 r6 k2"), okey).groups)).toEqual(["r4 k2 r6"]);
    expect(texts(arrange(tiles("r9 b9 k2"), okey).groups)).toEqual(["r9 b9 k2"]);
    expect(texts(arrange(tiles("r13 r1 k2"), okey).groups)).toEqual(["k2 r13 r1"]);
  });

  it("keeps the okey out of fifteen tiles when the others are a finish", () => {
    const found = arrange(tiles("r3 r4 r5 r6 k9 b9 y9 y10 y11 y12 y13 k6 k7 k8 b5"), okeyAfter("b4"));
    expect(texts([found.rest])).toEqual(["b5"]);
  });

  it("shows five triples although they are no finish", () => {
    const found = arrange(tiles("r1 b1 k1 r3 b3 k3 r5 b5 k5 r7 b7 k7 r9 b9 k9"), okeyAfter("y3"));
    expect(found.groups).toHaveLength(5);
  });

  it("makes only legal groups and covers as many tiles as a plain search", () => {
    let seed = 7;
    const random = (n: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % n;
    };
    for (let round = 0; round < 40; round++) {
      const okey = random(52);
      const near = Array.from({ length: 106 }, (_, t) => t).filter(
        (t) => t >= 104 || (t % 26) / 2 < 6 || t >> 1 === okey,
      );
      const pool = round % 2 ? near : Array.from({ length: 106 }, (_, t) => t);
      const hand: Tile[] = round % 3 ? [2 * okey] : [];
      while (hand.length < 9) {
        const tile = pool[random(pool.length)];
        if (!hand.includes(tile)) hand.push(tile);
      }
      const found = arrange(hand, okey);
      for (const group of found.groups) expect(readGroup(group, okey)?.kind).toMatch(/run|set/);
      expect([...found.groups.flat(), ...found.rest].sort((a, b) => a - b)).toEqual([...hand].sort((a, b) => a - b));
      expect(found.groups.flat().length, texts([hand]).join()).toBe(mostCovered(hand, okey));
    }
  });
});

describe("arrangePairs", () => {
  it("pairs equal faces, false jokers with each other, an okey with a single", () => {
    const found = arrangePairs(tiles("r3 r3 F F b5 k9 k9 y1"), okeyAfter("b4"));
    expect(texts(found.groups)).toEqual(["r3 r3", "F F", "k9 k9", "y1 b5"]);
    expect(found.rest).toEqual([]);
  });

  it("leaves the okey over when seven pairs stand without it", () => {
    const found = arrangePairs(tiles("r3 r3 r4 r4 r5 r5 r6 r6 r7 r7 r8 r8 r9 r9 b5"), okeyAfter("b4"));
    expect(found.groups).toHaveLength(7);
    expect(texts([found.rest])).toEqual(["b5"]);
  });
});

import { describe, expect, it } from "vitest";
import { blocks, type Layout, lay, place, reflow, without } from "./layout";

const _ = null;
const tilesOf = (layout: Layout) => layout.slots.filter((tile) => tile !== null);
const groupsOf = (layout: Layout) => blocks(layout).map((block) => block.map((slot) => layout.slots[slot]));
const rowOf = (layout: Layout, row: number) => layout.slots.slice(row * layout.columns, (row + 1) * layout.columns);

/** Every ordered way to split `count` tiles into groups. */
function* splits(count: number): Generator<number[]> {
  for (let cuts = 0; cuts < 1 << (count - 1); cuts++) {
    const sizes = [1];
    for (let i = 0; i < count - 1; i++) {
      if (cuts & (1 << i)) sizes.push(1);
      else sizes[sizes.length - 1]++;
    }
    yield sizes;
  }
}

const tilesFor = (sizes: number[]) => {
  let next = 0;
  return sizes.map((size) => Array.from({ length: size }, () => next++));
};

describe("lay", () => {
  for (const columns of [15, 10, 8]) {
    it(`fits all 16,384 ways to group 15 tiles into ${columns} columns`, () => {
      let broken = 0;
      for (const sizes of splits(15)) {
        const groups = tilesFor(sizes);
        const layout = lay(groups, columns);
        if (layout.slots.length > 32 || JSON.stringify(groupsOf(layout)) !== JSON.stringify(groups)) {
          throw new Error(`${sizes} changed`);
        }
        const joins = layout.joins.some(Boolean);
        if (joins !== Math.max(...sizes) > columns) throw new Error(`${sizes} was broken`);
        broken += Number(joins);
      }
      // Only a group longer than the row breaks.
      expect(broken).toBe({ 15: 0, 10: 48, 8: 256 }[columns]);
    });
  }

  it("breaks a run longer than the row with a join mark", () => {
    const layout = lay([Array.from({ length: 13 }, (_, i) => i), [20, 21]], 10);
    expect(layout.joins).toEqual([true, false, false]);
    expect(groupsOf(layout)[0]).toHaveLength(13);
    expect(reflow(layout, 15).slots.slice(0, 13)).toEqual(Array.from({ length: 13 }, (_, i) => i));
  });
});

describe("reflow", () => {
  it("keeps the groups in order", () => {
    const wide = lay([[1, 2, 3], [4, 5, 6, 7], [8, 9, 10], [11]], 15);
    const narrow = reflow(wide, 10);
    expect(groupsOf(narrow)).toEqual([[1, 2, 3], [4, 5, 6, 7], [8, 9, 10], [11]]);
    expect(rowOf(narrow, 0)).toEqual([1, 2, 3, _, 4, 5, 6, 7, _, _]);
  });
});

describe("place", () => {
  const base = lay([[1, 2, 3], [4, 5, 6], [7]], 10);

  it("makes room and keeps the gaps while they fit", () => {
    expect(rowOf(place(base, [9], 1), 0)).toEqual([1, 9, 2, 3, _, 4, 5, 6, _, 7]);
  });

  it("gives up gaps before it loses anything", () => {
    const full = place(base, [9], 1);
    expect(rowOf(place(full, [10], 1), 0)).toEqual([1, 10, 9, 2, 3, 4, 5, 6, _, 7].map((t) => t) as (number | null)[]);
  });

  it("takes an empty slot as it is", () => {
    expect(place(base, [9], 15).slots[15]).toBe(9);
  });

  it("puts a group at a row's end back so that it fits", () => {
    expect(rowOf(place(base, [20, 21, 22], 19), 1)).toEqual([_, _, _, _, _, _, _, 20, 21, 22]);
  });

  it("sends what a full row cannot hold to the first free slot", () => {
    const full = lay([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]], 10);
    const after = place(full, [20], 3);
    expect(rowOf(after, 0)).toEqual([0, 1, 2, 20, 3, 4, 5, 6, 7, 8]);
    expect(after.slots[10]).toBe(9);
  });

  it("never loses or doubles a tile", () => {
    let layout = lay([[1, 2, 3, 4], [5, 6, 7], [8, 9, 10], [11, 12], [13]], 10);
    for (let step = 0; step < 500; step++) {
      const tile = 1 + ((step * 7) % 13);
      layout = place(without(layout, [tile]), [tile], (step * 11) % 30);
      expect([...tilesOf(layout)].sort((a, b) => Number(a) - Number(b))).toEqual([
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
      ]);
    }
  });
});

import { describe, expect, it } from "vitest";
import { arrange } from "../rules/arrange";
import { tilesFromFaces } from "../rules/testing";
import { okeyFace, parseFace } from "../rules/tiles";
import { Rack } from "./model";
import { RackStore } from "./store";

const ids = [0, 1, 8, 9, 20, 30, 31, 40, 50, 60, 70, 80, 90, 104];

function dealt(columns = 15): Rack {
  const rack = new Rack(columns);
  rack.deal(ids);
  return rack;
}

describe("Rack", () => {
  it("keeps the player's order until the set of ids changes", () => {
    const rack = dealt();
    rack.moveAll([0], 25);
    const before = rack.layout;
    rack.sync([...ids].reverse());
    expect(rack.layout).toBe(before);
  });

  it("tells the two copies of a face apart", () => {
    const rack = dealt();
    rack.moveAll([8], 20);
    expect(rack.slotOf(8)).toBe(20);
    expect(rack.slotOf(9)).toBe(3);
  });

  it("puts a new tile apart, or where it was asked for, and removes a thrown one", () => {
    const rack = dealt();
    rack.sync([...ids, 99]);
    expect(rack.slotOf(99)).toBe(15);
    rack.sync(ids);
    rack.sync([...ids, 98], 29);
    expect(rack.slotOf(98)).toBe(29);
    expect(rack.tiles).toHaveLength(15);
  });

  it("moves a whole group", () => {
    const rack = dealt();
    rack.moveAll([20], 20);
    rack.moveAll([30], 21);
    rack.moveAll(rack.blockOf(20), 25);
    expect(rack.blockOf(30)).toEqual([20, 30]);
    expect(rack.slotOf(20)).toBe(25);
  });

  it("undoes arrangements, also over a draw and a throw", () => {
    const rack = dealt();
    const first = [...rack.layout.slots];
    rack.moveAll([0], 25);
    rack.sync([...ids.filter((id) => id !== 9), 77]);
    rack.undo();
    expect(rack.slotOf(0)).toBe(0);
    expect(rack.slotOf(9)).toBe(-1);
    expect(rack.tiles.sort((a, b) => a - b)).toEqual([...ids.filter((id) => id !== 9), 77].sort((a, b) => a - b));
    expect(rack.canUndo).toBe(false);
    expect(first[0]).toBe(0);
  });

  it("comes back to the same places when a phone is turned twice", () => {
    const rack = dealt();
    rack.moveAll([0], 25);
    rack.moveAll([1], 28);
    const before = rack.layout;
    rack.resize(10);
    expect(rack.tiles.sort((a, b) => a - b)).toEqual([...ids].sort((a, b) => a - b));
    rack.resize(15);
    expect(rack.layout).toEqual(before);
  });

  it("lays an arrangement with gaps and turns the okeys face down", () => {
    const okey = okeyFace(2 * (parseFace("b4") as number));
    const hand = tilesFromFaces("r3 r4 r5 r6 k9 b9 y9 y10 y11 y12 y13 k6 k7 b5".split(" "));
    const rack = new Rack(15);
    rack.deal(hand);
    rack.arrange(arrange(hand, okey), okey);
    expect(rack.blocks.map((block) => block.length).sort()).toEqual([3, 3, 4, 4]);
    expect([...rack.flipped]).toEqual(tilesFromFaces(["b5"]));
    rack.flip([...rack.flipped][0]);
    expect(rack.flipped.size).toBe(0);
  });

  it("gives the rack as laid for a finish, row by row", () => {
    const rack = dealt(10);
    const rows = rack.rows(null);
    expect(rows).toHaveLength(3);
    expect(rows[0].slots).toEqual(ids.slice(0, 10));
    expect(rows.every((row) => row.slots.length === 10)).toBe(true);
  });

  it("joins a run that fills its row with its end in the next", () => {
    const run = tilesFromFaces(Array.from({ length: 13 }, (_, i) => `r${i + 1}`));
    const rack = new Rack(10);
    rack.deal(run);
    expect(rack.rows(null).map((row) => row.join)).toEqual([true, false, false]);
    const mixed = new Rack(10);
    mixed.deal([...run.slice(0, 10), 50, 60, 70]);
    expect(mixed.rows(null).map((row) => row.join)).toEqual([false, false, false]);
  });
});

describe("RackStore", () => {
  function memory(): Storage {
    const kept = new Map<string, string>();
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    } as Storage;
  }

  it("brings the order back after a reload, for the same deal only", () => {
    const storage = memory();
    const rack = dealt();
    rack.moveAll([0], 25);
    rack.flip(8);
    new RackStore("t", storage).save(3, rack.save());
    const again = new Rack(15);
    const kept = new RackStore("t", storage).load(3);
    again.restore(kept as never, ids);
    expect(again.layout.slots).toEqual(rack.layout.slots);
    expect([...again.flipped]).toEqual([8]);
    expect(new RackStore("t", storage).load(4)).toBeNull();
  });

  it("drops tiles that are no longer held and refuses nonsense", () => {
    const storage = memory();
    new RackStore("t", storage).save(1, dealt().save());
    const again = new Rack(10);
    again.restore(new RackStore("t", storage).load(1) as never, ids.slice(2));
    expect(again.tiles).toHaveLength(12);
    storage.setItem("okey.rack.t", '{"deal":1,"columns":15,"slots":[1,1],"joins":[],"flipped":[]}');
    expect(new RackStore("t", storage).load(1)).toBeNull();
    storage.setItem("okey.rack.t", "{");
    expect(new RackStore("t", storage).load(1)).toBeNull();
  });
});

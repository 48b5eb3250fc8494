import { describe, expect, it } from "vitest";
import { slotAt, stepFrom } from "./geometry";
import { COMMANDS, commandOf, DEFAULT_KEYS, loadKeys, rebind, saveKeys } from "./keys";

const press = (key: string, more: Partial<Record<"shiftKey" | "ctrlKey" | "altKey" | "metaKey", boolean>> = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...more,
});

describe("keys", () => {
  it("knows every command by its key, in either case of the keyboard", () => {
    for (const command of COMMANDS) expect(commandOf(press(DEFAULT_KEYS[command]), DEFAULT_KEYS)).toBe(command);
    expect(commandOf(press("Delete"), DEFAULT_KEYS)).toBe("throw");
    expect(commandOf(press("D"), DEFAULT_KEYS)).toBe("draw");
    expect(commandOf(press("?", { shiftKey: true }), DEFAULT_KEYS)).toBe("help");
  });

  it("leaves combined keys to the browser", () => {
    expect(commandOf(press("d", { ctrlKey: true }), DEFAULT_KEYS)).toBeNull();
    expect(commandOf(press("D", { shiftKey: true }), DEFAULT_KEYS)).toBeNull();
    expect(commandOf(press("t", { metaKey: true }), DEFAULT_KEYS)).toBeNull();
  });

  it("uses no letter that only Turkish has, and no i", () => {
    expect(Object.values(DEFAULT_KEYS).join("")).not.toMatch(/[iıöüçşğ]/);
    expect(rebind(DEFAULT_KEYS, "draw", "ş")).toBe(DEFAULT_KEYS);
    expect(rebind(DEFAULT_KEYS, "draw", "i")).toBe(DEFAULT_KEYS);
  });

  it("changes places with a key that is taken, and is kept", () => {
    const keys = rebind(DEFAULT_KEYS, "draw", "S");
    expect([keys.draw, keys.take]).toEqual(["s", "d"]);
    const kept: string[] = [];
    saveKeys({ setItem: (_, value) => kept.push(value) }, keys);
    expect(loadKeys({ getItem: () => kept[0] })).toEqual(keys);
    expect(loadKeys({ getItem: () => "[" })).toEqual(DEFAULT_KEYS);
  });
});

describe("geometry", () => {
  const grid = { left: 100, top: 50, width: 300, height: 80, columns: 15, rows: 2 };

  it("finds the slot under a point, and none away from the rack", () => {
    expect(slotAt(grid, { x: 101, y: 51 })).toBe(0);
    expect(slotAt(grid, { x: 399, y: 129 })).toBe(29);
    expect(slotAt(grid, { x: 95, y: 60 })).toBe(0);
    expect(slotAt(grid, { x: 95, y: 20 })).toBeNull();
    expect(slotAt(grid, { x: 500, y: 60 })).toBeNull();
  });

  it("steps inside the grid", () => {
    expect(stepFrom(0, "ArrowLeft", grid)).toBeNull();
    expect(stepFrom(14, "ArrowRight", grid)).toBe(15);
    expect(stepFrom(3, "ArrowDown", grid)).toBe(18);
    expect(stepFrom(18, "ArrowDown", grid)).toBeNull();
    expect(stepFrom(18, "Home", grid)).toBe(15);
    expect(stepFrom(18, "End", grid)).toBe(29);
    expect(stepFrom(18, "x", grid)).toBeNull();
  });
});

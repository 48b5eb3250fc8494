import { describe, expect, it } from "vitest";
import { readGroup } from "./melds";
import { tilesFromFaces } from "./testing";
import { faceText, okeyFace, parseFace } from "./tiles";

const OKEY = okeyFace(2 * (parseFace("b4") as number));
const read = (text: string) => {
  const found = readGroup(tilesFromFaces(text.split(" ")), OKEY);
  return found && `${found.kind} ${found.faces.map(faceText).join(" ")}`;
};

describe("readGroup", () => {
  it.each([
    ["r3 r4 r5", "run r3 r4 r5"],
    ["r5 r4 r3", "run r5 r4 r3"],
    ["r12 r13 r1", "run r12 r13 r1"],
    ["r1 r13 r12", "run r1 r13 r12"],
    ["r1 r2 r3", "run r1 r2 r3"],
    ["r3 b5 r5", "run r3 r4 r5"],
    ["b5 r13 r1", "run r12 r13 r1"],
    ["b4 F b6", "run b4 b5 b6"],
    ["r9 b9 k9", "set r9 b9 k9"],
    ["r9 b9 k9 y9", "set r9 b9 k9 y9"],
    ["r9 b5 k9", "set r9 y9 k9"],
    ["r9 r9", "pair r9 r9"],
    ["F F", "pair b5 b5"],
    ["F b5", "pair b5 b5"],
    ["b5 b5", "pair b5 b5"],
    ["k2 b5", "pair k2 k2"],
  ])("reads %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    "r13 r1 r2",
    "r12 r13 r1 r2",
    "r3 r4 b5 r5",
    "r9 r9 b9",
    "r9 b9 k9 y9 b5",
    "r3 y4 r5",
    "F r4 r6",
    "r3 r5",
    "r3",
  ])("refuses %s", (text) => {
    expect(read(text)).toBeNull();
  });

  it("reads a run of all fourteen", () => {
    const all = tilesFromFaces(["k1", ...Array.from({ length: 12 }, (_, i) => `k${i + 2}`), "k1"]);
    expect(readGroup(all, OKEY)?.kind).toBe("run");
    expect(readGroup([...all, 8], OKEY)).toBeNull();
  });
});

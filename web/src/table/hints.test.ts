import { describe, expect, it } from "vitest";
import { hintOf } from "./hints";

describe("hintOf", () => {
  it("takes the nearer goal of fourteen tiles", () => {
    expect(hintOf({ complete: [], distance: { melds: 4, pairs: 2 }, useful: { r5: 2 } })).toEqual({
      distance: 2,
      useful: { r5: 2 },
    });
  });

  it("takes what is left after the best throw of fifteen, or that they can finish", () => {
    const best = { throw: "k1", distance: 1, useful: { k8: 1 } };
    expect(hintOf({ finishes: {}, best })).toEqual({ distance: 1, useful: { k8: 1 } });
    expect(hintOf({ finishes: { r11: ["melds"] }, best: { ...best, useful: {} } }).distance).toBe(0);
  });
});

import { describe, expect, it } from "vitest";
import type { AnyEvent, View } from "../net/wire";
import { fold } from "./fold";
import vectors from "./fold.vectors.json";

type Step = [event: AnyEvent, tile: number | null, rack: number[] | null, can: string[], view: View | null];

/** Matches played by the rules engine: every event as a viewer got it, some views as the engine gave them. */
const matches = vectors as unknown as { name: string; start: View; steps: Step[] }[];

describe("fold", () => {
  for (const { name, start, steps } of matches) {
    it(`follows the engine through ${name}`, () => {
      let view = start;
      for (const [event, tile, rack, can, expected] of steps) {
        view = fold(view, { event, tile, rack, can });
        if (expected) expect(view).toEqual(expected);
      }
      expect(steps.at(-1)?.[4]).not.toBeNull();
    });
  }

  it("leaves the view it was given alone", () => {
    const { start, steps } = matches[0];
    const before = structuredClone(start);
    const [event, tile, rack, can] = steps[0];
    fold(start, { event, tile, rack, can });
    expect(start).toEqual(before);
  });
});

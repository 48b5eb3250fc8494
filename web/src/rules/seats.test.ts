import { describe, expect, it } from "vitest";
import { cornerOf, nextSeat, placeOf, previousSeat } from "./seats";

const table = (kinds: [number, number, number, number], viewer: number | null = 0) => ({ kinds, viewer });

describe("seats", () => {
  it("skips empty seats in both directions", () => {
    expect(nextSeat([1, 0, 2, 0], 0)).toBe(2);
    expect(previousSeat([1, 0, 2, 0], 0)).toBe(2);
    expect(nextSeat([1, 2, 0, 2], 1)).toBe(3);
    expect(previousSeat([1, 2, 0, 2], 0)).toBe(3);
  });

  it("seats the next player on the right, or on the left for rummy", () => {
    const four = table([1, 2, 2, 2]);
    expect([0, 1, 2, 3].map((seat) => placeOf(four, seat, "right"))).toEqual(["bottom", "right", "top", "left"]);
    expect([0, 1, 2, 3].map((seat) => placeOf(four, seat, "left"))).toEqual(["bottom", "left", "top", "right"]);
    expect([0, 2].map((seat) => placeOf(table([1, 0, 2, 0]), seat, "right"))).toEqual(["bottom", "top"]);
    expect([0, 1, 3].map((seat) => placeOf(table([1, 2, 0, 2]), seat, "right"))).toEqual(["bottom", "right", "left"]);
    expect(placeOf(table([1, 2, 2, 2], 2), 2, "right")).toBe("bottom");
  });

  it("keeps the own throws on the side of play and the offered ones opposite", () => {
    const corners = (kinds: [number, number, number, number], direction: "right" | "left") =>
      [0, 1, 2, 3].filter((seat) => kinds[seat]).map((seat) => cornerOf(table(kinds), seat, direction));
    expect(corners([1, 2, 2, 2], "right")).toEqual(["br", "tr", "tl", "bl"]);
    expect(corners([1, 2, 2, 2], "left")).toEqual(["bl", "tl", "tr", "br"]);
    expect(corners([1, 2, 0, 2], "right")).toEqual(["br", "tr", "bl"]);
    expect(corners([1, 2, 0, 2], "left")).toEqual(["bl", "tl", "br"]);
    expect(corners([1, 0, 2, 0], "right")).toEqual(["br", "bl"]);
  });
});

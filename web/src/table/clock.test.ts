import { describe, expect, it } from "vitest";
import { clockFace, minutes } from "./clock";

const running = (deadline: number, reserve = 120_000) => ({
  turn: 1,
  deadline,
  left: null,
  reserve: [reserve, reserve, 0, reserve] as [number, number, number, number],
  running: true,
});

describe("clockFace", () => {
  it("rounds up, so that 0:00 means over", () => {
    expect(minutes(20_001)).toBe("0:21");
    expect(minutes(0)).toBe("0:00");
    expect(minutes(-5)).toBe("0:00");
    expect(minutes(600_000)).toBe("10:00");
  });

  it("shows the move time with the reserve beside it, then the reserve", () => {
    expect(clockFace(running(141_000), 1, 0)).toMatchObject({ text: "0:21", reserve: "2:00", onReserve: false });
    expect(clockFace(running(141_000), 1, 31_000)).toMatchObject({
      text: "1:50",
      reserve: "",
      onReserve: true,
      low: false,
    });
    expect(clockFace(running(141_000), 1, 132_000)).toMatchObject({ text: "0:09", low: true });
  });

  it("shows others their reserve, or nothing", () => {
    expect(clockFace(running(141_000), 0, 0)).toMatchObject({ text: "2:00", onReserve: true });
    expect(clockFace(running(141_000), 2, 0)).toBeNull();
    expect(clockFace(null, 0, 0)).toBeNull();
  });

  it("stands still with the time left", () => {
    const clocks = { ...running(0, 0), deadline: null, left: 9_000, running: false };
    expect(clockFace(clocks, 1, 99_999)).toMatchObject({ text: "0:09", stopped: true, low: false });
  });
});

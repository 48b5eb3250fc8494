import { beforeEach, describe, expect, it } from "vitest";
import { DragController, type DragHandler } from "./drag";

let log: string[];
let run: (() => void) | null;
let drag: DragController<string>;
let holds: boolean;

const mouse = (x: number, y = 0, id = 1) => ({ id, x, y, touch: false });
const finger = (x: number, y = 0, id = 1) => ({ id, x, y, touch: true });

beforeEach(() => {
  log = [];
  run = null;
  holds = false;
  const handler: DragHandler<string> = {
    start: (source, group) => {
      log.push(`start ${source}${group ? " group" : ""}`);
      return source !== "fixed";
    },
    move: (at) => log.push(`move ${at.x}`),
    drop: (at) => log.push(`drop ${at.x}`),
    cancel: () => log.push("cancel"),
    hold: (source) => {
      log.push(`hold ${source}`);
      return holds;
    },
  };
  drag = new DragController<string>(handler, {
    later: (then) => {
      run = then;
      return 1;
    },
    forget: () => {
      run = null;
    },
  });
});

describe("DragController", () => {
  it("begins after 4 px with a mouse and 8 px with a finger", () => {
    drag.down("a", mouse(0), false);
    drag.move(mouse(3));
    expect(log).toEqual([]);
    drag.move(mouse(5));
    drag.up(mouse(9));
    expect(log).toEqual(["start a", "move 5", "drop 9"]);
    expect(drag.swallow).toBe(true);
    log = [];
    drag.down("a", finger(0), false);
    drag.move(finger(7));
    expect(log).toEqual([]);
    drag.move(finger(9));
    expect(log).toEqual(["start a", "move 9"]);
  });

  it("leaves a tap alone", () => {
    drag.down("a", finger(0), false);
    drag.up(finger(2));
    expect(log).toEqual([]);
    expect(drag.swallow).toBe(false);
    expect(run).toBeNull();
  });

  it("cancels by a second finger, and by whoever calls cancel", () => {
    drag.down("a", finger(0), false);
    drag.move(finger(20));
    drag.other(2);
    expect(log.at(-1)).toBe("cancel");
    drag.up(finger(30));
    expect(log.filter((line) => line.startsWith("drop"))).toEqual([]);
    drag.down("b", finger(0), false);
    drag.move(finger(20));
    drag.cancel();
    drag.move(finger(40));
    expect(log.slice(-3)).toEqual(["start b", "move 20", "cancel"]);
  });

  it("does not listen to another pointer", () => {
    drag.down("a", mouse(0), false);
    drag.move(mouse(50, 0, 2));
    drag.up(mouse(50, 0, 2));
    expect(log).toEqual([]);
  });

  it("lifts the group by a long press or with shift", () => {
    drag.down("a", finger(0), false);
    run?.();
    expect(log).toEqual(["hold a", "start a group"]);
    drag.up(finger(30));
    log = [];
    drag.down("a", mouse(0), true);
    drag.move(mouse(10));
    expect(log[0]).toBe("start a group");
  });

  it("ends with a hold that is an act of its own", () => {
    holds = true;
    drag.down("okey", finger(0), false);
    run?.();
    drag.move(finger(30));
    expect(log).toEqual(["hold okey"]);
    expect(drag.swallow).toBe(true);
  });

  it("gives up what may not be dragged", () => {
    drag.down("fixed", mouse(0), false);
    drag.move(mouse(10));
    drag.move(mouse(20));
    drag.up(mouse(20));
    expect(log).toEqual(["start fixed"]);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { type Connection, type Host, type Listener, TableSocket } from "./socket";
import { FakeSocket } from "./testing";
import type { Ask, FaultAnswer, Server } from "./wire";

let sockets: FakeSocket[];
let clock: number;
let online: boolean;
let timers: { at: number; run: () => void; id: number }[];
let states: Connection[];
let frames: Server[];
let answers: [Ask, FaultAnswer | null][];
let closed: string[];
let table: TableSocket;

function pass(ms: number): void {
  const end = clock + ms;
  for (;;) {
    timers.sort((a, b) => a.at - b.at);
    const next = timers[0];
    if (!next || next.at > end) break;
    timers.shift();
    clock = next.at;
    next.run();
  }
  clock = end;
}

const last = () => sockets[sockets.length - 1];
const snap = (seq: number) => ({ t: "snap", seq, now: clock + 5000 }) as unknown as Server;
const ev = (seq: number, n: number) => ({ t: "ev", seq, n }) as unknown as Server;

beforeEach(() => {
  sockets = [];
  timers = [];
  states = [];
  frames = [];
  answers = [];
  closed = [];
  clock = 1000;
  online = true;
  let ids = 0;
  const host: Host = {
    open: () => {
      sockets.push(new FakeSocket());
      return last() as unknown as WebSocket;
    },
    now: () => clock,
    later: (run, ms) => {
      ids++;
      timers.push({ at: clock + ms, run, id: ids });
      return ids;
    },
    forget: (id) => {
      timers = timers.filter((timer) => timer.id !== id);
    },
    random: () => 0.5,
    online: () => online,
  };
  const listener: Listener = {
    frame: (frame) => frames.push(frame),
    connection: (state) => states.push(state),
    answer: (action, fault) => answers.push([action, fault]),
    closed: (why) => closed.push(why),
  };
  table = new TableSocket("ab".repeat(16), host, listener);
  table.start();
});

function greet(seq = 7): void {
  last().open();
  last().hear(snap(seq));
}

describe("TableSocket", () => {
  it("says hello with nothing known, then from the last seq", () => {
    greet(7);
    expect(last().sent).toEqual([{ t: "hello", table: "ab".repeat(16), after: null }]);
    last().hear(ev(8, 3));
    last().cut();
    pass(2000);
    expect(sockets).toHaveLength(2);
    last().open();
    expect(last().sent[0]).toMatchObject({ t: "hello", after: 8 });
    expect(states).toEqual(["connecting", "connected", "lost", "lost"]);
    last().hear(ev(9, 4));
    expect(states.at(-1)).toBe("connected");
  });

  it("passes every event once and in order", () => {
    greet(7);
    last().hear(ev(8, 3));
    last().hear(ev(8, 3));
    last().hear(ev(8, 4));
    last().hear(ev(7, 2));
    expect(frames.map((frame) => (frame as { n?: number }).n)).toEqual([undefined, 3, 4]);
  });

  it("asks for everything when an event is missing", () => {
    greet(7);
    last().hear(ev(8, 3));
    last().hear(ev(10, 5));
    expect(frames).toHaveLength(2);
    expect(last().sent.at(-1)).toMatchObject({ t: "hello", after: null });
    last().hear(snap(10));
    last().hear(ev(11, 6));
    expect(frames).toHaveLength(4);
  });

  it("keeps a move's id and sends it again after a cut", () => {
    greet(7);
    expect(table.act({ a: "draw" })).toBe(true);
    const first = last().sent.at(-1) as { id: string; at: number };
    expect(first).toMatchObject({ t: "do", at: 7, action: { a: "draw" } });
    expect(first.id).toMatch(/^[0-9a-f]{16}$/);
    last().cut();
    pass(2000);
    greet(7);
    expect(last().sent.at(-1)).toEqual(first);
    last().hear({ t: "ok", id: first.id, seq: 8 } as never);
    expect(answers).toEqual([[{ a: "draw" }, null]]);
  });

  it("has at most one move under way, none before the table is known", () => {
    expect(table.act({ a: "draw" })).toBe(false);
    greet();
    table.act({ a: "draw" });
    expect(table.act({ a: "take" })).toBe(false);
    expect(last().sent.filter((frame) => frame.t === "do")).toHaveLength(1);
  });

  it("gives a refusal to the asker and forgets it", () => {
    greet();
    table.act({ a: "show" });
    const { id } = last().sent.at(-1) as { id: string };
    const fault = { code: "indicator_none", params: {}, blocks: [] };
    last().hear({ t: "no", id: "0".repeat(16), fault, seq: 7 } as never);
    expect(answers).toEqual([]);
    last().hear({ t: "no", id, fault, seq: 7 } as never);
    expect(answers).toEqual([[{ a: "show" }, fault]]);
    expect(table.act({ a: "draw" })).toBe(true);
  });

  it("notices a dead line within 8 s", () => {
    greet();
    const { length } = sockets;
    pass(7900);
    expect(last().readyState).toBe(0);
    expect(sockets.length).toBe(length + 1);
  });

  it("does not know how late frames are until a new line was measured twice, nor after a sleep", () => {
    const pong = () => last().hear({ t: "pong", t0: clock - 20, now: clock } as unknown as Server);
    table.start();
    last().open();
    last().hear(snap(5));
    expect(table.lag).toBe(Number.POSITIVE_INFINITY);
    pong();
    expect(table.lag).toBe(Number.POSITIVE_INFINITY);
    pong();
    expect(table.lag).toBe(20);
    clock += 60_000;
    last().hear(ev(6, 1));
    expect(table.lag).toBe(Number.POSITIVE_INFINITY);
  });

  it("stays on a line that answers", () => {
    greet();
    for (let i = 0; i < 10; i++) {
      pass(2500);
      const ping = last().sent.findLast((frame) => frame.t === "ping") as { t0: number };
      last().hear({ t: "pong", t0: ping.t0, now: clock + 5000 } as never);
    }
    expect(sockets).toHaveLength(1);
    expect(Math.abs(table.now() - (clock + 5000))).toBeLessThan(5);
  });

  it("waits longer with every failure, with jitter, and never for ever", () => {
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      const from = clock;
      last().cut();
      const { length } = sockets;
      while (sockets.length === length) pass(50);
      waits.push(clock - from);
    }
    expect(waits[0]).toBeLessThan(500);
    expect(waits[3]).toBeGreaterThan(waits[0] * 4);
    expect(Math.max(...waits)).toBeLessThanOrEqual(10_000);
  });

  it("tries at once when the page wakes or the network is back", () => {
    greet();
    online = false;
    last().cut();
    expect(states.at(-1)).toBe("offline");
    online = true;
    table.wake();
    expect(sockets).toHaveLength(2);
    expect(states.at(-1)).toBe("lost");
    greet();
    table.wake();
    expect(last().sent.at(-1)).toMatchObject({ t: "ping" });
  });

  it("says connected again when an open line outlives an offline spell", () => {
    greet();
    online = false;
    table.wake();
    expect(states.at(-1)).toBe("offline");
    online = true;
    table.wake();
    const ping = last().sent.at(-1) as { t0: number };
    last().hear({ t: "pong", t0: ping.t0, now: clock } as never);
    expect(states.at(-1)).toBe("connected");
    expect(sockets).toHaveLength(1);
  });

  it("stops where another tab plays on, and comes back after a restart", () => {
    greet();
    last().hear({ t: "bye", why: "restart", retry_ms: 300 } as never);
    pass(310);
    expect(sockets).toHaveLength(2);
    greet();
    last().hear({ t: "bye", why: "taken_over", retry_ms: null } as never);
    expect(closed).toEqual(["taken_over"]);
    pass(60_000);
    expect(sockets).toHaveLength(2);
    expect(table.act({ a: "draw" })).toBe(false);
  });

  it("comes back when its session was only renewed", () => {
    greet();
    last().hear({ t: "bye", why: "signed_out", retry_ms: 300 } as never);
    expect(closed).toEqual([]);
    pass(310);
    expect(sockets).toHaveLength(2);
  });

  it.each(["unknown_table", "not_seated", "cancelled", "removed", "full", "signed_out"])(
    "does not come back after %s",
    (why) => {
      greet();
      last().hear({ t: "bye", why, retry_ms: null } as never);
      expect(closed).toEqual([why]);
      pass(60_000);
      expect(sockets).toHaveLength(1);
    },
  );
});

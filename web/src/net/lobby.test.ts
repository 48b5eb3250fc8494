import { beforeEach, expect, test } from "vitest";
import { LobbySocket } from "./lobby";
import { FakeSocket } from "./testing";
import type { LobbyTable } from "./wire";

let clock: number;
let lines: FakeSocket[];
let timers: { at: number; run: () => void }[];
let states: string[];
let shown: (readonly LobbyTable[])[];
let lobby: LobbySocket;

const last = () => lines.at(-1) as FakeSocket;

function pass(ms: number): void {
  const end = clock + ms;
  for (;;) {
    const next = timers.sort((a, b) => a.at - b.at)[0];
    if (!next || next.at > end) break;
    timers.shift();
    clock = next.at;
    next.run();
  }
  clock = end;
}

beforeEach(() => {
  clock = 0;
  lines = [];
  timers = [];
  states = [];
  shown = [];
  lobby = new LobbySocket(
    {
      open: () => {
        const line = new FakeSocket();
        lines.push(line);
        return line as unknown as WebSocket;
      },
      now: () => clock,
      later: (run, ms) => {
        const timer = { at: clock + ms, run };
        timers.push(timer);
        return timer;
      },
      forget: (timer) => {
        timers = timers.filter((each) => each !== timer);
      },
      random: () => 0.5,
      online: () => true,
    },
    {
      tables: (tables) => {
        shown.push(tables);
      },
      connection: (state) => {
        states.push(state);
      },
      signedOut: () => {
        states.push("signed out");
      },
    },
  );
  lobby.start();
});

test("it asks for the lobby first and hands every list on", () => {
  last().open();
  expect(last().sent).toEqual([{ t: "lobby" }]);
  last().hear({ t: "lobby", tables: [] });
  last().hear({ t: "lobby", tables: [{ table: "11" }] });
  expect(shown).toEqual([[], [{ table: "11" }]]);
  expect(states.at(-1)).toBe("connected");
});

test("it pings in silence, gives a dead line up and asks again on the next", () => {
  last().open();
  last().hear({ t: "lobby", tables: [] });
  pass(2_600);
  expect(last().sent.at(-1)?.t).toBe("ping");
  pass(10_000);
  expect(lines.length).toBeGreaterThan(1);
  expect(states.at(-1)).toBe("lost");
  last().open();
  expect(last().sent).toEqual([{ t: "lobby" }]);
});

test("at a full server it says so and comes back when told", () => {
  last().open();
  last().hear({ t: "bye", why: "full", retry_ms: 10_000 });
  expect(states.at(-1)).toBe("full");
  pass(9_999);
  expect(lines).toHaveLength(1);
  pass(1);
  expect(lines).toHaveLength(2);
});

test("whose session has ended is told so, and it stays away until it is started again", () => {
  last().open();
  last().hear({ t: "bye", why: "signed_out", retry_ms: null });
  expect(states.at(-1)).toBe("signed out");
  pass(60_000);
  expect(lines).toHaveLength(1);
  lobby.start();
  expect(lines).toHaveLength(2);
});

test("once stopped it stays away", () => {
  last().open();
  lobby.stop();
  pass(60_000);
  lobby.wake();
  expect(lines).toHaveLength(1);
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { format, PRESETS } from "../app/ruleset";
import { settings } from "../app/settings.svelte";
import { learn } from "../app/who.svelte";
import type { AnyEvent, Ev, Snap, View } from "../net/wire";
import { tilesFromFaces } from "../rules/testing";
import { Game } from "./game.svelte";

const TABLE = "0123456789abcdef".repeat(2);
const [y7] = tilesFromFaces(["y7"]);
const hand = tilesFromFaces("r3 r4 r5 b9 b9 k1 k2 k3 y8 y1 y2 b11 b12 F".split(" "));
const [okey] = tilesFromFaces(["y8"]);

let socket: {
  sent: { t: string; action?: unknown; at?: number; id?: string }[];
  hear(frame: unknown): void;
  cut(): void;
};
let opened = false;
let stop: () => void;
let game: Game;

class FakeWebSocket {
  readyState = 1;
  sent: never[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    opened = true;
    socket = {
      sent: this.sent,
      hear: (frame) => this.onmessage?.({ data: JSON.stringify(frame) }),
      cut: () => this.onclose?.(),
    };
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as never);
  }

  close(): void {}
}

function snap(more: Partial<View> = {}): Snap {
  const view: View = {
    rules: format({ ...PRESETS.klasik }),
    viewer: 0,
    kinds: [1, 2, 2, 2],
    control: [1, 2, 2, 2],
    phase: "draw",
    deal: 1,
    starter: 3,
    turn: 0,
    indicator: y7,
    dice: [3, 5],
    pile: 47,
    scores: [20, 20, 20, 20],
    rack: hand,
    sizes: [14, 14, 14, 14],
    discards: [[], [], [], [40]],
    declared: [false, false, false, false],
    shown: null,
    moves: 1,
    lap: false,
    history: [],
    results: [],
    ranks: [0, 0, 0, 0],
    match_reason: 0,
    can: ["draw", "take"],
    ...more,
  };
  const sitter = { name: "Orta", level: "orta" as const, connected: true };
  const clocks = {
    turn: 0,
    deadline: null,
    left: 30_000,
    reserve: [0, 0, 0, 0] as [number, number, number, number],
    running: false,
  };
  return {
    t: "snap",
    seq: 10,
    view,
    you: 0,
    seats: [{ name: "Ali", level: null, connected: true }, sitter, sitter, sitter],
    clocks,
    now: Date.now(),
    next_at: null,
    watchers: 0,
    options: null,
    founder: false,
    delay: 0,
  };
}

let n = 5;
function ev(event: AnyEvent, more: Partial<Ev> = {}): Ev {
  const { clocks, now } = snap();
  n += 1;
  return {
    t: "ev",
    seq: 10 + n,
    n,
    event,
    raw: "",
    tile: null,
    rack: null,
    can: [],
    clocks,
    now,
    next_at: null,
    ...more,
  };
}

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  settings.lang = "tr";
  settings.muted = true;
  vi.stubGlobal("WebSocket", FakeWebSocket);
  vi.stubGlobal("fetch", async () => Response.json({ name: "Ali", guest: true, tables: [] }));
  opened = false;
  game = new Game(TABLE);
  stop = game.start();
  await vi.waitUntil(() => opened);
  socket.hear(snap());
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

describe("Game", () => {
  it("shows the table as it is told", () => {
    expect(game.connection).toBe("connected");
    expect(game.hand.rack.tiles).toEqual(hand);
    expect(game.myTurn).toBe(true);
    expect(game.offered).toBe(40);
    expect(game.okey).toBe(okey >> 1);
  });

  it("draws to the slot that was asked for, once", () => {
    game.draw(25);
    game.draw(26);
    expect(socket.sent.filter((frame) => frame.t === "do")).toHaveLength(1);
    expect(game.waiting).toEqual({ a: "draw" });
    socket.hear(ev({ e: "drawn", seat: 0 }, { tile: 77, can: ["throw", "finish"] }));
    expect(game.hand.rack.slotOf(77)).toBe(25);
    socket.hear({ t: "ok", id: socket.sent.at(-1)?.id, seq: 16 });
    expect(game.waiting).toBeNull();
    expect(game.can("throw")).toBe(true);
    expect(game.speech.polite.at(-1)?.text).toMatch(/ çektin\.$/);
  });

  it("keeps a move made before the answer to the last one is here, as after a cut, and sends it then", () => {
    const moves = () => socket.sent.filter((frame) => frame.t === "do");
    game.draw();
    const [{ id }] = moves();
    game.throw(hand[0]);
    expect(game.waiting).toEqual({ a: "draw" });
    socket.hear(ev({ e: "drawn", seat: 0 }, { tile: 77, can: ["throw", "finish"] }));
    game.throw(hand[0]);
    game.throw(hand[1]);
    expect(moves()).toHaveLength(1);
    expect(game.sent).toEqual({ a: "throw", tile: hand[0] });
    socket.hear({ t: "ok", id, seq: 16 });
    expect(moves().map(({ action }) => action)).toEqual([{ a: "draw" }, { a: "throw", tile: hand[0] }]);
    expect(game.sent).toEqual({ a: "throw", tile: hand[0] });
    socket.hear({ t: "ok", id: moves()[1].id, seq: 17 });
    expect(game.waiting).toBeNull();
  });

  it("forgets such a move when the last one is refused", () => {
    game.draw();
    socket.hear(ev({ e: "drawn", seat: 0 }, { tile: 77, can: ["throw", "finish"] }));
    game.throw(hand[0]);
    const fault = { code: "late", params: {}, blocks: [] };
    socket.hear({ t: "no", id: socket.sent.at(-1)?.id, fault, seq: 16 });
    expect([game.waiting, game.refusal?.code]).toEqual([null, "late"]);
    expect(socket.sent.filter((frame) => frame.t === "do")).toHaveLength(1);
  });

  it("says why without asking the server", () => {
    game.throw(hand[0]);
    expect(game.refusal?.code).toBe("must_draw_first");
    socket.hear(snap({ turn: 2, can: [] }));
    game.draw();
    expect(game.refusal?.code).toBe("not_your_turn");
    socket.hear(snap({ phase: "throw", can: ["throw", "finish"] }));
    game.take();
    expect(game.refusal?.code).toBe("already_drawn");
    expect(socket.sent.filter((frame) => frame.t === "do")).toHaveLength(0);
  });

  it("asks once more before an okey goes", () => {
    socket.hear(snap({ phase: "throw", can: ["throw", "finish"] }));
    game.throw(okey);
    expect(game.question).toEqual({ kind: "okey", tile: okey });
    expect(socket.sent.filter((frame) => frame.t === "do")).toHaveLength(0);
    game.throw(okey, true);
    expect(socket.sent.at(-1)).toMatchObject({ t: "do", at: 10, action: { a: "throw", tile: okey } });
  });

  it("sends the rack with a finish only where it is judged", () => {
    socket.hear(snap({ phase: "throw", can: ["throw", "finish"] }));
    game.finish(hand[0]);
    expect(socket.sent.at(-1)?.action).toEqual({ a: "finish", tile: hand[0], rows: null });
    socket.hear({
      t: "no",
      id: socket.sent.at(-1)?.id,
      fault: { code: "finish_not_possible", params: { n: 3 }, blocks: [] },
      seq: 10,
    });
    expect(game.refusal?.code).toBe("finish_not_possible");
    socket.hear(snap({ rules: format({ ...PRESETS.kahvehane }), phase: "throw", can: ["throw", "finish"] }));
    game.finish(hand[0]);
    const action = socket.sent.at(-1)?.action as { rows: { slots: (number | null)[] }[] };
    expect(action.rows.flatMap((row) => row.slots).filter((tile) => tile !== null)).toEqual(hand);
  });

  it("drops located faults as soon as the rack is laid anew", () => {
    const blocks = [{ code: "group_too_short", row: 1, start: 1, end: 2, params: {} }];
    game.refuse({ code: "arrangement", params: { n: 2 }, blocks });
    game.hand.rack.flip(okey);
    expect(game.refusal?.blocks).toHaveLength(1);
    game.hand.rack.moveAll([hand[1]], 27);
    expect(game.refusal).toBeNull();
  });

  it("asks before pairs are declared and before a finish that may cost", () => {
    game.declare();
    expect(game.question).toEqual({ kind: "declare" });
    socket.hear(snap({ rules: format({ ...PRESETS.klasik, penalty: 2 }), phase: "throw", can: ["throw", "finish"] }));
    game.finish(hand[3]);
    expect(game.question).toEqual({ kind: "finish", tile: hand[3] });
  });

  it("keeps the rack's order when messages come that change no tile", () => {
    game.hand.rack.moveAll([hand[0]], 28);
    const before = game.hand.layout;
    const { seats, clocks, now } = snap();
    socket.hear({ t: "presence", seats, clocks, now, next_at: null, watchers: 0, watch: true });
    socket.hear(ev({ e: "declared", seat: 1 }));
    socket.hear(snap());
    expect(game.hand.layout).toBe(before);
  });

  it("finds its rack again after a reload", async () => {
    game.hand.rack.moveAll([hand[0]], 28);
    opened = false;
    const again = new Game(TABLE);
    const end = again.start();
    await vi.waitUntil(() => opened);
    socket.hear(snap());
    expect(again.hand.rack.slotOf(hand[0])).toBe(28);
    end();
  });

  it("lays a new deal as it comes", () => {
    const rack = tilesFromFaces("k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 r3".split(" "));
    game.hand.rack.moveAll([hand[0]], 28);
    socket.hear(ev({ e: "dealt", seat: 1, starter: 2, indicator: 0, dice: [1, 1] }, { rack }));
    expect(game.hand.rack.tiles).toEqual(rack);
    expect(game.view?.deal).toBe(2);
    expect(game.hand.canUndo).toBe(false);
  });

  it("is closed where another tab plays on", () => {
    socket.hear({ t: "bye", why: "taken_over", retry_ms: null });
    expect(game.closed).toBe("taken_over");
    expect(game.can("draw")).toBe(false);
    game.reopen();
    expect(game.closed).toBeNull();
  });

  it("counts down until a computer plays for whoever is gone, where the rules say so", () => {
    const rules = format({ ...PRESETS.klasik, absent: "computer" });
    const here = { name: "Can", level: null, connected: true };
    const kinds: View["kinds"] = [1, 1, 2, 2];
    const seats = (connected: boolean): Snap["seats"] => [
      here,
      { ...here, connected },
      snap().seats[2],
      snap().seats[3],
    ];
    const present = (connected: boolean) => {
      const { clocks, now, next_at } = snap();
      socket.hear({ t: "presence", seats: seats(connected), clocks, now, next_at, watchers: 3, watch: true });
    };
    socket.hear({ ...snap({ rules, kinds, control: kinds }), seats: seats(true) });
    expect(game.grace(1)).toBeNull();
    present(false);
    expect([game.grace(1), game.watchers]).toEqual([20, 3]);
    game.now += 5_000;
    expect(game.grace(1)).toBe(15);
    game.now += 16_000;
    expect(game.grace(1)).toBeNull();
    present(true);
    present(false);
    expect(game.grace(1)).toBe(20);
    socket.hear({ ...snap({ kinds, control: kinds }), seats: seats(false) });
    expect(game.grace(1)).toBeNull();
  });

  it("shows a watcher everything but a rack", () => {
    const open = snap({ viewer: null, rack: [], can: [] });
    socket.hear({ ...open, you: null, watchers: 2, delay: 30_500 });
    expect([game.stranger, game.me, game.watchers, game.offered, game.myTurn]).toEqual([true, null, 2, null, false]);
    expect(game.delay).toBe(30_500);
    expect(game.can("draw")).toBe(false);
    socket.hear({ t: "bye", why: "not_seated", retry_ms: null });
    expect(game.closed).toBe("not_seated");
  });

  it("passes on what is said, and words refusals", () => {
    game.say("selam");
    game.write("merhaba");
    expect(socket.sent.slice(-2)).toEqual([
      { t: "say", phrase: "selam" },
      { t: "chat", text: "merhaba" },
    ]);
    socket.hear({ t: "say", seat: 1, phrase: "guzel_el" });
    expect(game.talk.bubbles[1]?.name).toBe("Orta");
    expect(game.speech.polite.at(-1)?.text).toBe("Orta: Güzel el");
    socket.hear({ t: "refused", fault: { code: "too_fast", params: {}, blocks: [] } });
    expect(game.refusal?.code).toBe("too_fast");
  });

  it("asks again for what is played by itself when the line is new, also after a reload", async () => {
    const wish = { draw: true, throw: false, take: "r5" };
    game.wish(wish);
    expect(socket.sent.at(-1)).toEqual({ t: "auto", ...wish });
    socket.hear({ t: "auto", draw: true, throw: false, take: null });
    expect(game.auto.take).toBeNull();
    opened = false;
    const again = new Game(TABLE);
    const end = again.start();
    await vi.waitUntil(() => opened);
    socket.hear(snap());
    expect(socket.sent.filter((frame) => frame.t === "auto")).toEqual([
      { t: "auto", draw: true, throw: false, take: null },
    ]);
    end();
  });

  it("goes to the table of the rematch once both have asked", () => {
    const next = "f".repeat(32);
    game.askRematch();
    expect(socket.sent.at(-1)).toEqual({ t: "rematch" });
    expect(location.pathname).not.toContain(next);
    socket.hear({ t: "rematch", table: next, seat: 0 });
    expect(location.pathname).toBe(`/masa/${next}`);
  });

  it("shows whether others may watch as the server says it, also after a reload", () => {
    const options = { listed: false, watch: true, chat: true, quick: false };
    const { seats, clocks, now, next_at } = snap();
    socket.hear({ ...snap(), options, founder: true });
    expect([game.founder, game.options]).toEqual([true, options]);
    game.allowWatching(false);
    expect(socket.sent.at(-1)).toEqual({ t: "watching", on: false });
    expect(game.options?.watch).toBe(true);
    socket.hear({ t: "presence", seats, clocks, now, next_at, watchers: 0, watch: false });
    expect(game.options).toEqual({ ...options, watch: false });
  });

  it.each([
    [false, "signed_out"],
    [true, null],
  ])("asks who it is when the line stays away: once a guest from a member, it tries no more", async (guest, closed) => {
    learn({ name: "Ali", guest, notices: 0, tables: [] });
    vi.useFakeTimers();
    for (let tries = 0; tries < 4; tries++) {
      socket.cut();
      await vi.advanceTimersByTimeAsync(3_000);
    }
    expect(game.closed).toBe(closed);
    opened = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(opened).toBe(closed === null);
    vi.useRealTimers();
  });

  it.each([
    [false, 3],
    [true, 2],
  ])("sits down at the table that follows: where it sat, or where the server draws (%s)", async (rated, place) => {
    const { seats } = snap();
    const options = { listed: true, watch: true, chat: false, quick: false, rated, stake: 0 };
    const same = { t: "room", places: [0, 1, 2, 3], founder: true, code: "ABCD", level: "orta", wishes: [], options };
    const room = { ...same, kept: [null, null, null, null] };
    socket.hear({ ...room, seats, you: 3, drawn: null });
    const next = String(place).repeat(32);
    socket.hear({ t: "successor", table: next });
    opened = false;
    const there = new Game(next);
    const sit = vi.spyOn(there.proof, "sit").mockImplementation(() => undefined);
    const end = there.start();
    await vi.waitUntil(() => opened);
    socket.hear({ ...room, seats: [seats[0], null, null, null], you: null, drawn: rated ? 2 : null });
    expect(sit.mock.calls).toEqual([[place]]);
    end();
  });

  it("sends away the person that is seen on a seat", () => {
    const { seats } = snap();
    const options = { listed: false, watch: true, chat: true, quick: false };
    const kept = [null, null, null, null];
    const room = { t: "room", seats, you: 0, places: [0, 1, 2, 3], founder: true, code: "ABCD", level: "orta" };
    socket.hear({ ...room, options, kept, wishes: [] });
    game.kick(1);
    expect(socket.sent.at(-1)).toEqual({ t: "kick", seat: 1, name: "Orta" });
  });
});

/** A server that cheats in every way the protocol names: each time the browser notices, by name, and its number stays. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sign } from "@noble/ed25519";
import { beforeEach, describe, expect, it } from "vitest";
import { faceOf, faceText } from "../rules/tiles";
import { type Bytes, hex, uint, unhex, utf8, ZERO } from "../verify/bytes";
import { readEvent } from "../verify/events";
import * as say from "../verify/messages";
import { type GameRecord, readEvidence, readRecord } from "../verify/model";
import { Referee } from "../verify/referee";
import { verifyHere } from "../verify/signature";
import { Keyring } from "../verify/trust";
import { verify } from "../verify/verify";
import { Checks, type Move } from "./checks";
import type { Alarm, EventFrame, FairFrame, ListFrame, OpenFrame, OpeningFrame, Reply, RevealFrame } from "./frames";
import { MemoryStore, type Store } from "./store";

const VECTORS = join(dirname(fileURLToPath(import.meta.url)), "../../../tests/vectors");
const file = (name: string): Bytes => new Uint8Array(readFileSync(join(VECTORS, name)));
const record: GameRecord = readRecord(file("record.json"));
const SEAT = 1;
const VALUE = readEvidence(file("record-evidence.json")).value;
const SECRET = Uint8Array.from({ length: 32 }, (_, i) => i);
const KEY = record.public_key;
const START = record.created_ms + 5000;
const seats = record.seats ?? [];
const rules = say.rulesHash(record.rules_text);
const commits = seats.map(({ kind, commit }) => ({ kind, value: commit }));
const LIST = say.listHash(record.table_id, rules, record.server_commit, commits);
const signed = (message: Bytes, secret = SECRET): string => hex(sign(message, secret));

const open: OpenFrame = {
  t: "open",
  table_id: hex(record.table_id),
  rules: record.rules_text,
  server_commit: hex(record.server_commit),
  created_ms: record.created_ms,
  public_key: hex(KEY),
  key_changes: [],
  sig: hex(record.open_sig),
};
const list: ListFrame = {
  t: "list",
  listed_ms: record.listed_ms ?? 0,
  seats: seats.map(({ kind, commit }) => ({ kind, commit: hex(commit) })),
  hash: hex(LIST),
  sig: hex(record.list_sig ?? ZERO),
};
const receipt: FairFrame = { t: "receipt", seat: SEAT, sig: signed(say.receiptMessage(LIST, SEAT, VALUE)) };
const opening: OpeningFrame = {
  t: "opening",
  seats: seats.map(({ kind, value }) => ({ kind, value: hex(value ?? ZERO) })),
  sig: hex(record.opening_sig ?? ZERO),
};

/** A list or an opening with other contents, signed by the server's own key. */
function signedList(change: (seats: ListFrame["seats"]) => void, listed_ms = list.listed_ms): ListFrame {
  const changed = structuredClone(list.seats);
  change(changed);
  const values = changed.map(({ kind, commit }) => ({ kind, value: unhex(commit) }));
  const hash = say.listHash(record.table_id, rules, record.server_commit, values);
  return { t: "list", listed_ms, seats: changed, hash: hex(hash), sig: signed(say.listMessage(hash, listed_ms)) };
}
function signedOpening(change: (seats: OpeningFrame["seats"]) => void, hash = LIST): OpeningFrame {
  const changed = structuredClone(opening.seats);
  change(changed);
  const values = changed.map(({ kind, value }) => ({ kind, value: unhex(value) }));
  return { t: "opening", seats: changed, sig: signed(say.openingMessage(hash, values)) };
}
function signedOpen(change: Partial<OpenFrame>, secret = SECRET): OpenFrame {
  const frame = { ...open, ...change };
  const message = say.openMessage(
    unhex(frame.table_id),
    say.rulesHash(frame.rules),
    unhex(frame.server_commit),
    frame.created_ms,
  );
  return { ...frame, sig: signed(message, secret) };
}

/** The events of the match as seat 1 is shown them, with its own tiles beside them. */
const chain: Bytes[] = [say.firstHead(record.table_id, LIST, record.server_commit)];
const shown: EventFrame[] = [];
const referee = new Referee(
  // biome-ignore lint/style/noNonNullAssertion: the record is the published one
  (await import("../app/ruleset")).parse(record.rules_text)!,
  seats.map(({ kind }) => kind),
  say.masterKey(record.server_seed, LIST, seats),
);
/** Which events seat 1 made itself. */
const mine = new Map<number, Move>();
let marked = false;
for (const [at, bytes] of record.events.entries()) {
  const event = referee.see(bytes);
  chain.push(say.nextHead(chain[at] as Bytes, bytes));
  const rack = referee.hand?.racks[SEAT] ?? [];
  const drew = event.type === 3 && event.seat === SEAT;
  shown.push({
    t: "ev",
    n: at + 1,
    raw: hex(bytes),
    tile: drew ? (rack.at(-1) ?? null) : null,
    rack: event.type === 1 ? [...rack] : null,
  });
  const [first = 0, second = 0] = event.bytes;
  const moves: Record<number, Move> = {
    2: { a: "show" },
    3: { a: "draw" },
    4: { a: "take" },
    5: { a: "throw", tile: first },
    6: { a: "finish", tile: second },
    10: { a: "declare" },
    12: { a: "finish", tile: first },
  };
  const own = moves[event.type];
  if (own && event.seat === SEAT && !marked && referee.control[SEAT] === 1) mine.set(at + 1, own);
  marked = event.type === 8;
}
const head = (n: number): FairFrame => {
  const value = chain[n] as Bytes;
  return { t: "head", n, head: hex(value), sig: signed(say.headMessage(record.table_id, n, value)) };
};
const reveal: RevealFrame = {
  t: "reveal",
  server_seed: hex(record.server_seed),
  n: record.events.length,
  head: hex(chain.at(-1) as Bytes),
  sig: hex(record.reveal_sig),
  outcome: 0,
};

class Seat {
  readonly sent: Reply[] = [];
  readonly alarms: Alarm[] = [];
  now = START;
  lag = 0;
  readonly checks: Checks;

  constructor(
    readonly store: Store,
    value: Bytes = VALUE,
    keys = new Keyring([KEY]),
  ) {
    this.checks = new Checks(open.table_id, {
      store,
      keys,
      send: (frame) => this.sent.push(frame),
      alarm: (name) => this.alarms.push(name),
      now: () => this.now,
      lag: () => this.lag,
      random: () => value,
      verify: verifyHere,
    });
  }

  async hear(...frames: FairFrame[]): Promise<this> {
    for (const frame of frames) await this.checks.hear(frame);
    return this;
  }

  /** Open and sit. */
  async sit(): Promise<this> {
    await this.hear(open);
    await this.checks.sit(SEAT);
    return this;
  }

  /** Up to the opened numbers. */
  async opened(): Promise<this> {
    await this.sit();
    return this.hear(list, receipt, opening);
  }

  /** Play events `from`..`to` (numbers) honestly. */
  async play(to: number, from = 1): Promise<this> {
    for (let n = from; n <= to; n++) {
      const frame = shown[n - 1] as EventFrame;
      const move = mine.get(n);
      if (move) await this.checks.moving(move);
      this.now = START + (readEvent(unhex(frame.raw))?.t ?? 0);
      await this.hear(frame);
      if (move) await this.hear(head(n));
    }
    return this;
  }

  /** The table plays event `n`, which I do not send. */
  async helped(n: number): Promise<void> {
    const frame = shown[n - 1] as EventFrame;
    this.now = START + (readEvent(unhex(frame.raw))?.t ?? 0);
    await this.hear(frame);
  }

  get contributions(): Reply[] {
    return this.sent.filter((frame) => frame.t === "contribution");
  }
}

let store: MemoryStore;
let seat: Seat;
beforeEach(() => {
  store = new MemoryStore();
  seat = new Seat(store);
});

describe("an honest server", () => {
  it("raises nothing when a second tab has played and the first takes the table back", async () => {
    await seat.opened();
    await seat.play(4);
    const tab = new Seat(store);
    tab.lag = seat.lag = Number.POSITIVE_INFINITY; // both lines are new
    await tab.hear(open, list, receipt, opening);
    await tab.hear({ t: "log", after: 0, events: shown.slice(0, 4).map(({ raw }) => raw) });
    const own = [...mine.keys()].find((n) => n > 4) ?? 0;
    await tab.play(own + 1, 5);
    await seat.checks.resumed();
    seat.now = tab.now;
    await seat.hear(...shown.slice(4, own + 1));
    await seat.play(own + 6, own + 2);
    expect([...seat.alarms, ...tab.alarms]).toEqual([]);
  });
  it("is played with to the end, and its record agrees with the notes", async () => {
    await seat.opened();
    expect(seat.sent).toEqual([
      { t: "sit", seat: SEAT, commit: hex(seats[SEAT]?.commit ?? ZERO) },
      { t: "contribution", list_hash: hex(LIST), value: hex(VALUE) },
    ]);
    await seat.play(shown.length);
    await seat.hear(reveal);
    expect(seat.alarms).toEqual([]);
    expect(seat.checks.seal).toMatch(/^([A-HJ-NP-Z2-9]{4} ){3}[A-HJ-NP-Z2-9]{4}$/);
    const verdict = await verify(file("record.json"), new Keyring([KEY]), utf8(seat.checks.evidence ?? ""));
    expect(verdict).toMatchObject({ text: "valid", note: null });
    expect(mine.size).toBeGreaterThan(10);
  });

  it("may repeat what it said, and is asked for what it left out", async () => {
    await seat.opened();
    await seat.hear(open, list, receipt, opening, shown[0] as EventFrame);
    await seat.hear(shown[3] as EventFrame);
    expect(seat.sent.at(-1)).toEqual({ t: "log", after: 1 });
    expect(seat.alarms).toEqual([]);
    expect(seat.contributions).toHaveLength(1);
  });

  it("hears the head every ten seconds and with each move", async () => {
    await seat.opened();
    await seat.play(3);
    seat.sent.length = 0;
    seat.now += 10_000;
    await seat.checks.tick();
    await seat.checks.tick();
    const told = { t: "head", n: 3, head: hex(chain[3] as Bytes) };
    expect(seat.sent).toEqual([told]);
    await seat.checks.moving({ a: "draw" });
    expect(seat.sent).toEqual([told, told]);
  });

  it("is repeated the same number after a lost line", async () => {
    await seat.sit();
    await seat.hear(list, list);
    expect(seat.contributions).toEqual(Array(2).fill({ t: "contribution", list_hash: hex(LIST), value: hex(VALUE) }));
  });

  it("is answered nothing when it repeats its list after the receipt, also after a reload and in another tab", async () => {
    await seat.sit();
    await seat.hear(list, receipt, list);
    expect(seat.contributions).toHaveLength(1);
    const again = new Seat(store);
    await again.hear(open, list, list);
    expect(again.contributions).toEqual([]);
    again.now += 40_001;
    await again.checks.tick();
    expect(again.alarms).toEqual(["reveal-late"]);
    await seat.hear(opening, list);
    expect(seat.contributions).toHaveLength(1);
    expect(seat.alarms).toEqual([]);
  });

  it("keeps its notes until thirty days after they were last written", async () => {
    await seat.opened();
    await seat.play(6);
    await store.forget(START);
    expect(await store.notes(seat.checks.table)).not.toBeNull();
    await store.forget(seat.now + 1);
    expect(await store.notes(seat.checks.table)).toBeNull();
  });

  it("finds the notes again after a reload in the middle of a deal", async () => {
    await seat.opened();
    await seat.play(6);
    const again = new Seat(store, new Uint8Array(32).fill(9));
    again.now = seat.now;
    await again.hear(open, list, opening, { t: "log", after: 0, events: shown.slice(0, 6).map(({ raw }) => raw) });
    await again.play(shown.length, 7);
    await again.hear(reveal);
    expect(again.alarms).toEqual([]);
    expect(again.contributions).toEqual([]);
  });

  it("lets a player stand up and sit down again, with a fresh number", async () => {
    await seat.sit();
    await seat.checks.sit(SEAT);
    expect(seat.alarms).toEqual([]);
    expect(seat.sent.map((frame) => frame.t)).toEqual(["sit", "sit"]);
  });

  it("may list the others after I stood up, also after a reload, and seat me again", async () => {
    const without = signedList((seats) => {
      seats[SEAT] = { kind: 1, commit: "11".repeat(32) };
    });
    await seat.sit();
    await seat.checks.stand();
    const again = new Seat(store);
    await again.hear(open, without);
    expect([again.alarms, again.contributions, again.checks.seated]).toEqual([[], [], false]);
    await seat.checks.sit(SEAT);
    await seat.hear(list);
    expect(seat.alarms).toEqual([]);
    expect(seat.contributions).toHaveLength(1);
    await seat.checks.stand();
    expect(seat.checks.seated).toBe(true);
  });

  it("may list the others after I was away too long, and lets me watch to the end", async () => {
    const without = signedList((seats) => {
      seats[SEAT] = { kind: 1, commit: "11".repeat(32) };
    });
    await seat.sit();
    await seat.hear(open, without);
    expect([seat.alarms, seat.contributions, seat.checks.seated]).toEqual([[], [], false]);
    const later = new Seat(store);
    await later.hear(open, without);
    expect(later.alarms).toEqual([]);
    await noticed("list", () => seat.checks.seat());
  });

  it("plays for me what I asked for", async () => {
    const wish = { draw: true, throw: true, take: null };
    const other = { draw: false, throw: false, take: "r5" };
    const [draw = 0] = [...mine].find(([n, move]) => move.a === "draw" && mine.get(n + 1)?.a === "throw") ?? [];
    await seat.opened();
    await seat.play(draw - 1);
    await seat.checks.wishing(wish);
    await seat.checks.wishing(other); // not answered yet: what was asked for before may still come
    await seat.helped(draw);
    expect(seat.alarms).toEqual([]);
    await seat.checks.wished(other);
    const [next = 0] = [...mine].find(([n, move]) => n > draw + 1 && move.a === "draw") ?? [];
    await seat.play(next - 1, draw + 1);
    await noticed("move", () => seat.helped(next));
  });

  it("throws for me only the tile it has just drawn", async () => {
    const same = ([n, move]: [number, Move]) => "tile" in move && move.tile === shown[n - 2]?.tile;
    const thrown = [...mine].filter(([n, move]) => move.a === "throw" && mine.get(n - 1)?.a === "draw");
    for (const [own, right] of [true, false].map((right) => [thrown.find((one) => same(one) === right), right])) {
      const [n] = own as [number, Move];
      seat = new Seat(new MemoryStore());
      await seat.opened();
      await seat.play(n - 1);
      await seat.checks.wished({ draw: false, throw: true, take: null });
      await seat.helped(n);
      expect(seat.alarms).toEqual(right ? [] : ["move"]);
    }
  });

  it("takes for me the face I wait for and no other", async () => {
    const [n = 0] = [...mine].find(([, move]) => move.a === "take") ?? [];
    const face = faceText(faceOf(unhex(shown[n - 1]?.raw ?? "").at(-1) ?? 0));
    for (const [take, alarms] of [
      [face, []],
      [face === "r5" ? "r6" : "r5", ["move"]],
    ]) {
      seat = new Seat(new MemoryStore());
      await seat.opened();
      await seat.play(n - 1);
      await seat.checks.wished({ draw: true, throw: true, take: take as string });
      await seat.helped(n);
      expect(seat.alarms).toEqual(alarms);
    }
  });

  it("may open its seed before the events, to somebody who comes after the end", async () => {
    const late = new Seat(store);
    await late.hear(open, list, opening, reveal);
    expect(late.sent).toEqual([{ t: "log", after: 0 }]);
    const raws = shown.map(({ raw }) => raw);
    await late.hear({ t: "log", after: 0, events: raws.slice(0, 10) });
    expect(late.sent.at(-1)).toEqual({ t: "log", after: 10 });
    await late.hear({ t: "log", after: 10, events: raws.slice(10) });
    expect(late.alarms).toEqual([]);
    const lied = new Seat(store);
    await lied.hear(open, list, opening, reveal, { t: "log", after: 0, events: [] });
    expect(lied.alarms).toEqual(["head"]);
  });

  it("may change its key with notice, and its clock may be odd", async () => {
    const other = new Uint8Array(32).fill(7);
    const { getPublicKey } = await import("@noble/ed25519");
    const old = getPublicKey(other);
    const sig = signed(say.keyChangeMessage(old, KEY, 1000), other);
    const change = { old: hex(old), new: hex(KEY), valid_from_ms: 1000, sig };
    const trusting = new Seat(store, VALUE, new Keyring([old]));
    trusting.now = START + 2 * 86_400_000;
    await trusting.hear({ ...open, key_changes: [change] });
    expect(trusting.alarms).toEqual([]);
    expect(trusting.checks.oddClock).toBe(true);
    const forged = new Seat(store, VALUE, new Keyring([old]));
    await forged.hear({ ...open, key_changes: [{ ...change, valid_from_ms: 1001 }] });
    expect(forged.alarms).toEqual(["open"]);
  });
});

/** What the cheat says, after what, and the alarm. The alarm is raised once and nothing is sent after it. */
async function noticed(alarm: Alarm, ...frames: (FairFrame | (() => Promise<void>))[]): Promise<void> {
  const before = seat.sent.length;
  for (const frame of frames) await (typeof frame === "function" ? frame() : seat.hear(frame));
  expect(seat.alarms).toEqual([alarm]);
  expect(seat.checks.alarmed).toBe(alarm);
  const after = seat.sent.slice(before).filter((frame) => frame.t !== "head" && frame.t !== "log");
  expect(after).toEqual([]);
  await seat.hear(list, opening);
  await seat.checks.moving({ a: "draw" });
  expect(seat.sent.slice(before).filter((frame) => frame.t !== "head" && frame.t !== "log")).toEqual([]);
}

describe("a server that cheats before the cards are down", () => {
  it("signs with a key nobody trusts", async () => {
    seat = new Seat(store, VALUE, new Keyring([new Uint8Array(32).fill(1)]));
    await noticed("open", open);
    expect(seat.checks.evidence).toBeNull();
  });
  it("does not sign at all", () => noticed("open", { ...open, sig: "00".repeat(64) }));
  it("answers for another table", () => noticed("open", signedOpen({ table_id: "ab".repeat(16) })));
  it("sends bytes that are none", () => noticed("open", { ...open, server_commit: "zz" }));
  it("shows other rules than it signed", async () => {
    await seat.checks.shows(record.rules_text.replace("move=30", "move=60").replace("bonus=1", "bonus=2"));
    await noticed("rules", open);
  });
  it("shows other rules after it has signed", async () => {
    await seat.sit();
    await seat.checks.shows(`${record.rules_text} `);
    expect(seat.alarms).toEqual(["rules"]);
  });
  it("signs rules that are none", () => noticed("rules", signedOpen({ rules: "okey-rules/1;preset=klasik" })));
  it("changes the rules in the open message", async () => {
    await seat.sit();
    await noticed("rules", signedOpen({ rules: record.rules_text.replace("moves=", "moves=1") }));
  });
  it("shows an old table again", async () => {
    await (await seat.opened()).play(4);
    seat = new Seat(store, new Uint8Array(32).fill(5));
    await seat.hear(open);
    await seat.checks.sit(SEAT);
    expect(seat.alarms).toEqual(["table-seen"]);
    expect(seat.sent).toEqual([]);
  });
  it("opens the same table anew with another seed", async () => {
    await seat.sit();
    seat = new Seat(store);
    await noticed("table-seen", signedOpen({ server_commit: "cd".repeat(32) }));
    expect(readEvidence(utf8(seat.checks.evidence ?? "")).open_sig).toEqual(record.open_sig);
  });
  it("uses the fingerprint of another table", async () => {
    await store.meet([`commit ${open.server_commit}`]);
    await seat.hear(open);
    await seat.checks.sit(SEAT);
    expect(seat.alarms).toEqual(["table-seen"]);
    expect(seat.sent).toEqual([]);
  });
  it("seats nobody without an open message", async () => {
    await seat.checks.sit(SEAT);
    expect(seat.alarms).toEqual(["open"]);
  });
});

describe("a server that cheats with the list", () => {
  beforeEach(() => seat.sit());
  const other = "11".repeat(32);

  it("leaves my fingerprint out", () =>
    noticed(
      "list",
      signedList((seats) => {
        seats[SEAT] = { kind: 1, commit: other };
      }),
    ));
  it("seats a computer in my place", () =>
    noticed(
      "list",
      signedList((seats) => {
        seats[SEAT] = { kind: 2, commit: "00".repeat(32) };
      }),
    ));
  it("gives a computer a number", () =>
    noticed(
      "list",
      signedList((seats) => {
        const computer = seats.find(({ kind }) => kind === 2);
        if (computer) computer.commit = other;
      }),
    ));
  it("lets fewer sit than the rules say", () =>
    noticed(
      "list",
      signedList((seats) => {
        seats[0] = { kind: 0, commit: "00".repeat(32) };
      }),
    ));
  it("does not sign it", () => noticed("list", { ...list, sig: receipt.t === "receipt" ? receipt.sig : "" }));
  it("names another hash", () => noticed("list", { ...list, hash: other }));
  it("sends two lists", async () => {
    await seat.hear(list);
    await noticed(
      "second-list",
      signedList((seats) => {
        seats[0] = { kind: 1, commit: other };
      }),
    );
    expect(seat.contributions).toHaveLength(1);
  });
  it("sends the same list with another time", async () => {
    await seat.hear(list);
    await noticed(
      "second-list",
      signedList(() => {}, list.listed_ms + 1),
    );
  });

  const swapped = signedList((seats) => {
    seats[0] = { kind: 1, commit: other };
  });
  it("sends another list after a reload: the number stays", async () => {
    await seat.hear(list);
    seat = new Seat(store, new Uint8Array(32).fill(5));
    await noticed("second-list", open, swapped);
    expect(seat.contributions).toEqual([]);
  });
  it("sends another list to a second tab at the same moment: the number leaves once", async () => {
    const tab = new Seat(store);
    await tab.hear(open);
    await Promise.all([seat.hear(list), tab.hear(swapped)]);
    const lists = [...seat.contributions, ...tab.contributions].map((frame) => "list_hash" in frame && frame.list_hash);
    expect(lists).toHaveLength(1);
    expect([...seat.alarms, ...tab.alarms]).toEqual(["second-list"]);
  });
});

describe("a server that cheats with the numbers", () => {
  beforeEach(async () => {
    await seat.sit();
    await seat.hear(list);
  });

  it("sends a second list after the receipt: the number stays, also after a reload", async () => {
    const second = signedList((seats) => {
      seats[0] = { kind: 1, commit: "11".repeat(32) };
    });
    await seat.hear(receipt);
    await noticed("second-list", second);
    seat = new Seat(store);
    await noticed("second-list", open, second);
    expect(seat.contributions).toEqual([]);
  });

  it("forges a receipt", () => noticed("receipt", { t: "receipt", seat: SEAT, sig: list.sig }));
  it("gives a receipt for another seat", () =>
    noticed("receipt", { t: "receipt", seat: 0, sig: signed(say.receiptMessage(LIST, 0, VALUE)) }));
  it("gives a receipt for another number", () =>
    noticed("receipt", { t: "receipt", seat: SEAT, sig: signed(say.receiptMessage(LIST, SEAT, ZERO)) }));
  it("gives no receipt and goes on", () => noticed("receipt", opening));
  it("gives no receipt and falls silent", async () => {
    seat.now += 20_001;
    await seat.checks.tick();
    expect(seat.alarms).toEqual(["receipt"]);
  });
  it("takes the number and opens nothing", async () => {
    await seat.hear(receipt);
    seat.now += 40_001;
    await seat.checks.tick();
    expect(seat.alarms).toEqual(["reveal-late"]);
  });

  describe("after the receipt", () => {
    beforeEach(() => seat.hear(receipt));

    it("drops my number", () =>
      noticed(
        "value-dropped",
        signedOpening((seats) => {
          seats[SEAT] = { kind: 1, value: "00".repeat(32) };
        }),
      ));
    it("changes my number", () =>
      noticed(
        "value-dropped",
        signedOpening((seats) => {
          seats[SEAT] = { kind: 1, value: "22".repeat(32) };
        }),
      ));
    it("changes the kind of a seat", () =>
      noticed(
        "opening",
        signedOpening((seats) => {
          const computer = seats.find(({ kind }) => kind === 2);
          if (computer) computer.kind = 1;
        }),
      ));
    it("changes another's number", () =>
      noticed(
        "opening",
        signedOpening((seats) => {
          seats[0] = { kind: seats[0]?.kind ?? 1, value: "33".repeat(32) };
        }),
      ));
    it("swaps the list behind the opening", () =>
      noticed(
        "opening",
        signedOpening(() => {}, new Uint8Array(32).fill(8)),
      ));
    it("does not sign it", () => noticed("opening", { ...opening, sig: "ff".repeat(64) }));
    it("deals before the opening", () => noticed("opening", shown[0] as EventFrame));
  });
});

describe("a server that cheats in play", () => {
  const t = (n: number): number => readEvent(unhex((shown[n - 1] as EventFrame).raw))?.t ?? 0;
  /** The event with another time. */
  const at = (n: number, time: number): EventFrame => {
    const bytes = unhex((shown[n - 1] as EventFrame).raw);
    bytes.set(uint(time, 4), 8);
    return { ...(shown[n - 1] as EventFrame), raw: hex(bytes) };
  };
  /** The first move of my own, and the first of another. */
  const own = Math.min(...mine.keys());

  beforeEach(() => seat.opened());

  it("lets its clock run fast", async () => {
    await seat.play(1);
    await noticed("head", at(2, t(1) + 5001));
  });
  it("lets its clock run slow", async () => {
    await seat.play(1);
    seat.now += 5001;
    await noticed("head", at(2, t(1)));
  });
  it("may be late when the line is", async () => {
    await seat.play(1);
    seat.lag = 60_000;
    seat.now += 30_000;
    const move = mine.get(2);
    if (move) await seat.checks.moving(move);
    await seat.hear(at(2, t(1)));
    expect(seat.alarms).toEqual([]);
  });
  it("moves in my name", async () => {
    await seat.play(own - 1);
    seat.now = START + t(own);
    await noticed("move", shown[own - 1] as EventFrame);
  });
  it("throws another tile than I threw", async () => {
    const n = [...mine].find(([, move]) => move.a === "throw")?.[0] ?? 0;
    await seat.play(n - 1);
    await seat.checks.moving({ a: "throw", tile: 103 });
    seat.now = START + t(n);
    await noticed("move", shown[n - 1] as EventFrame);
  });
  it("does later what it refused", async () => {
    await seat.play(own - 1);
    const move = mine.get(own) as Move;
    await seat.checks.moving(move);
    await seat.checks.refused(move);
    seat.now = START + t(own);
    await noticed("move", shown[own - 1] as EventFrame);
  });
  it("shows two logs: its signed head is another", async () => {
    await seat.play(3);
    const false_ = new Uint8Array(32).fill(3);
    const sig = signed(say.headMessage(record.table_id, 3, false_));
    await noticed("head", { t: "head", n: 3, head: hex(false_), sig });
    expect(readEvidence(utf8(seat.checks.evidence ?? "")).heads.at(-1)?.head).toEqual(false_);
  });
  it("signs a head ahead of the events that does not come true", async () => {
    const false_ = new Uint8Array(32).fill(3);
    await seat.hear({ t: "head", n: 1, head: hex(false_), sig: signed(say.headMessage(record.table_id, 1, false_)) });
    expect(seat.alarms).toEqual([]);
    await noticed("head", shown[0] as EventFrame);
  });
  it("does not sign the head", () => noticed("head", { ...(head(0) as object), sig: list.sig } as FairFrame));
  it("tells an event otherwise the second time", async () => {
    await seat.play(3);
    await noticed("head", { t: "log", after: 1, events: [at(2, t(2) + 1).raw] });
  });
  it("leaves a gap in the log", () => noticed("head", { t: "log", after: 3, events: [(shown[3] as EventFrame).raw] }));
  it("sends an event that is none", () => noticed("head", { t: "ev", n: 1, raw: "00", tile: null, rack: null }));
});

describe("a server that cheats at the end", () => {
  it("keeps its seed", async () => {
    await (await seat.opened()).play(shown.length);
    seat.now += 30_001;
    await seat.checks.tick();
    expect(seat.alarms).toEqual(["reveal-late"]);
  });
  it("keeps its seed after a cancelled table", async () => {
    await seat.opened();
    seat.checks.cancelled();
    seat.now += 30_001;
    await seat.checks.tick();
    expect(seat.alarms).toEqual(["reveal-late"]);
  });
  it("opens another seed", async () => {
    await (await seat.opened()).play(shown.length);
    const seed = new Uint8Array(32).fill(6);
    const last = chain.at(-1) as Bytes;
    const sig = signed(say.revealMessage(record.table_id, seed, reveal.n, last));
    await noticed("reveal", { ...reveal, server_seed: hex(seed), sig });
  });
  it("does not sign the reveal", async () => {
    await (await seat.opened()).play(shown.length);
    await noticed("reveal", { ...reveal, sig: list.sig });
  });
  it("ends the log elsewhere", async () => {
    await (await seat.opened()).play(shown.length - 1);
    await noticed("head", reveal);
  });
  it("had shown me other tiles", async () => {
    await seat.opened();
    const frame = structuredClone(shown[0] as EventFrame);
    frame.rack = frame.rack?.map((tile) => (tile === frame.rack?.[0] ? 105 - tile : tile)) ?? null;
    await seat.hear(frame);
    await seat.play(shown.length, 2);
    await noticed("deal", reveal);
  });
});

it("only looks on where it has no notes", async () => {
  await seat.hear(open, list, opening, ...shown, reveal);
  expect(seat.alarms).toEqual([]);
  expect(seat.sent).toEqual([]);
  expect(seat.checks.evidence).toBeNull();
  expect(seat.checks.seated).toBe(false);
});

/**
 * The browser's duties at a table (docs/fairness.md, Duties): fed with the server's frames it answers with its own, keeps
 * the notes, and raises an alarm by name at the first thing that is not right. After an alarm it sends nothing more.
 * Knows no page, no socket and no time of its own.
 */
import { parse as parseRules } from "../app/ruleset";
import { faceOf, faceText } from "../rules/tiles";
import { type Bytes, equal, hex, unhex, ZERO } from "../verify/bytes";
import * as type from "../verify/events";
import { readEvent } from "../verify/events";
import * as say from "../verify/messages";
import { Referee } from "../verify/referee";
import { chooseVerify, type Verify } from "../verify/signature";
import { isSigned, type Keyring } from "../verify/trust";
import type {
  Alarm,
  EventFrame,
  FairFrame,
  HeadFrame,
  ListFrame,
  OpenFrame,
  OpeningFrame,
  Reply,
  RevealFrame,
} from "./frames";
import { evidenceFile, type Notes, type Store } from "./store";

export interface Surroundings {
  store: Store;
  keys: Keyring;
  send: (frame: Reply) => void;
  alarm: (name: Alarm) => void;
  /** My own clock, ms. */
  now: () => number;
  /** By how many ms frames may be late now, network included; Infinity while that is not known. */
  lag: () => number;
  random?: (size: number) => Bytes;
  verify?: Verify;
}

/** A move I am about to send, as the event will name it. */
export type Move = { a: "draw" | "take" | "show" | "declare" } | { a: "throw" | "finish"; tile: number };

/** What the table was asked to play in my name by itself; `take` is a face, `r5`. */
export interface Wish {
  draw: boolean;
  throw: boolean;
  take: string | null;
}

/** The moves that a wish lets the table make. */
const helpsOf = ({ draw, throw: thrown, take }: Wish): string[] => [
  ...(draw ? ["draw"] : []),
  ...(thrown ? ["throw"] : []),
  ...(take === null ? [] : [`take ${take}`]),
];

const DAY = 86_400_000;
const CLOCK_LIMIT = 5000;
const OPENING_LIMIT = 10_000;
const REVEAL_LIMIT = 30_000;
const HEAD_EVERY = 10_000;
const PERSON = 1;

/** Which event answers which move; a claim answers a finish that was wrong. */
const MOVES: Record<number, Move["a"]> = {
  [type.SHOW]: "show",
  [type.DRAW]: "draw",
  [type.TAKE]: "take",
  [type.DISCARD]: "throw",
  [type.FINISH]: "finish",
  [type.DECLARE]: "declare",
  [type.CLAIM]: "finish",
};
/** Where the tile of an event stands among its bytes. */
const TILE_AT: Record<number, number> = { [type.DISCARD]: 0, [type.FINISH]: 1, [type.CLAIM]: 0 };

const nameOf = (move: Move): string => ("tile" in move ? `${move.a} ${move.tile}` : move.a);

class Raised extends Error {
  constructor(readonly alarm: Alarm) {
    super(alarm);
  }
}

function need(condition: unknown, alarm: Alarm): asserts condition {
  if (!condition) throw new Raised(alarm);
}

/** Bytes of exactly this size, or null. */
function read(text: unknown, size: number): Bytes | null {
  return typeof text === "string" && text.length === 2 * size && /^[0-9a-f]*$/.test(text) ? unhex(text) : null;
}

export class Checks {
  /** The first alarm; nothing is sent after it. */
  alarmed: Alarm | null = null;
  /** The table was opened more than a day away from my clock: a warning, no alarm. */
  oddClock = false;
  /** The seed was opened and is the right one: the table has ended, and its record can be fetched. */
  revealed = false;
  private open: OpenFrame | null = null;
  private notes: Notes | null = null;
  private list: ListFrame | null = null;
  private chain: Bytes[] = [];
  private events: Bytes[] = [];
  /** Signed heads that are ahead of the events. */
  private ahead: HeadFrame[] = [];
  private sealed = 0;
  private marked = false;
  private replaced = false;
  /** Whether I have been on my seat since the last open message: a list without me is then a wrong one. */
  private held = false;
  /** The list came without me, on a line that had not shown me on my seat: I was away too long. */
  private dropped = false;
  private endedAt: number | null = null;
  private openedAt: number | null = null;
  private headAt = 0;
  /** A seed that came before the events it is judged with: who comes after the end has seen none of them. */
  private early: RevealFrame | null = null;
  private expected: string | null = null;
  private queue: Promise<void> = Promise.resolve();
  private readonly verify: Promise<Verify>;
  private readonly random: (size: number) => Bytes;

  constructor(
    readonly table: string,
    private readonly around: Surroundings,
  ) {
    this.verify = around.verify ? Promise.resolve(around.verify) : chooseVerify();
    this.random = around.random ?? ((size) => crypto.getRandomValues(new Uint8Array(size)));
  }

  /** The rules the page shows for this table: they must be those of the signed message, whichever comes first. */
  shows(rules: string): Promise<void> {
    return this.inTurn(async () => {
      this.expected = rules;
      need(!this.open || this.open.rules === rules, "rules");
    });
  }

  /** A frame of the server; frames are judged one after the other. */
  hear(frame: FairFrame): Promise<void> {
    return this.inTurn(() => this.judge(frame));
  }

  /** Sit down: a fresh number, kept before its fingerprint leaves. */
  sit(seat: number): Promise<void> {
    return this.inTurn(async () => {
      const { open } = this;
      need(open, "open");
      const old = await this.around.store.notes(this.table);
      const marks = [`table ${this.table}`, `commit ${open.server_commit}`];
      for (const mark of marks) {
        // Standing up and sitting down again before the list is the only second meeting.
        const again = old !== null && old.open_sig === open.sig && old.list === null && !old.over;
        need(again || !(await this.around.store.met(mark)), "table-seen");
      }
      const value = this.random(32);
      this.notes = notesOf(open, seat, hex(value));
      this.held = true;
      await this.keep(this.notes);
      await this.around.store.meet(marks);
      const commit = say.playerCommit(unhex(this.table), unhex(open.server_commit), seat, value);
      this.send({ t: "sit", seat, commit: hex(commit) });
    });
  }

  /** I stood up, or was sent from the seat, before the list: the commitment goes with me. */
  stand(): Promise<void> {
    return this.inTurn(() => this.lose());
  }

  /** The server shows me on a seat: not after a list without me. */
  seat(): Promise<void> {
    return this.inTurn(async () => {
      need(!this.dropped, "list");
      this.held = true;
    });
  }

  private keep(notes: Notes): Promise<void> {
    notes.kept_at = this.around.now();
    return this.around.store.keep(notes);
  }

  private async lose(): Promise<void> {
    if (!this.notes || this.notes.list !== null) return;
    this.notes.stood = true;
    await this.keep(this.notes);
    this.notes = null;
  }

  /** Tell that a move is being sent; the head as I see it goes before it. */
  moving(move: Move): Promise<void> {
    return this.inTurn(async () => {
      if (!this.notes) return;
      this.notes.sent.push(nameOf(move));
      await this.keep(this.notes);
      this.tellHead();
    });
  }

  /** The server refused a move: it may not happen later. */
  refused(move: Move): Promise<void> {
    return this.inTurn(async () => {
      const at = this.notes?.sent.lastIndexOf(nameOf(move)) ?? -1;
      if (!this.notes || at < 0) return;
      this.notes.sent.splice(at, 1);
      await this.keep(this.notes);
    });
  }

  /** The table shall play in my name by itself; until it answers, what it was allowed before may still come. */
  wishing(wish: Wish): Promise<void> {
    return this.helps((before) => [...new Set([...before, ...helpsOf(wish)])]);
  }

  /** From here on it plays this for me, and nothing else. */
  wished(wish: Wish): Promise<void> {
    return this.helps(() => helpsOf(wish));
  }

  private helps(change: (before: readonly string[]) => string[]): Promise<void> {
    return this.inTurn(async () => {
      if (!this.notes) return;
      this.notes.helps = change(this.notes.helps ?? []);
      await this.keep(this.notes);
    });
  }

  /** Taken back from another tab: what that tab sent and checked stands in the notes they share. */
  resumed(): Promise<void> {
    return this.inTurn(async () => {
      this.notes = (await this.around.store.notes(this.table)) ?? this.notes;
    });
  }

  /** The table was cancelled; its seed must be opened now. */
  cancelled(): void {
    this.endedAt ??= this.around.now();
  }

  /** Called about once a second. */
  tick(): Promise<void> {
    return this.inTurn(async () => {
      const now = this.around.now();
      if (this.revealed) return;
      const due = this.endedAt !== null && now > this.endedAt + REVEAL_LIMIT;
      need(!due, "reveal-late");
      if (this.openedAt !== null && this.notes) {
        const waited = now - this.openedAt;
        need(this.notes.receipt_sig || waited <= 2 * OPENING_LIMIT, "receipt");
        need(this.notes.opening_sig || waited <= OPENING_LIMIT + REVEAL_LIMIT, "reveal-late");
      }
      if (this.events.length && now >= this.headAt + HEAD_EVERY) this.tellHead();
    });
  }

  /** Sixteen letters to compare by voice: they stand still during a deal. Null before the list. */
  get seal(): string | null {
    const head = this.chain[this.sealed];
    return this.list && head ? say.seal(unhex(this.list.hash), head) : null;
  }

  /** Whether this browser has the notes of a seat here. */
  get seated(): boolean {
    return this.notes !== null;
  }

  /** The evidence file as it stands. Shown to nobody before the reveal: it holds my number. */
  get evidence(): string | null {
    return this.notes && evidenceFile(this.notes);
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(async () => {
      if (this.alarmed) return;
      try {
        await work();
      } catch (fault) {
        if (!(fault instanceof Raised)) throw fault;
        this.alarmed = fault.alarm;
        this.around.alarm(fault.alarm);
      }
    });
    const done = this.queue;
    this.queue = done.catch(() => {}); // a fault of the store is told to the caller, and the next frame is still judged
    return done;
  }

  private send(frame: Reply): void {
    if (!this.alarmed) this.around.send(frame);
  }

  private async signed(message: Bytes, sig: unknown): Promise<boolean> {
    const signature = read(sig, 64);
    return (
      signature !== null && this.open !== null && (await this.verify)(unhex(this.open.public_key), message, signature)
    );
  }

  private async judge(frame: FairFrame): Promise<void> {
    switch (frame.t) {
      case "open":
        return this.onOpen(frame);
      case "list":
        return this.onList(frame);
      case "receipt":
        return this.onReceipt(frame.seat, frame.sig);
      case "opening":
        return this.onOpening(frame);
      case "ev":
        return this.onEvent(frame);
      case "log":
        return this.onLog(frame.after, frame.events);
      case "head":
        return this.onHead(frame);
      case "reveal":
        return this.onReveal(frame);
    }
  }

  private async onOpen(frame: OpenFrame): Promise<void> {
    this.held = false;
    if (this.open) {
      need(sameOpen(this.open, frame), this.open.rules === frame.rules ? "open" : "rules");
      return;
    }
    const table = read(frame.table_id, 16);
    const key = read(frame.public_key, 32);
    const commit = read(frame.server_commit, 32);
    need(table && key && commit && frame.table_id === this.table && Number.isSafeInteger(frame.created_ms), "open");
    need((await this.keyring(frame)).trusts(key, frame.created_ms), "open");
    need(this.expected === null || this.expected === frame.rules, "rules");
    need(parseRules(frame.rules), "rules");
    this.open = frame;
    const message = say.openMessage(table, say.rulesHash(frame.rules), commit, frame.created_ms);
    need(await this.signed(message, frame.sig), "open");
    this.oddClock = Math.abs(frame.created_ms - this.around.now()) > DAY;
    const notes = await this.around.store.notes(this.table);
    if (!notes) return;
    const same = notes.open_sig === frame.sig && notes.server_commit === frame.server_commit;
    if (same && notes.stood) return;
    this.notes = notes; // also of another message: then they are the evidence
    // A reload or a second tab goes on with its own notes; another message under a known table is an old trick.
    need(same, "table-seen");
    this.revealed = notes.over;
  }

  private async keyring(frame: OpenFrame): Promise<Keyring> {
    const verify = await this.verify;
    let last = -1;
    const changes = [];
    for (const change of frame.key_changes ?? []) {
      const [old, next, sig] = [read(change.old, 32), read(change.new, 32), read(change.sig, 64)];
      need(old && next && sig && change.valid_from_ms > last, "open");
      const known = { old, new: next, valid_from_ms: change.valid_from_ms, sig };
      need(await isSigned(known, verify), "open");
      last = change.valid_from_ms;
      changes.push(known);
    }
    return this.around.keys.after(changes);
  }

  private async onList(frame: ListFrame): Promise<void> {
    const { open } = this;
    need(open, "list");
    const rules = parseRules(open.rules);
    const seats = frame.seats.map(({ kind, commit }) => ({ kind, value: read(commit, 32) }));
    need(seats.length === 4 && seats.every(({ value }) => value) && Number.isSafeInteger(frame.listed_ms), "list");
    const table = unhex(this.table);
    const list = say.listHash(table, say.rulesHash(open.rules), unhex(open.server_commit), seats);
    if (this.list) need(this.list.hash === hex(list), "second-list");
    need(hex(list) === frame.hash && frame.listed_ms >= open.created_ms, "list");
    need(await this.signed(say.listMessage(list, frame.listed_ms), frame.sig), "list");
    need(seats.filter(({ kind }) => kind).length === rules?.seats, "list");
    need(
      seats.every(({ kind, value }) => [0, 1, 2].includes(kind) && equal(value as Bytes, ZERO) === (kind !== PERSON)),
      "list",
    );
    if (this.notes) {
      const { notes } = this;
      const own = say.playerCommit(table, unhex(open.server_commit), notes.seat, unhex(notes.value));
      const mine = seats[notes.seat];
      if (notes.list_sig !== null && notes.list) {
        need(sameList(notes, frame), "second-list");
      }
      const there = mine?.kind === PERSON && mine.value && equal(mine.value, own);
      need(there || (!this.held && notes.list === null), "list");
      if (!there) {
        this.dropped = true;
        await this.lose();
      }
    }
    const { notes } = this;
    const first = this.list === null;
    this.list = frame;
    if (first) this.chain = [say.firstHead(table, list, unhex(open.server_commit))];
    if (!notes || notes.over) return;
    if (notes.list === null) {
      notes.listed_ms = frame.listed_ms;
      notes.list = frame.seats.map(({ kind, commit }) => ({ kind, commit }));
      notes.list_sig = frame.sig;
      notes.list_at = this.around.now();
      await this.keep(notes);
    }
    if (notes.opening_sig !== null) return;
    this.openedAt ??= this.around.now();
    if (notes.receipt_sig === null) await this.contribute(notes, frame.hash);
  }

  /** My number leaves for one list only, after that list is on disk, and again only until its receipt is there. */
  private async contribute(notes: Notes, list_hash: string): Promise<void> {
    const entry = { table: this.table, list_hash, value: notes.value };
    const bound = await this.around.store.bind(entry);
    need(bound.list_hash === list_hash && bound.value === notes.value, "second-list");
    this.send({ t: "contribution", list_hash, value: notes.value });
  }

  private async onReceipt(seat: number, sig: string): Promise<void> {
    const { notes, list } = this;
    if (!notes) return;
    need(list && seat === notes.seat, "receipt");
    need(await this.signed(say.receiptMessage(unhex(list.hash), seat, unhex(notes.value)), sig), "receipt");
    notes.receipt_sig = sig;
    await this.keep(notes);
  }

  private async onOpening(frame: OpeningFrame): Promise<void> {
    const { notes, list, open } = this;
    need(list && open, "opening");
    const seats = frame.seats.map(({ kind, value }) => ({ kind, value: read(value, 32) }));
    need(seats.length === 4 && seats.every(({ value }) => value), "opening");
    need(await this.signed(say.openingMessage(unhex(list.hash), seats), frame.sig), "opening");
    if (notes) need(frame.seats[notes.seat]?.value === notes.value, "value-dropped");
    seats.forEach(({ kind, value }, seat) => {
      const listed = list.seats[seat];
      const own = say.playerCommit(unhex(this.table), unhex(open.server_commit), seat, value as Bytes);
      need(kind === listed?.kind, "opening");
      need(kind === PERSON ? hex(own) === listed.commit : equal(value as Bytes, ZERO), "opening");
    });
    if (!notes) return;
    if (!notes.over) need(notes.receipt_sig, "receipt");
    notes.opening = frame.seats.map(({ kind, value }) => ({ kind, value }));
    notes.opening_sig = frame.sig;
    await this.keep(notes);
  }

  private async onEvent({ n, raw, tile, rack }: EventFrame): Promise<void> {
    need(this.chain.length, "head");
    const { notes } = this;
    if (notes && (rack || tile !== null)) {
      if (rack) notes.racks[readEvent(unhex(raw))?.deal ?? 0] = rack;
      if (tile !== null) notes.drawn[n] = tile;
      await this.keep(notes);
    }
    if (n > this.events.length + 1) this.send({ t: "log", after: this.events.length });
    else await this.take(n, raw, true);
  }

  private async onLog(after: number, events: readonly string[]): Promise<void> {
    need(this.chain.length, "head");
    for (const [at, raw] of events.entries()) await this.take(after + at + 1, raw, false);
    const { early } = this;
    if (!early) return;
    need(events.length, "head");
    if (this.events.length < early.n) {
      this.send({ t: "log", after: this.events.length });
      return;
    }
    this.early = null;
    await this.onReveal(early);
  }

  /** The next event of the log; one that was seen must be the same. */
  private async take(n: number, raw: string, live: boolean): Promise<void> {
    const bytes = typeof raw === "string" && /^([0-9a-f]{2})*$/.test(raw) ? unhex(raw) : null;
    const event = bytes && readEvent(bytes);
    need(bytes && event && event.seq === n, "head");
    const known = this.events[n - 1];
    if (known) {
      need(equal(known, bytes), "head");
      return;
    }
    need(n === this.events.length + 1, "head");
    // Nothing is dealt before I have seen every number opened.
    if (this.notes && !this.notes.over) need(this.notes.opening_sig, "opening");
    this.events.push(bytes);
    this.chain.push(say.nextHead(this.chain[n - 1] as Bytes, bytes));
    if (event.type === type.DEAL || event.type === type.DEAL_END) this.sealed = n;
    if (event.type === type.MATCH_END) this.cancelled();
    if (live) this.checkClock(event.t);
    await this.checkMove(event, n);
    const waiting = this.ahead;
    this.ahead = [];
    for (const head of waiting) this.compare(head);
  }

  /** The server's clock against mine, both since the list. */
  private checkClock(t: number): void {
    const start = this.notes?.list_at;
    if (start == null) return;
    const own = this.around.now() - start;
    need(t - own <= CLOCK_LIMIT + Math.min(this.around.lag(), CLOCK_LIMIT), "head");
    need(own - t <= CLOCK_LIMIT + this.around.lag(), "head");
  }

  /** A move in my name is one I sent or asked for, unless it is marked as automatic or a computer plays for me. */
  private async checkMove(event: type.GameEvent, n: number): Promise<void> {
    const { notes } = this;
    if (!notes || event.seat !== notes.seat) return;
    if (event.type === type.CONTROLLER) this.replaced = event.bytes[0] !== PERSON;
    const marked = this.marked;
    this.marked = event.type === type.AUTOMATIC;
    const action = MOVES[event.type];
    if (action === undefined || n <= notes.checked) return;
    if (!marked && !this.replaced) {
      const tileAt = TILE_AT[event.type];
      const name = tileAt === undefined ? action : `${action} ${event.bytes[tileAt]}`;
      const at = notes.sent.indexOf(name);
      need(at >= 0 || this.helped(event, n), "move");
      notes.sent.splice(0, at + 1); // what was sent before and never happened was refused
    }
    notes.checked = n;
    await this.keep(notes);
  }

  /** Whether the table was asked for this move; of throws, only for that of the tile it had just drawn for me. */
  private helped({ type: kind, bytes, seat }: type.GameEvent, n: number): boolean {
    const { helps = [], drawn = {} } = this.notes ?? {};
    if (kind === type.DRAW) return helps.includes("draw");
    if (kind === type.TAKE) return helps.includes(`take ${faceText(faceOf(bytes[0] as number))}`);
    if (kind !== type.DISCARD || !helps.includes("throw")) return false;
    const before = readEvent(this.events[n - 2] as Bytes);
    return before?.type === type.DRAW && before.seat === seat && (drawn[n - 1] ?? bytes[0]) === bytes[0];
  }

  private async onHead(frame: HeadFrame): Promise<void> {
    const head = read(frame.head, 32);
    need(head && Number.isSafeInteger(frame.n) && frame.n >= 0 && frame.n < 2 ** 32, "head");
    need(await this.signed(say.headMessage(unhex(this.table), frame.n, head), frame.sig), "head");
    const { notes } = this;
    if (notes && !notes.heads.some((kept) => kept.seq === frame.n && kept.head === frame.head)) {
      notes.heads.push({ seq: frame.n, head: frame.head, sig: frame.sig });
      await this.keep(notes); // before it is judged: a wrong one is the evidence
    }
    this.compare(frame);
  }

  private compare(frame: HeadFrame): void {
    const own = this.chain[frame.n];
    if (own) need(hex(own) === frame.head, "head");
    else this.ahead.push(frame);
  }

  private tellHead(): void {
    const n = this.events.length;
    const head = this.chain[n];
    if (!head) return;
    this.headAt = this.around.now();
    this.send({ t: "head", n, head: hex(head) });
  }

  private async onReveal(frame: RevealFrame): Promise<void> {
    const { open, notes } = this;
    need(open, "reveal");
    const seed = read(frame.server_seed, 32);
    const head = frame.head === null ? ZERO : read(frame.head, 32);
    need(seed && head, "reveal");
    const table = unhex(this.table);
    need(await this.signed(say.revealMessage(table, seed, frame.n, head), frame.sig), "reveal");
    const commit = say.serverCommit(table, say.rulesHash(open.rules), seed);
    need(hex(commit) === open.server_commit, "reveal");
    if (this.list && this.events.length === 0 && frame.n > 0) {
      this.early = frame;
      this.send({ t: "log", after: 0 });
      return;
    }
    const own = this.list ? this.chain[this.events.length] : ZERO;
    need(frame.n === this.events.length && own && equal(own, head), "head");
    this.revealed = true;
    if (notes) {
      this.recount(notes, seed);
      notes.over = true;
      await this.keep(notes);
    }
  }

  /** Deal again, play again, and compare with the tiles I was shown. */
  private recount(notes: Notes, seed: Bytes): void {
    const rules = parseRules(notes.rules_text);
    if (!this.list || !notes.opening || !rules) return;
    const values = notes.opening.map(({ kind, value }) => ({ kind, value: unhex(value) }));
    const kinds = values.map(({ kind }) => kind);
    const referee = new Referee(rules, kinds, say.masterKey(seed, unhex(this.list.hash), values));
    for (const [at, bytes] of this.events.entries()) {
      let event: type.GameEvent;
      try {
        event = referee.see(bytes);
      } catch {
        throw new Raised("deal");
      }
      const rack = referee.hand?.racks[notes.seat];
      if (event.type === type.DEAL) {
        const shown = notes.racks[event.deal];
        need(!shown || [...shown].sort().join() === [...(rack ?? [])].sort().join(), "deal");
      }
      const drawn = notes.drawn[at + 1];
      if (event.type === type.DRAW && event.seat === notes.seat && drawn !== undefined) {
        need(rack?.at(-1) === drawn, "deal");
      }
    }
  }
}

function notesOf(open: OpenFrame, seat: number, value: string): Notes {
  return {
    table: open.table_id,
    public_key: open.public_key,
    created_ms: open.created_ms,
    rules_text: open.rules,
    server_commit: open.server_commit,
    open_sig: open.sig,
    seat,
    value,
    listed_ms: null,
    list: null,
    list_sig: null,
    receipt_sig: null,
    opening: null,
    opening_sig: null,
    heads: [],
    list_at: null,
    sent: [],
    checked: 0,
    racks: {},
    drawn: {},
    stood: false,
    over: false,
  };
}

const sameOpen = (a: OpenFrame, b: OpenFrame): boolean =>
  a.table_id === b.table_id &&
  a.rules === b.rules &&
  a.server_commit === b.server_commit &&
  a.created_ms === b.created_ms &&
  a.public_key === b.public_key &&
  a.sig === b.sig;

const sameList = (notes: Notes, frame: ListFrame): boolean =>
  notes.listed_ms === frame.listed_ms &&
  (notes.list ?? []).every((seat, at) => {
    const other = frame.seats[at];
    return other?.kind === seat.kind && other.commit === seat.commit;
  });

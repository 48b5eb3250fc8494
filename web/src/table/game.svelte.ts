import { getMe } from "../app/api";
import { go } from "../app/router.svelte";
import { parse, type Ruleset } from "../app/ruleset";
import { update } from "../app/update.svelte";
import { who } from "../app/who.svelte";
import { t } from "../i18n/index.svelte";
import { browserHost, type Connection, TableSocket } from "../net/socket";
import type {
  Ask,
  AutoSet,
  Chatted,
  Clocks,
  Ev,
  FaultAnswer,
  Kick,
  Options,
  Presence,
  RematchAsked,
  Room,
  Said,
  Server,
  Sitters,
  Snap,
  View,
} from "../net/wire";
import { RackStore } from "../rack/store";
import { arrange, arrangePairs } from "../rules/arrange";
import { fold } from "../rules/fold";
import { directionOf, rulesOf } from "../rules/rules";
import { previousSeat } from "../rules/seats";
import { isOkey, okeyFace, type Tile } from "../rules/tiles";
import { cue } from "../sound/sound";
import type { Phrase } from "../talk/phrases";
import { Talk } from "../talk/talk.svelte";
import { talk, wordsText } from "../talk/texts";
import { Hand } from "./hand.svelte";
import { Memory } from "./memory";
import { cuesOf, narrate } from "./narrate";
import { Proof } from "./proof.svelte";
import { Speech } from "./speech.svelte";

export type Closed =
  | "taken_over"
  | "unknown_table"
  | "not_seated"
  | "cancelled"
  | "removed"
  | "full"
  | "short"
  | "signed_out";

/** A question before a move: the okey is about to go, pairs cannot be taken back, a wrong finish costs. */
export type Question = { kind: "okey"; tile: Tile } | { kind: "declare" } | { kind: "finish"; tile: Tile };

/** What moved, for the eyes: called after the view has changed. */
export type Watcher = (frame: Ev, before: View, after: View) => void;

/** Seats that people keep at the table that follows a cancelled one. */
const wishes = new Map<string, number>();

const NOBODY: Sitters = [null, null, null, null];

/** What the table plays for its person by itself. */
export type Wish = Omit<AutoSet, "t">;

export const NO_WISH: Wish = { draw: false, throw: false, take: null };

const wants = ({ draw, throw: thrown, take }: Wish): boolean => draw || thrown || take !== null;

/** Milliseconds after which a computer takes over from whoever is gone, where the rules of the table say so. */
const GRACE = 20_000;

/** After every so many losses the page asks who it is. */
const LOSSES = 6;

/** One table on the screen: what the server says, what the player asks, and nothing about looks. */
export class Game {
  view: View | null = $state.raw(null);
  sitters: Sitters = $state.raw(NOBODY);
  clocks: Clocks | null = $state.raw(null);
  nextAt: number | null = $state(null);
  connection: Connection = $state("connecting");
  closed: Closed | null = $state(null);
  /** The last move that was made and is not yet answered. */
  waiting: Ask | null = $state.raw(null);
  /** Its event has come, though not yet its answer. */
  private landed = $state(false);
  refusal: FaultAnswer | null = $state.raw(null);
  /** Who sits where, while people gather; null at a table for one person and once the match has begun. */
  room: Room | null = $state.raw(null);
  /** The rules of the signed opening message. */
  offer: Ruleset | null = $state.raw(null);
  /** The list is frozen: nobody sits down or stands up any more. */
  listed = $state(false);
  /** My own name. */
  name = $state("");
  /** How the table was opened; null until it is known, and at a table for one. */
  options: Options | null = $state.raw(null);
  /** Whether the table is mine to lead. */
  founder = $state(false);
  /** How many watch. */
  watchers = $state(0);
  /** How many ms ago the table was as it is shown. */
  delay = $state(0);
  /** By seat, since when its person is gone, as this page has seen it; null where not. */
  private gone: readonly (number | null)[] = $state.raw([null, null, null, null]);
  /** What is played for me by itself. */
  auto: Wish = $state.raw(NO_WISH);
  /** Somebody wants to play again, at that table. */
  rematch: RematchAsked | null = $state.raw(null);
  /** I have said that I want to. */
  rematchAsked = $state(false);
  private successor: string | null = null;
  question: Question | null = $state.raw(null);
  /** The server's time, as of the last tick. */
  now = $state(0);
  /** Whether the last deal end was seen happening, not found in a snapshot. */
  witnessed = $state(false);
  readonly speech = new Speech();
  readonly talk: Talk;
  readonly hand: Hand;
  readonly okey = $derived(this.view?.indicator == null ? null : okeyFace(this.view.indicator));
  readonly rules = $derived(this.view ? rulesOf(this.view) : null);
  readonly direction = $derived(this.rules ? directionOf(this.rules) : "right");
  readonly me = $derived(this.view?.viewer ?? null);
  /** Somebody without a seat: sees the table late, and no rack. */
  readonly stranger = $derived(this.view !== null && this.me === null);
  /** Whether there are people to talk to. */
  readonly social = $derived(this.view ? this.view.kinds.filter((kind) => kind === 1).length > 1 : this.room !== null);
  /** A computer plays in my place, until I say something. */
  readonly replaced = $derived(
    this.view !== null && this.me !== null && this.view.phase !== "over" && this.view.control[this.me] === 2,
  );
  readonly myTurn = $derived(this.view !== null && this.view.turn !== null && this.view.turn === this.me);
  /** The discard that is offered to the viewer, whoever is on turn. */
  readonly offered = $derived.by(() => {
    if (!this.view || this.me === null) return null;
    return this.view.discards[previousSeat(this.view.kinds, this.me)].at(-1) ?? null;
  });
  readonly proof: Proof;
  private readonly socket: TableSocket;
  /** How often the line was found dead since it last worked. */
  private losses = 0;
  private readonly memory: Memory;
  private eyes: Watcher[] = [];
  private lowCalled = 99;

  constructor(readonly id: string) {
    this.talk = new Talk(id, storageOf("sessionStorage"));
    this.memory = new Memory(id, storageOf("sessionStorage"));
    this.auto = this.memory.load() ?? NO_WISH;
    this.hand = new Hand(new RackStore(id, storageOf("localStorage")), () => {
      // Brackets around wrong groups stand for the rack as it was judged.
      if (this.refusal?.blocks.length) this.refusal = null;
    });
    this.socket = new TableSocket(id, browserHost(), {
      frame: (frame) => this.hear(frame),
      connection: (state) => {
        this.connection = state;
        this.losses = state === "connected" ? 0 : this.losses + 1;
        if (state === "lost" && this.losses % LOSSES === 0) this.doubt();
        if (state === "connected" && this.me !== null) this.wishAgain();
      },
      answer: (action, fault) => {
        const next = this.waiting === action ? null : this.waiting;
        this.waiting = null;
        if (fault) {
          this.proof.refused(action);
          this.refuse(fault);
        } else if (next) this.ask(next);
      },
      closed: (why) => {
        this.waiting = null;
        this.closed = why;
        if (why !== "cancelled" && why !== "short") return;
        this.proof.cancelled();
        if (this.successor) go(`/masa/${this.successor}`, { replace: true });
      },
    });
    const { socket } = this;
    this.proof = new Proof(id, { tell: (frame) => socket.tell(frame), lag: () => socket.lag });
  }

  /** A line that does not come back may want a session: a page that slept through its end learns of it by asking. */
  private async doubt(): Promise<void> {
    const before = who.me;
    const now = await getMe().catch(() => null);
    if (!now?.guest || before?.guest !== false || this.closed) return;
    this.socket.stop();
    this.closed = "signed_out";
  }

  /** Open the connection and follow the browser's hints; the answer stops all of it. */
  start(): () => void {
    const wake = () => this.socket.wake();
    const seen = () => document.visibilityState === "visible" && wake();
    const tick = setInterval(() => this.tick(), 250);
    addEventListener("online", wake);
    addEventListener("offline", wake);
    document.addEventListener("visibilitychange", seen);
    let here = true;
    // Whoever follows a link comes without a name; the server gives one before it opens a socket.
    getMe()
      .then(
        (me) => {
          this.name = me.name;
        },
        () => undefined,
      )
      .then(() => {
        if (here) this.socket.start();
      });
    return () => {
      here = false;
      clearInterval(tick);
      removeEventListener("online", wake);
      removeEventListener("offline", wake);
      document.removeEventListener("visibilitychange", seen);
      this.socket.stop();
      update.hold = false;
    };
  }

  /** Take the table back from another tab. */
  reopen(): void {
    this.closed = null;
    this.proof.resumed();
    this.socket.start();
  }

  sit(place: number): void {
    this.refusal = null;
    this.proof.sit(place);
  }

  stand(): void {
    this.gather({ t: "stand" });
  }

  /** Computers on the free places; for the founder. */
  fill(): void {
    this.gather({ t: "fill" });
  }

  /** Send the person seen on a seat away; for the founder. */
  kick(seat: number): void {
    this.gather({ t: "kick", seat, name: this.room?.seats[seat]?.name ?? "" });
  }

  private gather(frame: { t: "stand" } | { t: "fill" } | Kick): void {
    this.refusal = null;
    this.socket.tell(frame);
  }

  watch(watcher: Watcher): void {
    this.eyes.push(watcher);
  }

  /** Let others watch, or no longer; for the founder. */
  allowWatching(on: boolean): void {
    this.refusal = null;
    this.socket.tell({ t: "watching", on });
  }

  say(phrase: Phrase): void {
    this.refusal = null;
    this.socket.tell({ t: "say", phrase });
  }

  write(text: string): void {
    this.refusal = null;
    this.socket.tell({ t: "chat", text });
  }

  /** What the table shall play for me by itself from now on. */
  wish(wish: Wish): void {
    this.auto = wish;
    this.memory.save(wish);
    this.proof.wishing(wish);
    this.socket.tell({ t: "auto", ...wish });
  }

  /** A new line knows nothing of what was wanted on the old one. */
  private wishAgain(): void {
    if (wants(this.auto) && this.view?.phase !== "over") this.wish(this.auto);
  }

  /** Play again with the same seats: go to the new table, or ask for one and go when it is there. */
  askRematch(): void {
    this.rematchAsked = true;
    if (!this.rematch) this.socket.tell({ t: "rematch" });
    else {
      if (this.me !== null) wishes.set(this.rematch.table, this.me);
      go(`/masa/${this.rematch.table}`);
    }
  }

  /** Seconds until a computer plays for the person on `seat`, who is gone; null where none will, or it is not known. */
  grace(seat: number): number | null {
    const since = this.gone[seat] ?? null;
    const playing = this.view?.phase === "draw" || this.view?.phase === "throw";
    if (since === null || !playing || this.rules?.absent !== "computer" || this.view?.control[seat] !== 1) return null;
    const left = Math.ceil((since + GRACE - this.now) / 1000);
    return left > 0 ? left : null;
  }

  /** The move to show as waiting. */
  get sent(): Ask | null {
    return this.landed ? null : this.waiting;
  }

  can(word: string): boolean {
    return this.closed === null && this.proof.alarm === null && !this.sent && (this.view?.can.includes(word) ?? false);
  }

  /** Move from the deck; `slot` is where the tile should go. */
  draw(slot: number | null = null): void {
    if (!this.can("draw")) {
      this.explain("draw");
      return;
    }
    this.hand.target = slot;
    this.ask({ a: "draw" });
  }

  take(slot: number | null = null): void {
    if (!this.can("take")) {
      this.explain("take");
      return;
    }
    this.hand.target = slot;
    this.ask({ a: "take" });
  }

  /** Throw; an okey is thrown only when the player says so twice. */
  throw(tile: Tile, sure = false): void {
    if (!this.can("throw")) {
      this.explain("throw");
      return;
    }
    if (!sure && isOkey(tile, this.okey)) {
      this.question = { kind: "okey", tile };
      return;
    }
    this.hand.select(null);
    this.ask({ a: "throw", tile });
  }

  finish(tile: Tile, sure = false): void {
    if (!this.can("throw")) {
      this.explain("throw");
      return;
    }
    if (!sure && this.rules?.penalty) {
      this.question = { kind: "finish", tile };
      return;
    }
    const manual = this.rules?.arrange === "manual";
    this.ask({ a: "finish", tile, rows: manual ? this.hand.rack.rows(this.okey) : null });
  }

  show(): void {
    this.ask({ a: "show" });
  }

  declare(sure = false): void {
    if (sure) this.ask({ a: "declare" });
    else this.question = { kind: "declare" };
  }

  next(): void {
    this.ask({ a: "next" });
  }

  arrange(pairs: boolean): void {
    const rack = this.hand.rack.tiles;
    this.hand.arrange(pairs ? arrangePairs(rack, this.okey) : arrange(rack, this.okey), this.okey);
  }

  /** Refuse without asking the server: the answer is known from the view. */
  refuse(fault: FaultAnswer): void {
    this.refusal = fault;
    cue("error");
  }

  private explain(word: "draw" | "take" | "throw"): void {
    if (this.waiting || !this.view || this.closed) return;
    this.refuse({ code: reasonOf(word, this.view, this.myTurn), params: {}, blocks: [] });
  }

  /** Ask the server for a move. One made where the last has come, but not its answer, goes when that is here. */
  private ask(action: Ask): void {
    this.refusal = null;
    if (this.proof.alarm !== null || this.sent) return;
    if (!this.waiting) {
      if (!this.socket.act(action)) return;
      this.proof.moving(action);
    }
    this.landed = false;
    this.waiting = action;
  }

  private tick(): void {
    this.now = this.socket.now();
    this.proof.tick();
    const { clocks } = this;
    if (!clocks?.running || clocks.deadline === null || clocks.turn !== this.me) {
      this.lowCalled = 99;
      return;
    }
    const left = Math.ceil((clocks.deadline - this.now) / 1000);
    if (left > 10 || left < 1 || left === this.lowCalled) return;
    if (left === 10 || left <= 5) cue("low");
    if (left === 10 || left === 5) this.speech.call(t.table.say.lowTime(left));
    this.lowCalled = left;
  }

  private hear(frame: Server): void {
    this.proof.hear(frame);
    switch (frame.t) {
      case "open":
        this.offer = parse(frame.rules);
        break;
      case "room":
        this.enter(frame);
        break;
      case "list":
        this.listed = true;
        break;
      case "refused":
        this.refused(frame.fault);
        break;
      case "successor":
        this.successor = frame.table;
        if (this.room?.you != null) wishes.set(frame.table, this.room.you);
        break;
      case "snap":
        this.snap(frame);
        break;
      case "ev":
        this.event(frame);
        break;
      case "presence":
        if (this.options) this.options = { ...this.options, watch: frame.watch };
        this.present(frame);
        break;
      case "say":
      case "chat":
        this.listen(frame);
        break;
      case "auto":
        this.auto = { draw: frame.draw, throw: frame.throw, take: frame.take };
        this.memory.save(this.auto);
        break;
      case "rematch":
        this.rematch = frame;
        if (this.rematchAsked) this.askRematch();
        break;
    }
    if (this.view?.phase === "over") this.hand.forget();
    update.hold = this.view?.phase === "draw" || this.view?.phase === "throw";
  }

  /** Who comes over from a table that was cancelled sits where they sat, or where the server draws. */
  private enter(frame: Room): void {
    if (frame.code === "") return;
    this.room = frame;
    this.options = frame.options;
    this.founder = frame.founder;
    const wish = wishes.get(this.id);
    if (wish === undefined) return;
    wishes.delete(this.id);
    const place = frame.options.quick || frame.options.rated ? frame.drawn : wish;
    if (frame.you === null && place !== null && frame.seats[place] === null) this.proof.sit(place);
  }

  private snap(frame: Snap): void {
    const first = this.view === null;
    this.room = null;
    this.options = frame.options;
    this.founder = frame.founder;
    this.delay = frame.delay;
    this.present(frame);
    this.view = frame.view;
    this.witnessed = false;
    this.hand.sync(frame.view.deal, frame.view.rack, false);
    if (first && this.me !== null) this.wishAgain();
  }

  private present(frame: Snap | Presence): void {
    const { sitters } = this;
    this.sitters = frame.seats;
    this.watchers = frame.watchers;
    this.gone = frame.seats.map((sitter, seat) => {
      if (sitter?.connected !== false) return null;
      return this.gone[seat] ?? (sitters[seat]?.connected ? frame.now : null);
    });
    this.times(frame);
  }

  /** A frame that is no move was refused. At a table for one nobody asked for anything. */
  private refused(fault: FaultAnswer): void {
    this.rematchAsked = false;
    if (this.room || this.view) this.refuse(fault);
  }

  /** The name of a seat, in the waiting room and at the table; mine is not "you". */
  nameAt(seat: number): string {
    return (this.room?.seats ?? this.sitters)[seat]?.name ?? String(seat + 1);
  }

  private listen(frame: Said | Chatted): void {
    const name = frame.t === "chat" ? frame.name : this.nameAt(frame.seat);
    const own = frame.seat === (this.room ? this.room.you : this.me);
    const words = this.talk.hear(frame, name, own, this.view?.deal ?? 0, this.view?.history.length ?? 0);
    if (!words) return;
    this.speech.say(talk().said(own ? t.common.you : name, wordsText(words)));
    if (!own) cue("message");
  }

  private times(frame: { clocks: Clocks; next_at: number | null }): void {
    this.clocks = frame.clocks;
    this.nextAt = frame.next_at;
    this.now = this.socket.now();
  }

  private event(frame: Ev): void {
    const before = this.view;
    if (!before) return;
    const after = fold(before, frame);
    this.times(frame);
    if (frame.event.seat === this.me) this.landed = true;
    this.view = after;
    // Between two deals and at an event about other seats the own tiles stay as they are.
    if (this.me !== null) this.hand.sync(after.deal, after.rack, frame.event.e === "dealt");
    if (frame.event.e === "dealt") this.refusal = null;
    if (frame.event.e === "deal_ended") this.witnessed = true;
    const words = narrate(frame, before, after, this);
    this.speech.say(words.polite);
    this.speech.call(words.assertive);
    for (const name of cuesOf(frame.event, before, after)) cue(name);
    for (const watcher of this.eyes) watcher(frame, before, after);
  }
}

function reasonOf(word: "draw" | "take" | "throw", view: View, myTurn: boolean): string {
  if (view.phase === "over") return "match_over";
  if (!myTurn) return "not_your_turn";
  if (word === "throw") return "must_draw_first";
  if (view.phase === "throw") return view.moves === 0 ? "must_throw" : "already_drawn";
  return word === "draw" ? "must_take" : "nothing_to_take";
}

function storageOf(name: "localStorage" | "sessionStorage"): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

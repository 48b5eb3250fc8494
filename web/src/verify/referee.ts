/** Judges a log event by event, from the rules text, the master key and the bytes alone. */
import type { Ruleset } from "../app/ruleset";
import type { Bytes } from "./bytes";
import { type Dealing, dealing, roll } from "./deal";
import * as type from "./events";
import { type GameEvent, readEvent } from "./events";
import { arePairs, isMeld, meldsPossible, pairsPossible } from "./groups";

/** Why an event may not stand. */
export class Objection extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

function need(condition: boolean, code: string): asserts condition {
  if (!condition) throw new Objection(code);
}

const TURN_EVENTS = [type.DRAW, type.TAKE, type.DISCARD, type.FINISH, type.AUTOMATIC, type.CLAIM];
const NOBODY = 255;
const PERSON = 1;
const COMPUTER = 2;
const REASON = { finish: 1, pile: 2, moves: 3, cancelled: 4, forfeit: 5 };
const END = { score: 1, target: 2, single: 3, forfeit: 4, cancelled: 5, allLeft: 6, deals: 7 };

const same = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value, at) => value === b[at]);
const sorted = (tiles: readonly number[]): number[] => [...tiles].sort((a, b) => a - b);
const at = <T>(values: readonly T[], place: number): T => values[place] as T;

/** What lasts for one deal. */
interface Hand extends Dealing {
  starter: number;
  okey: number;
  dealt: ReadonlySet<number>[];
  discards: number[][];
  turn: number;
  /** Whether the turn's rack holds 15 tiles. */
  full: boolean;
  begin: number;
  moves: number;
  /** The seat that drew the last tile, -1 while there are tiles. */
  last: number;
  drew: Set<number>;
  threw: Set<number>;
  declared: Set<number>;
  shown: boolean;
  claimed: boolean;
  changes: number[];
  finish: GameEvent | null;
}

export class Referee {
  readonly seats: number[];
  readonly control: number[];
  scores: number[];
  deal = 0;
  /** The running deal. */
  hand: Hand | null = null;
  over = false;
  cancelled = false;
  forfeiter = NOBODY;
  automatic = 0;
  takenOver = 0;
  overtime = 0;
  /** Numbers of the deal ends and the match end. */
  readonly ends: number[] = [];
  private n = 0;
  private t = 0;
  private starter: number;
  private readonly reserve: number[];
  private marked = false;
  /** Reason of the deal end that must follow. */
  private due = 0;
  /** Reason of the match end that must follow: 0 a cancellation, null none. */
  private decided: number | null = null;

  constructor(
    private readonly rules: Ruleset,
    private readonly kinds: readonly number[],
    private readonly key: Bytes,
  ) {
    this.seats = [0, 1, 2, 3].filter((seat) => kinds[seat]);
    this.control = [...kinds];
    this.scores = kinds.map((kind) => (kind && rules.count === "down" ? rules.points : 0));
    this.reserve = kinds.map(() => 1000 * rules.reserve);
    const { first } = roll(key, this.seats);
    this.starter = rules.start === "roller" ? first : this.next(first);
  }

  next(seat: number): number {
    return at(this.seats, (this.seats.indexOf(seat) + 1) % this.seats.length);
  }

  previous(seat: number): number {
    return at(this.seats, (this.seats.indexOf(seat) + this.seats.length - 1) % this.seats.length);
  }

  /** Judge the next event and play it; throws `Objection`, and nothing may be seen after that. */
  see(bytes: Bytes): GameEvent {
    const event = readEvent(bytes);
    need(event !== null, "frame");
    const number = this.deal + (event.type === type.DEAL ? 1 : 0);
    need(event.seq === this.n + 1 && event.t >= this.t && event.deal === number, "frame");
    need(this.mayStand(event), "order");
    if (TURN_EVENTS.includes(event.type)) need(event.seat === this.hand?.turn, "seat");
    this.n = event.seq;
    this.t = event.t;
    this.play(event);
    this.marked = event.type === type.AUTOMATIC;
    return event;
  }

  private mayStand(event: GameEvent): boolean {
    const { rules, hand } = this;
    if (this.over) return false;
    if (this.decided !== null) return event.type === type.MATCH_END;
    if (this.due) return event.type === type.DEAL_END;
    if (this.marked) {
      const move = hand?.full ? [type.DISCARD] : [type.DRAW, type.TAKE];
      const cancelled = event.type === type.DEAL_END && event.bytes[0] === REASON.cancelled;
      if (!move.includes(event.type) && !cancelled) return false;
    }
    if (event.type === type.DEAL) return hand === null;
    if (event.type === type.MATCH_END) return hand === null && this.n > 0;
    if (event.type === type.CONTROLLER) return this.n > 0;
    if (hand === null) return false;
    if (event.type === type.SHOW) return rules.show !== "none";
    if (event.type === type.DECLARE) return rules.declare === "yes";
    if (event.type === type.DRAW) return !hand.full && hand.pile.length > 0;
    if (event.type === type.TAKE) return !hand.full;
    if (event.type === type.CLAIM) return hand.full && rules.penalty > 0 && !hand.claimed;
    if (event.type === type.AUTOMATIC) return rules.late === "auto";
    return event.type === type.DEAL_END || hand.full;
  }

  private play(event: GameEvent): void {
    if (event.type === type.DEAL) this.begin(event);
    else if (event.type === type.MATCH_END) this.endMatch(event);
    else if (event.type === type.CONTROLLER) this.controller(event);
    else if (this.hand) this.playIn(this.hand, event);
  }

  private playIn(hand: Hand, event: GameEvent): void {
    const { seat } = event;
    const tile = at(event.bytes, 0);
    switch (event.type) {
      case type.SHOW:
        this.show(hand, seat, tile);
        break;
      case type.DRAW:
        this.arrive(hand, seat, hand.pile.shift() as number);
        if (!hand.pile.length) hand.last = seat;
        break;
      case type.TAKE: {
        const pile = at(hand.discards, this.previous(seat));
        need(pile.at(-1) === tile, "tile");
        need(!(this.marked && hand.pile.length), "automatic");
        this.arrive(hand, seat, pile.pop() as number);
        break;
      }
      case type.DISCARD:
        this.discard(hand, seat, tile);
        break;
      case type.FINISH:
        this.finish(hand, event);
        break;
      case type.DEAL_END:
        this.endDeal(hand, event);
        break;
      case type.AUTOMATIC:
        need(this.control[seat] === PERSON, "automatic");
        need(this.t >= this.limit(hand), "clock");
        this.automatic++;
        break;
      case type.DECLARE:
        need(this.seats.includes(seat), "seat");
        need(!hand.declared.has(seat), "order");
        hand.declared.add(seat);
        break;
      case type.CLAIM:
        this.claim(hand, event);
    }
  }

  private begin(event: GameEvent): void {
    need(event.seat === this.previous(this.starter), "seat");
    const order = [this.starter];
    while (order.length < this.seats.length) order.push(this.next(order.at(-1) as number));
    const made = dealing(this.key, this.deal + 1, order);
    need(same(event.bytes, [this.starter, made.indicator, ...(made.dice.at(-1) ?? [])]), "deal");
    const shown = made.indicator >> 1;
    this.deal++;
    this.hand = {
      ...made,
      starter: this.starter,
      okey: shown % 13 === 12 ? shown - 12 : shown + 1,
      dealt: made.racks.map((rack) => new Set(rack)),
      discards: [[], [], [], []],
      turn: this.starter,
      full: true,
      begin: this.t,
      moves: 0,
      last: -1,
      drew: new Set(),
      threw: new Set(),
      declared: new Set(),
      shown: false,
      claimed: false,
      changes: [0, 0, 0, 0],
      finish: null,
    };
  }

  private show(hand: Hand, seat: number, tile: number): void {
    const { rules } = this;
    need(this.seats.includes(seat), "seat");
    need(!hand.shown && tile === (hand.indicator ^ 1) && at(hand.racks, seat).includes(tile), "show");
    need(!hand.threw.has(seat), "show");
    need(rules.show !== "dealt" || at(hand.dealt, seat).has(tile), "show");
    need(rules.show !== "draw" || !hand.drew.has(seat), "show");
    hand.shown = true;
    if (rules.count === "up") {
      hand.changes[seat] = at(hand.changes, seat) + rules.bonus;
      return;
    }
    for (const other of this.seats) {
      const standing = at(this.scores, other) + at(hand.changes, other);
      const spared = rules.bonusmin > 0 && standing < rules.bonusmin;
      if (other !== seat && !spared) hand.changes[other] = at(hand.changes, other) - rules.bonus;
    }
  }

  private arrive(hand: Hand, seat: number, tile: number): void {
    at(hand.racks, seat).push(tile);
    hand.drew.add(seat);
    hand.full = true;
  }

  private discard(hand: Hand, seat: number, tile: number): void {
    const rack = at(hand.racks, seat);
    need(rack.includes(tile), "tile");
    if (this.marked) need(tile === rack.filter((own) => own >> 1 !== hand.okey).at(-1), "automatic");
    this.charge(hand, seat);
    rack.splice(rack.indexOf(tile), 1);
    at(hand.discards, seat).push(tile);
    hand.threw.add(seat);
    hand.moves++;
    const lap = this.rules.exhaust === "lap" && hand.last >= 0;
    if (seat === (lap ? this.previous(hand.last) : hand.last)) this.due = REASON.pile;
    else if (hand.moves === this.rules.moves) this.due = REASON.moves;
    hand.turn = this.next(seat);
    hand.full = false;
    hand.claimed = false;
    hand.begin = this.t;
  }

  private limit(hand: Hand): number {
    return hand.begin + 1000 * this.rules.move + at(this.reserve, hand.turn);
  }

  /** Take off the reserve what the turn used beyond its time. */
  private charge(hand: Hand, seat: number): void {
    if (this.t > this.limit(hand) && this.control[seat] === PERSON && !this.marked) this.overtime++;
    const beyond = Math.max(0, this.t - hand.begin - 1000 * this.rules.move);
    this.reserve[seat] = Math.max(0, at(this.reserve, seat) - beyond);
  }

  private finish(hand: Hand, event: GameEvent): void {
    const [kind, tile] = event.bytes as [number, number];
    const laid = event.groups.flat();
    need(same(sorted([...laid, tile]), sorted(at(hand.racks, event.seat))), "tile");
    const manual = this.rules.arrange === "manual";
    if (kind === 2) {
      need(arePairs(event.groups, hand.okey), "finish");
    } else {
      need(kind === 1 && !hand.declared.has(event.seat), "finish");
      need(
        event.groups.every((group) => isMeld(group, hand.okey, manual)),
        "finish",
      );
      need(manual || !pairsPossible(laid, hand.okey), "finish");
    }
    this.charge(hand, event.seat);
    hand.finish = event;
    this.due = REASON.finish;
  }

  private claim(hand: Hand, event: GameEvent): void {
    const tile = at(event.bytes, 0);
    const rack = at(hand.racks, event.seat);
    const onlyPairs = hand.declared.has(event.seat);
    if (this.rules.arrange === "manual") {
      need(same(sorted([...event.groups.flat(), tile]), sorted(rack)), "tile");
      const melds = event.groups.every((group) => isMeld(group, hand.okey, true));
      need(!arePairs(event.groups, hand.okey) && (onlyPairs || !melds), "claim");
    } else {
      need(rack.includes(tile), "tile");
      need(event.groups.length === 0, "claim");
      const rest = rack.filter((own) => own !== tile);
      need(!pairsPossible(rest, hand.okey) && (onlyPairs || !meldsPossible(rest, hand.okey)), "claim");
    }
    hand.claimed = true;
    hand.changes[event.seat] = at(hand.changes, event.seat) - this.rules.penalty;
  }

  private controller(event: GameEvent): void {
    const to = at(event.bytes, 0);
    need(this.kinds[event.seat] === PERSON, "seat");
    need((to === PERSON || to === COMPUTER) && to !== this.control[event.seat], "control");
    need(to === PERSON || this.rules.absent === "computer", "control");
    this.control[event.seat] = to;
    if (to === COMPUTER) this.takenOver++;
  }

  private endDeal(hand: Hand, event: GameEvent): void {
    const { rules } = this;
    const reason = at(event.bytes, 0);
    if (this.due) need(reason === this.due, "reason");
    else if (reason === REASON.forfeit) need(rules.late === "forfeit" && this.control[hand.turn] === PERSON, "reason");
    else need(reason === REASON.cancelled, "reason");
    const forfeit = reason === REASON.forfeit;
    need(event.seat === (hand.finish ? hand.finish.seat : forfeit ? hand.turn : NOBODY), "seat");
    if (forfeit) need(this.t >= this.limit(hand), "clock");
    const changes = [...hand.changes];
    if (hand.finish) this.pay(hand, hand.finish, changes);
    if (forfeit && rules.count === "pot") changes[hand.turn] = at(changes, hand.turn) - 1;
    need(same(event.scores, changes), "score");
    this.scores = this.scores.map((score, seat) => score + at(changes, seat));
    this.hand = null;
    this.due = 0;
    this.ends.push(this.n);
    if (forfeit) this.forfeiter = hand.turn;
    this.decided = forfeit ? END.forfeit : reason === REASON.cancelled ? 0 : this.test();
    this.starter = rules.start === "finisher" && hand.finish ? hand.finish.seat : this.next(hand.starter);
  }

  private pay(hand: Hand, finish: GameEvent, changes: number[]): void {
    const { rules } = this;
    const [kind, tile] = finish.bytes as [number, number];
    const wild = tile >> 1 === hand.okey;
    const plain = kind === 2 ? (wild ? rules.both : rules.pairs) : wild ? rules.okey : rules.normal;
    const red = hand.indicator < 26;
    const black = hand.indicator >= 78;
    const amount = red || black ? plain * rules.colour : plain;
    const others = this.seats.length - 1;
    for (const seat of this.seats) {
      const own = rules.count === "up" ? amount : rules.count === "pot" ? amount * others : 0;
      const change = seat === finish.seat ? own : rules.count === "up" ? 0 : -amount;
      changes[seat] = at(changes, seat) + change;
    }
  }

  /** Reason why the match ends after this deal. */
  private test(): number | null {
    const { rules } = this;
    const scores = this.seats.map((seat) => at(this.scores, seat));
    if (rules.count === "pot") return END.single;
    if (rules.count === "down" && Math.min(...scores) <= 0) return END.score;
    if (rules.count === "up" && Math.max(...scores) >= rules.points) return END.target;
    return this.deal === rules.deals ? END.deals : null;
  }

  private endMatch(event: GameEvent): void {
    const reason = at(event.bytes, 0);
    const cancelled = reason === END.cancelled || reason === END.allLeft;
    need(this.decided ? reason === this.decided : cancelled, "reason");
    need(event.seat === this.forfeiter, "seat");
    const ranked = cancelled ? [] : this.seats.filter((seat) => seat !== this.forfeiter);
    const ranks = this.scores.map((score, seat) => {
      if (!ranked.includes(seat)) return !cancelled && seat === this.forfeiter ? this.seats.length : 0;
      return 1 + ranked.filter((other) => at(this.scores, other) > score).length;
    });
    need(same(event.scores, this.scores) && same(event.ranks, ranks), "score");
    this.over = true;
    this.cancelled = cancelled;
    this.ends.push(this.n);
  }
}

/** What a record tells, in order: who contributed, each deal as it was dealt and ended, every position between. */
import { parse as parseRules, type Ruleset } from "../app/ruleset";
import { type Bytes, equal } from "./bytes";
import { roll } from "./deal";
import type { GameEvent } from "./events";
import * as type from "./events";
import * as say from "./messages";
import type { Evidence, GameRecord } from "./model";
import { Referee } from "./referee";

/** A finish as it was laid. */
export interface Laid {
  seat: number;
  kind: number;
  tile: number;
  groups: number[][];
}

export interface DealAccount {
  deal: number;
  starter: number;
  indicator: number;
  /** Face of the okey. */
  okey: number;
  /** All throws of both dice; the last one counts. */
  dice: [number, number][];
  /** The tiles dealt to each seat, in order of arrival. */
  racks: number[][];
  /** The pile as it lay, its front first. */
  pile: number[];
  moves: number;
  shown: number | null;
  finish: Laid | null;
  /** Reason of the deal end, 0 while there is none. */
  reason: number;
  changes: number[];
  /** Scores after the deal. */
  scores: number[];
  /** Number of its first event and of the one after its last, from 0. */
  from: number;
  to: number;
}

export interface Account {
  rules: Ruleset;
  kinds: number[];
  /** The rounds of the roll for the first seat. */
  rounds: [number, number][][];
  first: number;
  deals: DealAccount[];
  /** The events read; fewer than the record has when one may not stand. */
  events: GameEvent[];
  scores: number[];
  ranks: number[];
  /** Reason of the match end, 0 while there is none. */
  reason: number;
  /** Sixteen letters of the last deal event or deal end. */
  seal: string;
}

export const commitList = (seats: NonNullable<GameRecord["seats"]>): say.SeatValue[] =>
  seats.map(({ kind, commit }) => ({ kind, value: commit }));

/** The list hash of a record that has a list. */
export function listHashOf(record: GameRecord): Bytes | null {
  if (!record.seats) return null;
  const rules = say.rulesHash(record.rules_text);
  return say.listHash(record.table_id, rules, record.server_commit, commitList(record.seats));
}

/** Whether the value kept in my evidence file is among the opened ones. */
export function holdsMine(record: GameRecord, mine: Evidence): boolean {
  const value = record.seats?.[mine.seat]?.value;
  return value != null && equal(value, mine.value);
}

/** Whoever reads along: called with the referee after each event. */
export type Reader = (event: GameEvent, referee: Referee, place: number) => void;

/**
 * Tell a record that may be told: it has a list, an opening and known rules. A log with a fault is told up to the fault.
 * Nothing is checked here that `verify` does not check.
 */
export function account(record: GameRecord, reader: Reader = () => {}): Account | null {
  const rules = parseRules(record.rules_text);
  const list = listHashOf(record);
  if (!rules || !record.seats || !record.opening_sig || !list) return null;
  const kinds = record.seats.map((seat) => seat.kind);
  if (!kinds.some(Boolean)) return null;
  const key = say.masterKey(record.server_seed, list, record.seats);
  const referee = new Referee(rules, kinds, key);
  const { first, rounds } = roll(key, referee.seats);
  const told: Account = {
    rules,
    kinds,
    rounds,
    first,
    deals: [],
    events: [],
    scores: referee.scores,
    ranks: [0, 0, 0, 0],
    reason: 0,
    seal: "",
  };
  let head = say.firstHead(record.table_id, list, record.server_commit);
  told.seal = say.seal(list, head);
  for (const [place, bytes] of record.events.entries()) {
    let event: GameEvent;
    try {
      event = referee.see(bytes);
    } catch {
      return told;
    }
    head = say.nextHead(head, bytes);
    if (event.type === type.DEAL || event.type === type.DEAL_END) told.seal = say.seal(list, head);
    note(told, event, referee, place);
    reader(event, referee, place);
  }
  return told;
}

function note(told: Account, event: GameEvent, { hand, scores }: Referee, place: number): void {
  told.events.push(event);
  if (event.type === type.DEAL && hand) {
    told.deals.push({
      deal: event.deal,
      starter: hand.starter,
      indicator: hand.indicator,
      okey: hand.okey,
      dice: hand.dice,
      racks: hand.racks.map((rack) => [...rack]),
      pile: [...hand.pile],
      moves: 0,
      shown: null,
      finish: null,
      reason: 0,
      changes: [0, 0, 0, 0],
      scores: [...scores],
      from: place,
      to: place + 1,
    });
    return;
  }
  const deal = told.deals.at(-1);
  if (event.type === type.MATCH_END) {
    told.reason = event.bytes[0] ?? 0;
    told.scores = event.scores;
    told.ranks = event.ranks;
    return;
  }
  if (!deal || (deal.reason && event.type !== type.DEAL_END)) return;
  deal.to = place + 1;
  if (event.type === type.SHOW) deal.shown = event.seat;
  else if (event.type === type.DISCARD) deal.moves++;
  else if (event.type === type.FINISH) {
    const [kind = 0, tile = 0] = event.bytes;
    deal.finish = { seat: event.seat, kind, tile, groups: event.groups };
  } else if (event.type === type.DEAL_END) {
    deal.reason = event.bytes[0] ?? 0;
    deal.changes = event.scores;
    deal.scores = [...scores];
    told.scores = scores;
  }
}

/** Deal of event `place`, and its number within the deal; 0 deals the tiles, and is all that is known before it. */
export function whereIs(told: Account | null, record: GameRecord, place: number): { deal: number; move: number } {
  const before = told?.events.slice(0, place) ?? [];
  const last = before.at(-1);
  const found = record.events[place]?.[6];
  if (!last || (found === type.DEAL && last.type === type.DEAL_END)) return { deal: (last?.deal ?? 0) + 1, move: 0 };
  return { deal: last.deal, move: place - before.findLastIndex((event) => event.type === type.DEAL) };
}

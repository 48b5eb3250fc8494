/** A record as a film: after every event the view of each seat, as the table would have shown it, and all racks. */

import type { AnyEvent, Ev, FourInts, Level, Sitter, View } from "../net/wire";
import { fold } from "../rules/fold";
import { type Account, account } from "../verify/account";
import { hex } from "../verify/bytes";
import type { GameEvent } from "../verify/events";
import * as type from "../verify/events";
import type { GameRecord } from "../verify/model";
import type { Referee } from "../verify/referee";

type Frame = Pick<Ev, "event" | "tile" | "rack" | "can">;

export interface Step {
  event: AnyEvent;
  /** The tile drawn, which only its owner saw. */
  tile: number | null;
  /** All racks after the event, in order of arrival. */
  racks: readonly (readonly number[])[];
  deal: number;
  /** Number of the event within its deal; 0 deals the tiles. */
  move: number;
}

export interface Film {
  table: string;
  rules: string;
  account: Account;
  sitters: (Sitter | null)[];
  steps: Step[];
}

const LEVELS: readonly Level[] = ["kolay", "orta", "zor"];
const four = (values: readonly number[]): FourInts => [0, 1, 2, 3].map((seat) => values[seat] ?? 0) as FourInts;
const orNull = (seat: number): number | null => (seat === 255 ? null : seat);

/** The film of a record with an opening and at least one event; null for any other. */
export function film(record: GameRecord): Film | null {
  const steps: Step[] = [];
  const told = account(record, (event, referee) => steps.push(stepOf(event, referee, steps.at(-1))));
  if (!told || !steps.length) return null;
  const sitters = (record.seats ?? []).map((seat, place): Sitter | null => {
    if (!seat.kind) return null;
    const level = LEVELS.find((known) => known === record.computers[place]?.level) ?? null;
    return { name: seat.name?.trim() || String(place + 1), level, connected: true };
  });
  return { table: hex(record.table_id), rules: record.rules_text, account: told, sitters, steps };
}

function stepOf(event: GameEvent, { hand }: Referee, before: Step | undefined): Step {
  const racks = hand ? hand.racks.map((rack, seat) => shared(before?.racks[seat], rack)) : (before?.racks ?? []);
  const tile = event.type === type.DRAW ? (racks[event.seat]?.at(-1) ?? null) : null;
  const move = event.type === type.DEAL || !before ? 0 : before.move + 1;
  return { event: wired(event), tile, racks, deal: event.deal, move };
}

/** The rack before, where it did not change. */
function shared(old: readonly number[] | undefined, rack: readonly number[]): readonly number[] {
  return old?.length === rack.length && old.every((tile, at) => tile === rack[at]) ? old : [...rack];
}

/** The event as it goes over the wire. */
function wired(event: GameEvent): AnyEvent {
  const { seat, bytes, groups, scores } = event;
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  switch (event.type) {
    case type.DEAL:
      return { e: "dealt", seat, starter: a, indicator: b, dice: [c, d] };
    case type.SHOW:
      return { e: "shown", seat, tile: a };
    case type.DRAW:
      return { e: "drawn", seat };
    case type.TAKE:
      return { e: "taken", seat, tile: a };
    case type.DISCARD:
      return { e: "thrown", seat, tile: a };
    case type.FINISH:
      return { e: "finished", seat, kind: a, tile: b, groups };
    case type.DEAL_END:
      return { e: "deal_ended", seat: orNull(seat), reason: a, changes: four(scores) };
    case type.AUTOMATIC:
      return { e: "automatic", seat };
    case type.MATCH_END:
      return { e: "match_ended", seat: orNull(seat), reason: a, scores: four(scores), ranks: four(event.ranks) };
    case type.DECLARE:
      return { e: "declared", seat };
    case type.CONTROLLER:
      return { e: "controlled", seat, controller: a };
    default:
      return { e: "claimed", seat, tile: a, groups };
  }
}

/** The table before the first deal. */
function blank({ rules, account: told }: Film, viewer: number | null): View {
  const kinds = four(told.kinds);
  const start = told.rules.count === "down" ? told.rules.points : 0;
  return {
    rules,
    viewer,
    kinds,
    control: kinds,
    phase: "between",
    deal: 0,
    starter: null,
    turn: null,
    indicator: null,
    dice: null,
    pile: 0,
    scores: four(kinds.map((kind) => (kind ? start : 0))),
    rack: [],
    sizes: [0, 0, 0, 0],
    discards: [[], [], [], []],
    declared: [false, false, false, false],
    shown: null,
    moves: 0,
    lap: false,
    history: [],
    results: [],
    ranks: [0, 0, 0, 0],
    match_reason: 0,
    can: [],
  };
}

/** The views of one seat after each step. */
export function viewsOf(shown: Film, viewer: number | null): View[] {
  let view = blank(shown, viewer);
  return shown.steps.map((step) => {
    const own = step.event.seat === viewer;
    const rack = step.event.e === "dealt" && viewer !== null ? [...(step.racks[viewer] ?? [])] : null;
    const frame: Frame = { event: step.event, tile: own ? step.tile : null, rack, can: [] };
    view = fold(view, frame);
    return view;
  });
}

/** Where `#deal.move` leads; the nearest step there is. */
export function stepAt(shown: Film, deal: number, move: number): number {
  const first = shown.steps.findIndex((step) => step.deal === deal && step.move === 0);
  if (first < 0) return deal > 1 ? shown.steps.length - 1 : 0;
  const last = shown.steps.findLastIndex((step) => step.deal === deal);
  return Math.min(first + Math.max(0, move), last);
}

export const addressOf = ({ deal, move }: Step): string => `#${deal}.${move}`;

/** Reads `#deal.move`; null for anything else. */
export function readAddress(hash: string): { deal: number; move: number } | null {
  const found = /^#([1-9]\d{0,2})(?:\.(\d{1,4}))?$/.exec(hash);
  return found ? { deal: Number(found[1]), move: Number(found[2] ?? 0) } : null;
}

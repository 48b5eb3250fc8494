import type { Ruleset } from "../app/ruleset";
import type { AnyEvent, Ev, FourInts, Result, View } from "../net/wire";
import { rulesOf } from "./rules";
import { nextSeat, previousSeat } from "./seats";

/** Type numbers of the events in `View.history`. */
const TYPES: Record<AnyEvent["e"], number> = {
  dealt: 1,
  shown: 2,
  drawn: 3,
  taken: 4,
  thrown: 5,
  finished: 6,
  deal_ended: 7,
  automatic: 8,
  match_ended: 9,
  declared: 10,
  controlled: 11,
  claimed: 12,
};

type Frame = Pick<Ev, "event" | "tile" | "rack" | "can">;

/** The view after an event: what the server's own view would say. The view given is not changed. */
export function fold(view: View, frame: Frame): View {
  const next = step(view, frame, rulesOf(view));
  return { ...next, can: frame.can };
}

function step(view: View, { event, tile, rack }: Frame, rules: Ruleset): View {
  switch (event.e) {
    case "dealt":
      return dealt(view, event, rack ?? []);
    case "shown":
      return saw({ ...view, shown: event.seat, scores: shown(view, event.seat, rules) }, event, event.tile);
    case "drawn":
      return saw(gained({ ...view, pile: view.pile - 1, lap: false }, event.seat, tile), event, null);
    case "taken": {
      const from = previousSeat(view.kinds, event.seat);
      const discards = at(view.discards, from, view.discards[from].slice(0, -1));
      return saw(gained({ ...view, discards }, event.seat, event.tile), event, event.tile);
    }
    case "thrown": {
      const turn = nextSeat(view.kinds, event.seat);
      const discards = at(view.discards, event.seat, [...view.discards[event.seat], event.tile]);
      const after = lost({ ...view, discards, moves: view.moves + 1 }, event.seat, event.tile);
      return saw({ ...after, turn, phase: "draw", lap: view.pile === 0 }, event, event.tile);
    }
    case "finished":
      // Its deal end stands next; until then the result is there without score changes.
      return saw({ ...view, results: [...view.results, result(view, event, rules)] }, event, event.tile);
    case "deal_ended":
      return dealEnded(view, event, rules);
    case "automatic":
      return saw(view, event, null);
    case "declared":
      return saw({ ...view, declared: at(view.declared, event.seat, true) }, event, null);
    case "match_ended":
      return { ...view, phase: "over", scores: event.scores, ranks: event.ranks, match_reason: event.reason };
    case "controlled": {
      const after = { ...view, control: at(view.control, event.seat, event.controller) };
      return view.phase === "between" || view.phase === "over" ? after : saw(after, event, null);
    }
    case "claimed":
      return saw({ ...view, scores: add(view.scores, only(event.seat, -rules.penalty)) }, event, event.tile);
  }
}

/** A copy with the entry of `seat` replaced. */
function at<T extends readonly unknown[]>(four: T, seat: number, value: T[number]): T {
  return four.map((old, i) => (i === seat ? value : old)) as unknown as T;
}

const NONE: FourInts = [0, 0, 0, 0];
const only = (seat: number, points: number): FourInts => at(NONE, seat, points);

function add(...parts: readonly FourInts[]): FourInts {
  return [0, 1, 2, 3].map((seat) => parts.reduce((sum, part) => sum + part[seat], 0)) as FourInts;
}

function saw(view: View, event: AnyEvent & { seat: number | null }, tile: number | null): View {
  return { ...view, history: [...view.history, { type: TYPES[event.e], seat: event.seat ?? 0, tile }] };
}

function dealt(view: View, event: Extract<AnyEvent, { e: "dealt" }>, rack: number[]): View {
  const sizes = view.kinds.map((kind, seat) => (kind ? 14 + Number(seat === event.starter) : 0)) as FourInts;
  const fresh: View = {
    ...view,
    phase: "throw",
    deal: view.deal + 1,
    starter: event.starter,
    turn: event.starter,
    indicator: event.indicator,
    dice: event.dice,
    pile: 105 - sizes.reduce((sum, size) => sum + size, 0),
    rack,
    sizes,
    discards: [[], [], [], []],
    declared: [false, false, false, false],
    shown: null,
    moves: 0,
    lap: false,
    history: [],
  };
  return saw(fresh, event, event.indicator);
}

function shown(view: View, seat: number, rules: Ruleset): FourInts {
  if (rules.count === "up") return add(view.scores, only(seat, rules.bonus));
  return view.scores.map((score, other) => {
    const pays = view.kinds[other] && other !== seat && (rules.bonusmin === 0 || score >= rules.bonusmin);
    return pays ? score - rules.bonus : score;
  }) as FourInts;
}

function gained(view: View, seat: number, tile: number | null): View {
  const own = seat === view.viewer && tile !== null;
  return {
    ...view,
    phase: "throw",
    sizes: at(view.sizes, seat, view.sizes[seat] + 1),
    rack: own ? [...view.rack, tile] : view.rack,
  };
}

function lost(view: View, seat: number, tile: number): View {
  return {
    ...view,
    sizes: at(view.sizes, seat, view.sizes[seat] - 1),
    rack: seat === view.viewer ? view.rack.filter((held) => held !== tile) : view.rack,
  };
}

/** Scores when the deal began. */
function baseScores(view: View, rules: Ruleset): FourInts {
  const start = [0, 1, 2, 3].map((seat) => (view.kinds[seat] && rules.count === "down" ? rules.points : 0));
  return add(start as FourInts, ...view.results.map((result) => result.changes));
}

/** Score changes of the shown indicator of this deal. */
function showsOf(view: View, rules: Ruleset): FourInts {
  if (view.shown === null) return NONE;
  const seen = view.history;
  const when = seen.findIndex((item) => item.type === TYPES.shown);
  const claims = seen.slice(0, when).filter((item) => item.type === TYPES.claimed);
  const before = add(baseScores(view, rules), ...claims.map((item) => only(item.seat, -rules.penalty)));
  const after = shown({ ...view, scores: before }, view.shown, rules);
  return after.map((score, seat) => score - before[seat]) as FourInts;
}

function result(view: View, done: Extract<AnyEvent, { e: "finished" }> | null, rules: Ruleset): Result {
  return {
    deal: view.deal,
    starter: view.starter ?? 0,
    indicator: view.indicator ?? 0,
    seat: done?.seat ?? null,
    reason: 1,
    changes: NONE,
    shows: showsOf(view, rules),
    kind: done?.kind ?? 0,
    tile: done?.tile ?? null,
    groups: done?.groups ?? [],
  };
}

function dealEnded(view: View, event: Extract<AnyEvent, { e: "deal_ended" }>, rules: Ruleset): View {
  const open = view.results.at(-1)?.deal === view.deal ? view.results.at(-1) : undefined;
  const results = [
    ...view.results.filter((other) => other !== open),
    { ...(open ?? result(view, null, rules)), seat: event.seat, reason: event.reason, changes: event.changes },
  ];
  const ended = saw({ ...view, results, phase: "between", turn: null, lap: false }, event, null);
  return { ...ended, scores: baseScores(ended, rules) };
}

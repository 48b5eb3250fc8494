import { t } from "../i18n/index.svelte";
import type { AnyEvent, Ev, Sitters, View } from "../net/wire";
import { previousSeat } from "../rules/seats";
import type { Face } from "../rules/tiles";
import type { Cue } from "../sound/sound";
import { kindOf, nameOf, tileWords } from "./words";

export interface Words {
  polite: string;
  assertive: string;
}

interface Teller {
  sitters: Sitters;
  okey: Face | null;
  rules: { count: string; bonus: number; penalty: number; move: number } | null;
}

/** What a screen reader hears of an event. */
export function narrate(frame: Ev, before: View, after: View, teller: Teller): Words {
  return { polite: eventText(frame, before, after, teller), assertive: turnText(frame.event, after, teller) };
}

/** One event in words; "" for what needs none. */
export function eventText(frame: Pick<Ev, "event" | "tile">, before: View, after: View, teller: Teller): string {
  const say = t.table.say;
  const { event } = frame;
  const { okey, sitters, rules } = teller;
  const own = event.seat === after.viewer && after.viewer !== null;
  const name = event.seat === null ? "" : nameOf(after, sitters, event.seat);
  const words = (tile: number, capital = false) => tileWords(tile, okey, capital);
  switch (event.e) {
    case "dealt":
      return diceText(after, okey);
    case "drawn":
      return own && frame.tile !== null ? say.youDrew(words(frame.tile), words(frame.tile, true)) : say.drew(name);
    case "taken":
      return own ? say.youTook(words(event.tile), words(event.tile, true)) : say.took(name, words(event.tile));
    case "thrown":
      return own ? say.youThrew(words(event.tile), words(event.tile, true)) : say.threw(name, words(event.tile));
    case "shown":
      return rules?.count === "up" ? say.shownGain(name, rules.bonus) : say.shown(name, rules?.bonus ?? 0);
    case "declared":
      return say.declared(name);
    case "automatic":
      return own ? say.ownAutomatic : say.automatic(name);
    case "controlled":
      return event.controller === 2 ? say.controlled(name) : say.uncontrolled(name);
    case "claimed":
      return say.claimed(name, rules?.penalty ?? 0);
    case "finished": {
      const kind = say.kinds[kindOf(event.kind, event.tile, okey)];
      return own ? say.youFinished(kind) : say.finished(name, kind);
    }
    case "deal_ended": {
      const seat = after.viewer;
      if (event.seat === null) return t.table.dealDrawn;
      return seat === null ? "" : say.ownScore(before.scores[seat], after.scores[seat]).trim();
    }
    case "match_ended":
      return `${say.matchOver} ${winnersText(after, sitters)}`.trim();
  }
}

/** Dice, indicator and okey of the deal. */
export function diceText(view: View, okey: Face | null): string {
  if (!view.dice || view.indicator === null || okey === null) return "";
  return t.table.say.dealt(
    t.table.dice(view.dice[0], view.dice[1]),
    tileWords(view.indicator, null),
    tileWords(2 * okey, null),
  );
}

/** Who won the match, in words. */
export function winnersText(view: View, sitters: Sitters): string {
  const seats = [0, 1, 2, 3].filter((seat) => view.ranks[seat] === 1);
  if (seats.length === 1 && seats[0] === view.viewer) return t.table.youWon;
  const all = seats.map((seat) => nameOf(view, sitters, seat));
  if (!all.length) return "";
  return all.length === 1 ? t.table.winner(all[0]) : t.table.winners(all.join(", "));
}

/** The assertive line when the turn has come to the viewer. */
function turnText(event: AnyEvent, after: View, { okey, rules }: Teller): string {
  const say = t.table.say;
  if (after.viewer === null || after.turn !== after.viewer) return "";
  if (event.e === "dealt") return say.youStart;
  if (event.e !== "thrown") return "";
  const offered = after.discards[previousSeat(after.kinds, after.viewer)].at(-1);
  const seconds = rules && rules.move <= 120 ? say.seconds(rules.move) : "";
  return offered === undefined ? say.yourTurn(seconds) : say.yourTurnOffered(tileWords(offered, okey), seconds);
}

/** What is heard of an event. */
export function cuesOf(event: AnyEvent, before: View, after: View): Cue[] {
  const own = event.seat === after.viewer && after.viewer !== null;
  const turn = after.turn !== null && after.turn === after.viewer && before.turn !== after.viewer;
  const mine: Cue[] = turn ? ["turn"] : [];
  switch (event.e) {
    case "dealt":
      return after.turn === after.viewer ? ["place", "turn"] : ["place"];
    case "drawn":
    case "taken":
      return own ? ["draw"] : ["pick"];
    case "thrown":
      return own ? ["throw"] : ["other", ...mine];
    case "shown":
      return ["shown"];
    case "declared":
      return ["declared"];
    case "finished":
      return [own ? "win" : "lose"];
    case "claimed":
      return ["error"];
    case "automatic":
    case "controlled":
      return ["message"];
    case "match_ended":
      return after.viewer !== null && after.ranks[after.viewer] === 1 ? ["win"] : [];
    case "deal_ended":
      return [];
  }
}

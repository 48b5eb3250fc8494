import { settings } from "../app/settings.svelte";
import { t } from "../i18n/index.svelte";
import { stepFrom } from "../rack/geometry";
import { type Command, commandOf } from "../rack/keys";
import { rowsOf } from "../rack/layout";
import { isOkey, type Tile } from "../rules/tiles";
import { cue } from "../sound/sound";
import { clockFace } from "./clock";
import type { Desk, Source } from "./desk.svelte";
import { keys } from "./keys.svelte";
import { diceText, eventText } from "./narrate";
import { handText, nameOf, tileWords } from "./words";

/** Read the source of a gesture from the element under it: `data-drag="rack:17"`, `pile`, `offered`, `discards:2`. */
function sourceOf(target: EventTarget | null): Source | null {
  const found = target instanceof Element ? target.closest<HTMLElement>("[data-drag]") : null;
  const [from, value] = (found?.dataset.drag ?? "").split(":");
  if (from === "rack") return { from, tile: Number(value) };
  if (from === "discards") return { from, seat: Number(value) };
  return from === "pile" || from === "offered" ? { from } : null;
}

/** Pointer events of the whole table, and everything that ends a gesture. */
export function listen(root: Element, desk: Desk): () => void {
  const { gesture } = desk;
  const pointer = (event: PointerEvent) => ({
    id: event.pointerId,
    touch: event.pointerType !== "mouse",
    x: event.clientX,
    y: event.clientY,
  });
  const handlers: [EventTarget, string, (event: never) => void, AddEventListenerOptions?][] = [
    [
      root,
      "pointerdown",
      (event: PointerEvent) => {
        gesture.swallow = false;
        if (desk.peek && !(event.target as Element).closest(".peek")) desk.peek = null;
        gesture.other(event.pointerId);
        const source = sourceOf(event.target);
        if (event.button !== 0) {
          if (source && event.button === 2) desk.held(source);
          return;
        }
        if (!source) return;
        gesture.down(source, pointer(event), event.shiftKey);
        (event.target as Element).setPointerCapture?.(event.pointerId);
      },
    ],
    [root, "pointermove", (event: PointerEvent) => gesture.move(pointer(event))],
    [
      root,
      "pointerup",
      (event: PointerEvent) => {
        gesture.up(pointer(event));
        if (desk.peek?.held) desk.peek = null;
      },
    ],
    [root, "pointercancel", () => cancel(desk)],
    [root, "lostpointercapture", () => gesture.active && gesture.cancel()],
    [root, "contextmenu", (event: Event) => sourceOf(event.target) && event.preventDefault()],
    [
      root,
      "click",
      (event: Event) => {
        if (!gesture.swallow) return;
        gesture.swallow = false;
        event.preventDefault();
        event.stopPropagation();
      },
      { capture: true },
    ],
    [document, "visibilitychange", () => document.hidden && cancel(desk)],
    [window, "blur", () => cancel(desk)],
    [window, "orientationchange", () => cancel(desk)],
  ];
  for (const [target, name, run, options] of handlers) target.addEventListener(name, run as EventListener, options);
  return () => {
    for (const [target, name, run, options] of handlers)
      target.removeEventListener(name, run as EventListener, options);
  };
}

function cancel(desk: Desk): void {
  desk.gesture.cancel();
  if (desk.peek?.held) desk.peek = null;
}

/** The tile a single-key command is about: the one held, else the one under the cursor. */
export function focused(desk: Desk): Tile | null {
  const { hand } = desk.game;
  return hand.single ?? hand.layout.slots[hand.cursor] ?? null;
}

/** Keys of the table. Only while focus is inside it, so that single letters stay harmless elsewhere. */
export function onKey(event: KeyboardEvent, desk: Desk): void {
  desk.gesture.swallow = false;
  const field = event.target instanceof Element && event.target.closest("input, select, textarea, dialog");
  if (field) return;
  const inRack = event.target instanceof Element && event.target.closest("[data-slot]") !== null;
  const done = (inRack && rackKey(event, desk)) || letGo(event, desk);
  const command = done ? null : commandOf(event, keys.bindings);
  if (command) run(command, desk);
  if (command || done) event.preventDefault();
}

function letGo(event: KeyboardEvent, desk: Desk): boolean {
  if (event.key !== "Escape") return false;
  const { hand } = desk.game;
  const busy = hand.selected.length > 0 || desk.gesture.active || desk.peek !== null || desk.game.refusal !== null;
  desk.gesture.cancel();
  hand.select(null);
  desk.peek = null;
  desk.note = null;
  desk.game.refusal = null;
  if (busy) desk.game.speech.say(t.table.say.cancelled);
  return busy;
}

/** Arrows and the space bar inside the rack. */
function rackKey(event: KeyboardEvent, desk: Desk): boolean {
  const { game } = desk;
  const { hand } = game;
  const { columns, slots } = hand.layout;
  if (event.key === " " || event.key === "Enter") {
    pickOrDrop(desk);
    return true;
  }
  const next = stepFrom(hand.cursor, event.key, { columns, rows: rowsOf(columns) });
  if (next === null) return false;
  const tile = slots[hand.cursor];
  if (event.shiftKey && tile !== null) {
    if (event.ctrlKey) moveGroup(desk, tile, event.key, next);
    else hand.rack.swap(tile, next);
    hand.cursor = hand.rack.slotOf(tile);
    cue("place");
  } else hand.cursor = next;
  return true;
}

function moveGroup(desk: Desk, tile: Tile, key: string, next: number): void {
  const { rack, layout } = desk.game.hand;
  const block = rack.blockOf(tile);
  const first = rack.slotOf(block[0]);
  const delta = next - rack.slotOf(tile);
  const column = (first % layout.columns) + (key === "ArrowLeft" || key === "ArrowRight" ? delta : 0);
  if (column >= 0 && column + block.length <= layout.columns) rack.moveAll(block, first + delta);
}

function pickOrDrop(desk: Desk): void {
  const { game } = desk;
  const { hand, okey, speech } = game;
  const say = t.table.say;
  const here = hand.layout.slots[hand.cursor];
  if (hand.selected.length) {
    const [tile] = hand.selected;
    hand.drop(hand.cursor);
    hand.cursor = hand.rack.slotOf(tile);
    const group = hand.rack.blocks.findIndex((block) => block.includes(hand.cursor)) + 1;
    const joined = hand.rack.blockOf(tile).length > 1;
    const name = tileWords(tile, okey, true);
    speech.say(joined ? say.dropped(name, group) : say.placed(name));
    cue("place");
  } else if (here !== null) {
    hand.select(here);
    speech.say(say.holding(tileWords(here, okey), tileWords(here, okey, true)));
    cue("pick");
  }
}

/** Do what a key, or the button of the same name, stands for. */
export function run(command: Command, desk: Desk): void {
  const { game } = desk;
  const { hand, speech, view, okey } = game;
  const tile = focused(desk);
  const say = t.table.say;
  switch (command) {
    case "draw":
      game.draw();
      break;
    case "take":
      game.take();
      break;
    case "throw":
      if (tile !== null) game.throw(tile);
      else desk.note = "selectFirst";
      break;
    case "finish":
      if (tile !== null) game.finish(tile);
      else desk.note = "finishFirst";
      break;
    case "show":
      game.show();
      break;
    case "declare":
      game.declare();
      break;
    case "arrange":
    case "pairs":
      game.arrange(command === "pairs");
      speech.say(say.arranged(hand.rack.blocks.filter((block) => block.length < 2).length));
      break;
    case "undo":
      hand.undo();
      speech.say(say.undone);
      break;
    case "flip":
      if (tile !== null && isOkey(tile, okey)) hand.rack.flip(tile);
      break;
    case "hand":
      speech.say(handText(groupsOf(desk), okey));
      break;
    case "last":
      speech.say(lastText(desk));
      break;
    case "clocks":
      speech.say(clocksText(desk));
      break;
    case "indicator":
      speech.say(view ? diceText(view, okey) : "");
      break;
    case "mute":
      settings.muted = !settings.muted;
      speech.say(settings.muted ? say.muted : say.unmuted);
      break;
    case "talk":
      if (game.social) desk.sheet = "talk";
      break;
    case "help":
      desk.sheet = "keys";
  }
}

const groupsOf = ({ game: { hand } }: Desk): Tile[][] =>
  hand.rack.blocks.map((block) => block.map((slot) => hand.layout.slots[slot] as Tile));

function lastText({ game }: Desk): string {
  const { view } = game;
  const last = view?.history.findLast((seen) => seen.type === 5 || seen.type === 4 || seen.type === 3);
  if (!view || !last) return t.table.say.noMove;
  const e = ({ 3: "drawn", 4: "taken", 5: "thrown" } as const)[last.type as 3 | 4 | 5];
  const event = { e, seat: last.seat, tile: last.tile ?? 0 };
  return eventText({ event, tile: null }, view, view, game);
}

function clocksText({ game }: Desk): string {
  const { view } = game;
  if (!view) return "";
  const seats = [0, 1, 2, 3].filter((seat) => view.kinds[seat] && clockFace(game.clocks, seat, game.now));
  return t.table.say.clocks(
    seats
      .map((seat) =>
        t.table.clock(nameOf(view, game.sitters, seat), clockFace(game.clocks, seat, game.now)?.text ?? ""),
      )
      .join(". "),
  );
}

import { SvelteSet } from "svelte/reactivity";
import type { Chatted, Said } from "../net/wire";
import type { Phrase } from "./phrases";

/** Something said: one of the phrases, or free words. `seen` moves of deal `deal` had been made before it. */
export interface Words {
  id: number;
  seat: number;
  name: string;
  phrase: Phrase | null;
  text: string;
  deal: number;
  seen: number;
}

const KEEP = 100;
const SHOWN = 6_000;

/** What is said at one table, and whose words this browser does not want. Nothing of it outlives the page but that. */
export class Talk {
  /** The latest words last; those of muted seats are not among them. */
  log: readonly Words[] = $state.raw([]);
  /** By seat, what its bubble says now. */
  bubbles: Readonly<Record<number, Words>> = $state.raw({});
  /** Words that came while nobody looked. */
  unread = $state(0);
  readonly muted = new SvelteSet<number>();
  private unwanted: readonly string[] = [];
  private looking = false;
  private count = 0;
  private readonly shelf: string;

  constructor(
    table: string,
    private readonly storage: Pick<Storage, "getItem" | "setItem"> | null,
  ) {
    this.shelf = `okey.muted.${table}`;
    for (const seat of storage?.getItem(this.shelf) ?? "") this.muted.add(Number(seat));
  }

  /** Words have come; what there is to show, or null from a seat that is muted or a person who is blocked. */
  hear(frame: Said | Chatted, name: string, own: boolean, deal: number, seen: number): Words | null {
    const { seat } = frame;
    if (this.muted.has(seat) || (!own && this.unwanted.includes(name))) return null;
    const said = frame.t === "say" ? { phrase: frame.phrase, text: "" } : { phrase: null, text: frame.text };
    const words = { id: this.count++, seat, name, ...said, deal, seen };
    this.log = [...this.log, words].slice(-KEEP);
    this.bubbles = { ...this.bubbles, [seat]: words };
    setTimeout(() => this.fade(words), SHOWN);
    if (!this.looking && !own) this.unread++;
    return words;
  }

  /** The sheet is open or closed. */
  look(open: boolean): void {
    this.looking = open;
    if (open) this.unread = 0;
  }

  /** Whether a seat is heard from now on; what it has said goes when it is not. */
  mute(seat: number, on: boolean): void {
    if (on) this.muted.add(seat);
    else this.muted.delete(seat);
    this.storage?.setItem(this.shelf, [...this.muted].join(""));
    if (!on) return;
    this.log = this.log.filter((words) => words.seat !== seat);
    const { [seat]: _, ...rest } = this.bubbles;
    this.bubbles = rest;
  }

  /** Nothing is heard of people with these names; what they have said goes. */
  shun(names: readonly string[]): void {
    this.unwanted = names;
    const wanted = (words: Words) => !names.includes(words.name);
    this.log = this.log.filter(wanted);
    this.bubbles = Object.fromEntries(Object.entries(this.bubbles).filter(([, words]) => wanted(words)));
  }

  private fade(words: Words): void {
    const { [words.seat]: shown, ...rest } = this.bubbles;
    if (shown?.id === words.id) this.bubbles = rest;
  }
}

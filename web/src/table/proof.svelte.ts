import type { Checks, Move } from "../fair/checks";
import type { Alarm, FairFrame } from "../fair/frames";
import type { Ask, AutoSet, Client, Server } from "../net/wire";

/** What the proof needs of the table's connection. */
export interface Line {
  tell(frame: Client): void;
  /** By how many ms frames may be late. */
  lag(): number;
}

const FAIR = ["open", "list", "receipt", "opening", "head", "log", "reveal", "ev"];

/**
 * The browser's side of the proof at one table: sits down with a fresh number, opens it for the list it was told,
 * compares every signed head. The checks are a chunk of their own, loaded with the first frame that needs them.
 */
export class Proof {
  /** The first thing that was not right; nothing is played after it. */
  alarm: Alarm | null = $state(null);
  /** Sixteen letters to compare by voice. */
  seal: string | null = $state(null);
  /** The seed was opened: the table has ended, and its record is there. */
  revealed = $state(false);
  private checks: Promise<Checks> | null = null;
  private queue: Promise<unknown> = Promise.resolve();
  private sitting = false;

  constructor(
    private readonly table: string,
    private readonly line: Line,
  ) {}

  /** A frame of the server; frames are judged in order. A table of the old kind opens nothing, and proves nothing. */
  hear(frame: Server): void {
    if (frame.t === "open") this.checks ??= this.load();
    if (!this.checks) return;
    const answered = frame.t === "open" || frame.t === "refused" || (frame.t === "room" && frame.you !== null);
    if (answered) this.sitting = false;
    if (frame.t === "room") {
      if (frame.you !== null) this.inTurn((checks) => checks.seat());
      // Alone nobody has to be asked where to sit.
      const [place] = frame.places;
      if (frame.you === null && !this.sitting) this.inTurn((checks) => checks.stand());
      if (frame.code === "" && frame.founder && frame.you === null && place !== undefined) this.sit(place);
    } else if (frame.t === "auto") this.inTurn((checks) => checks.wished(frame));
    else if (frame.t === "snap") {
      this.inTurn((checks) => checks.shows(frame.view.rules));
      if (frame.you !== null) this.inTurn((checks) => checks.seat());
    } else if (FAIR.includes(frame.t)) this.inTurn((checks) => checks.hear(frame as FairFrame));
  }

  /** A move is about to be sent. */
  moving(action: Ask): void {
    const move = asMove(action);
    if (move) this.inTurn((checks) => checks.moving(move));
  }

  /** The server refused it. */
  refused(action: Ask): void {
    const move = asMove(action);
    if (move) this.inTurn((checks) => checks.refused(move));
  }

  /** The table shall play for me by itself. */
  wishing(wish: Omit<AutoSet, "t">): void {
    this.inTurn((checks) => checks.wishing(wish));
  }

  tick(): void {
    this.inTurn((checks) => checks.tick());
  }

  /** The table was taken back from another tab. */
  resumed(): void {
    this.inTurn((checks) => checks.resumed());
  }

  /** The table was cancelled. */
  cancelled(): void {
    this.inTurn(async (checks) => checks.cancelled());
  }

  /** My evidence file as it stands. */
  async evidence(): Promise<string | null> {
    return (await this.checks)?.evidence ?? null;
  }

  /** Take a place; once, until it is answered: a second try would forget the number of the first. */
  sit(place: number): void {
    if (this.sitting) return;
    this.sitting = true;
    this.inTurn((checks) => checks.sit(place));
  }

  private inTurn(work: (checks: Checks) => Promise<void>): void {
    const { checks } = this;
    if (!checks || this.alarm) return;
    this.queue = this.queue.then(async () => {
      const ready = await checks;
      await work(ready);
      this.seal = ready.seal;
      this.revealed = ready.revealed;
    });
  }

  private async load(): Promise<Checks> {
    const { startChecks } = await import("../fair/start");
    return startChecks(this.table, {
      send: (reply) => this.line.tell(reply),
      lag: () => this.line.lag(),
      alarm: (name) => {
        this.alarm = name;
      },
    });
  }
}

/** A move as its event will name it; `next` is none. */
function asMove(action: Ask): Move | null {
  if (action.a === "next") return null;
  return action.a === "finish" ? { a: "finish", tile: action.tile } : action;
}

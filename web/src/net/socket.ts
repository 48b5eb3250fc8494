import { type Ask, type Client, type FaultAnswer, type Server, SUBPROTOCOL } from "./wire";

/** The four words of the connection. */
export type Connection = "connected" | "connecting" | "lost" | "offline";

/** What the socket needs from the browser; tests bring their own. */
export interface Host {
  open(): WebSocket;
  now(): number;
  later(run: () => void, ms: number): unknown;
  forget(timer: unknown): void;
  random(): number;
  online(): boolean;
}

export interface Listener {
  frame(frame: Server): void;
  connection(state: Connection): void;
  /** The answer to a move; null when it was accepted. `stale` when the server no longer knows it. */
  answer(action: Ask, fault: FaultAnswer | null): void;
  /** The table is closed to this page: no further tries. */
  closed(
    why: "taken_over" | "unknown_table" | "not_seated" | "cancelled" | "removed" | "full" | "short" | "signed_out",
  ): void;
}

export const PING = 2_500;
export const SILENCE = 5_000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const FINAL = ["taken_over", "unknown_table", "not_seated", "cancelled", "removed", "full", "short"];

/** Milliseconds before try number `tries` + 1: longer with every failure, with jitter. */
export function backOff(tries: number, host: Pick<Host, "random">): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries) * (0.5 + host.random() / 2);
}

interface Pending {
  id: string;
  at: number;
  action: Ask;
}

/**
 * One table's connection. It resumes from the last sequence number, sends a move again until it is answered,
 * and notices a dead line by silence. At most one move is under way.
 */
export class TableSocket {
  seq: number | null = null;
  /** Best measured difference server - browser, in ms. */
  offset = 0;
  pending: Pending | null = null;
  private n: number | null = null;
  private socket: WebSocket | null = null;
  private tries = 0;
  private heard = 0;
  private trip = Number.POSITIVE_INFINITY;
  /** Measurements since the line was opened or the page slept. */
  private pongs = 0;
  /** The server's time in the last pong of this line, and when it came: from these the server measures the line. */
  private ponged: { now: number; at: number } | null = null;
  private retryTimer: unknown = null;
  private pingTimer: unknown = null;
  private stopped = false;
  /** Whether this connection has brought anything yet. */
  private greeted = false;

  constructor(
    private readonly table: string,
    private readonly host: Host,
    private readonly listener: Listener,
  ) {}

  start(): void {
    this.stopped = false;
    this.connect();
  }

  stop(): void {
    this.stopped = true;
    this.host.forget(this.retryTimer);
    this.drop();
  }

  /** The server's time now. */
  now(): number {
    return this.host.now() + this.offset;
  }

  /** Send a move; false when one is still under way or there is no table yet. */
  act(action: Ask): boolean {
    if (this.pending || this.seq === null || this.stopped) return false;
    this.pending = { id: newId(this.host), at: this.seq, action };
    this.send({ t: "do", ...this.pending });
    return true;
  }

  /** Send a frame that is no move: nothing waits for its answer. */
  tell(frame: Client): void {
    this.send(frame);
  }

  /** By how many ms a frame may be on its way; Infinity until this line was measured twice, and after any sleep. */
  get lag(): number {
    return this.pongs < 2 ? Number.POSITIVE_INFINITY : this.trip;
  }

  /** The page is seen again or the network came back: try at once, or test the line. */
  wake(): void {
    this.pongs = 0;
    if (this.stopped) return;
    if (!this.host.online()) {
      this.greeted = false;
      this.listener.connection("offline");
    } else if (this.socket?.readyState === 1 && this.host.now() - this.heard <= SILENCE) this.ping();
    else if (this.socket?.readyState !== 0) this.connect();
  }

  private connect(): void {
    this.host.forget(this.retryTimer);
    this.drop();
    this.listener.connection(this.tries === 0 ? "connecting" : this.host.online() ? "lost" : "offline");
    const socket = this.host.open();
    this.socket = socket;
    this.heard = this.host.now();
    this.pongs = 0;
    this.ponged = null;
    this.greeted = false;
    socket.onopen = () => this.hello();
    socket.onmessage = (message) => {
      if (socket === this.socket) this.hear(JSON.parse(String(message.data)) as Server);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.retry(null);
    };
    this.watch();
  }

  private drop(): void {
    this.host.forget(this.pingTimer);
    const old = this.socket;
    this.socket = null;
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = null;
    old.close();
  }

  private retry(after: number | null): void {
    this.drop();
    if (this.stopped) return;
    this.listener.connection(this.host.online() ? "lost" : "offline");
    this.host.forget(this.retryTimer);
    this.retryTimer = this.host.later(() => this.connect(), after ?? backOff(this.tries++, this.host));
  }

  /** Ping in silence; give the line up when nothing at all came for too long. */
  private watch(): void {
    this.host.forget(this.pingTimer);
    this.pingTimer = this.host.later(() => {
      if (this.host.now() - this.heard > SILENCE) this.retry(0);
      else {
        if (this.socket?.readyState === 1) this.ping();
        this.watch();
      }
    }, PING);
  }

  private ping(): void {
    const t0 = Math.round(this.host.now());
    const held = this.ponged ? Math.max(0, t0 - this.ponged.at) : 0;
    this.send({ t: "ping", t0, echo: this.ponged?.now ?? null, held });
  }

  private hello(): void {
    this.send({ t: "hello", table: this.table, after: this.seq });
  }

  private send(frame: Client): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(frame));
  }

  private hear(frame: Server): void {
    if (this.host.now() - this.heard > SILENCE) this.pongs = 0;
    this.heard = this.host.now();
    switch (frame.t) {
      case "snap":
        this.seq = frame.seq;
        this.n = null;
        this.roughly(frame.now);
        this.settle();
        break;
      case "ev":
        if (this.seq !== null && (frame.seq < this.seq || (this.n !== null && frame.n <= this.n))) return;
        if (this.n !== null && frame.n > this.n + 1) {
          this.reload();
          return;
        }
        this.seq = frame.seq;
        this.n = frame.n;
        this.settle();
        break;
      case "room":
        this.settle();
        break;
      case "ok":
      case "no":
        this.answered(frame.id, frame.t === "no" ? frame.fault : null);
        return;
      case "pong":
        this.ponged = { now: frame.now, at: Math.round(this.host.now()) };
        this.measure(frame.t0, frame.now);
        this.settle();
        return;
      case "bye":
        this.bye(frame.why, frame.retry_ms);
        return;
    }
    this.listener.frame(frame);
  }

  /** The line works: say so once, and send again what was never answered. */
  private settle(): void {
    if (this.greeted) return;
    this.greeted = true;
    this.tries = 0;
    this.listener.connection("connected");
    if (this.pending) this.send({ t: "do", ...this.pending });
  }

  /** A frame is missing: ask for all from the last one known. */
  private reload(): void {
    this.seq = null;
    this.n = null;
    this.hello();
  }

  private answered(id: string, fault: FaultAnswer | null): void {
    if (this.pending?.id !== id) return;
    const { action } = this.pending;
    this.pending = null;
    this.listener.answer(action, fault);
  }

  private bye(why: string, retry: number | null): void {
    // A session that was renewed in another tab comes back by itself, one that has ended does not.
    if (FINAL.includes(why) || (why === "signed_out" && retry === null)) {
      this.stop();
      this.listener.closed(why as "taken_over");
    } else this.retry(retry);
  }

  private measure(t0: number, now: number): void {
    const trip = this.host.now() - t0;
    this.pongs++;
    if (trip < 0 || trip > this.trip * 1.5 + 5) return;
    this.trip = Math.min(this.trip, trip);
    this.offset = now - (t0 + trip / 2);
  }

  private roughly(now: number): void {
    if (this.trip === Number.POSITIVE_INFINITY) this.offset = now - this.host.now();
  }
}

/** 16 hex digits: a move is made once, across repeats and crashes. */
function newId(host: Host): string {
  const part = () =>
    Math.floor(host.random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0");
  return part() + part();
}

/** The browser's own means. */
export function browserHost(): Host {
  return {
    open: () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`, SUBPROTOCOL),
    now: () => Date.now(),
    later: (run, ms) => setTimeout(run, ms),
    forget: (timer) => clearTimeout(timer as number | undefined),
    random: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32,
    online: () => navigator.onLine,
  };
}

import { backOff, type Connection, type Host, PING, SILENCE } from "./socket";
import type { Client, LobbyTable, Server } from "./wire";

export interface LobbyListener {
  tables(tables: readonly LobbyTable[]): void;
  /** `full`: the server takes no more connections; the socket tries again when it says. */
  connection(state: Connection | "full"): void;
  /** The session has ended: no further tries until the socket is started again. */
  signedOut(): void;
}

/** The connection that tells which tables there are, as long as somebody looks. It comes back by itself. */
export class LobbySocket {
  private socket: WebSocket | null = null;
  private tries = 0;
  private heard = 0;
  private timer: unknown = null;
  private stopped = false;

  constructor(
    private readonly host: Host,
    private readonly listener: LobbyListener,
  ) {}

  start(): void {
    this.stopped = false;
    this.connect();
  }

  stop(): void {
    this.stopped = true;
    this.drop();
  }

  /** The page is seen again or the network came back: try at once where the line is dead. */
  wake(): void {
    if (this.stopped) return;
    if (!this.host.online()) this.listener.connection("offline");
    else if (this.socket?.readyState === 1 && this.host.now() - this.heard <= SILENCE) this.ping();
    else if (this.socket?.readyState !== 0) this.connect();
  }

  private connect(): void {
    this.drop();
    const socket = this.host.open();
    this.socket = socket;
    this.heard = this.host.now();
    socket.onopen = () => this.send({ t: "lobby" });
    socket.onmessage = (message) => {
      if (socket === this.socket) this.hear(JSON.parse(String(message.data)) as Server);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lose(null);
    };
    this.watch();
  }

  private drop(): void {
    this.host.forget(this.timer);
    const old = this.socket;
    this.socket = null;
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = null;
    old.close();
  }

  /** Come back `after` ms, or when the next try is due. */
  private lose(after: number | null, full = false): void {
    this.drop();
    this.listener.connection(full ? "full" : this.host.online() ? "lost" : "offline");
    this.timer = this.host.later(() => this.connect(), after ?? backOff(this.tries++, this.host));
  }

  /** Ping in silence; give the line up when nothing at all came for too long. */
  private watch(): void {
    this.timer = this.host.later(() => {
      if (this.host.now() - this.heard > SILENCE) {
        this.lose(null);
        return;
      }
      this.ping();
      this.watch();
    }, PING);
  }

  private ping(): void {
    this.send({ t: "ping", t0: Math.round(this.host.now()), echo: null, held: 0 });
  }

  private send(frame: Client): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(frame));
  }

  private hear(frame: Server): void {
    this.heard = this.host.now();
    if (frame.t === "bye" && frame.why === "signed_out" && frame.retry_ms === null) {
      this.stop();
      this.listener.signedOut();
    } else if (frame.t === "bye") this.lose(frame.retry_ms, frame.why === "full");
    else if (frame.t === "lobby" || frame.t === "pong") {
      this.tries = 0;
      this.listener.connection("connected");
      if (frame.t === "lobby") this.listener.tables(frame.tables);
    }
  }
}

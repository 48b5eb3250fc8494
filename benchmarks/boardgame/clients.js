/**
 * Players of the game over socket.io, four at each match: `node clients.js PORT MATCHES`.
 * For each line `MOVES RATE` on the input that many moves are made at every match, as fast as they go (RATE 0) or so
 * many a second in all; then it says what came of it.
 */
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { io } from "socket.io-client";

const [port, matches] = process.argv.slice(2).map(Number);
const server = `http://127.0.0.1:${port}`;
const waits = [];

/** One match: whoever is on turn draws, then throws the tile that was drawn. */
class Match {
  wanted = 0;
  pending = false;

  /** The server makes the match when its first player asks for it; no credentials are checked, which is in its favour. */
  async open(id) {
    this.id = id;
    this.players = [];
    for (const playerID of ["0", "1", "2", "3"]) this.players.push(await this.connect(playerID));
  }

  connect(playerID) {
    const socket = io(`${server}/turns`, { transports: ["websocket"], forceNew: true });
    return new Promise((ready) => {
      socket.on("connect", () => socket.emit("sync", this.id, playerID, undefined, 4));
      socket.on("sync", (_, { state }) => {
        this.state ??= state;
        ready(socket);
      });
      socket.on("update", (_, state) => this.heard(playerID, state));
    });
  }

  heard(playerID, state) {
    if (!this.pending || playerID !== this.mover || state._stateID <= this.state._stateID) return;
    waits.push(performance.now() - this.begun);
    this.pending = false;
    this.state = state;
    this.goOn();
  }

  want(moves) {
    this.wanted += moves;
    const done = new Promise((resolve) => {
      this.done = resolve;
    });
    this.goOn();
    return done;
  }

  goOn() {
    if (this.pending) return;
    if (this.wanted === 0) {
      this.done();
      return;
    }
    this.wanted--;
    this.pending = true;
    const { state } = this;
    this.mover = state.ctx.currentPlayer;
    const drawn = this.drawn === this.mover;
    this.drawn = drawn ? null : this.mover;
    const [type, args] = drawn ? ["throw", [state.G.rack.at(-1)]] : ["draw", []];
    const action = { type: "MAKE_MOVE", payload: { type, args, playerID: this.mover } };
    this.begun = performance.now();
    this.players[Number(this.mover)].emit("update", action, state._stateID, this.id, this.mover);
  }
}

async function play(moves, rate) {
  if (!rate) return Promise.all(all.map((match) => match.want(moves)));
  const begun = performance.now();
  const going = [];
  for (let number = 0; number < moves * all.length; number++) {
    const late = begun + (1000 * number) / rate - performance.now();
    if (late > 0) await sleep(late);
    going.push(all[number % all.length].want(1));
  }
  return Promise.all(going);
}

const all = Array.from({ length: matches }, () => new Match());
for (const [number, match] of all.entries()) await match.open(`m${number}`);
console.log(JSON.stringify({ ready: all.length }));
for await (const line of createInterface({ input: process.stdin })) {
  waits.length = 0;
  const begun = performance.now();
  const before = process.cpuUsage();
  await play(...line.split(" ").map(Number));
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - begun) / 1000;
  waits.sort((a, b) => a - b);
  const at = (share) => waits[Math.floor(share * (waits.length - 1))];
  const cpu_s = (user + system) / 1e6;
  console.log(JSON.stringify({ moves: waits.length, seconds, p50_ms: at(0.5), p99_ms: at(0.99), cpu_s }));
}
process.exit(0);

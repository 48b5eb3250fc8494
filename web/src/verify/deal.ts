/** From the master key to the tiles: streams, roll, deck, dice, dealing. */
import { type Bytes, uint } from "./bytes";
import { mac, tag } from "./messages";

const ROLL = 1;
const DECK = 2;
const DICE = 3;

/** Bytes of the master key for one purpose and number, used one after the other. */
export class Stream {
  private block = 0;
  private bytes: Bytes = new Uint8Array();
  private at = 0;

  constructor(
    private readonly key: Bytes,
    private readonly purpose: number,
    private readonly number: number,
  ) {}

  /** A number 0..n-1; bytes that would favour some are refused. */
  below(n: number): number {
    for (;;) {
      if (this.at === this.bytes.length) {
        const place = [uint(this.purpose, 1), uint(this.number, 4), uint(this.block++, 4)];
        this.bytes = mac(this.key, tag("stream"), ...place);
        this.at = 0;
      }
      const byte = this.bytes[this.at++] as number;
      if (byte < 256 - (256 % n)) return byte % n;
    }
  }
}

/** The first roller, and the rounds of (seat, pips) it took. */
export function roll(key: Bytes, seats: readonly number[]): { first: number; rounds: [number, number][][] } {
  const stream = new Stream(key, ROLL, 0);
  const rounds: [number, number][][] = [];
  let left = [...seats];
  do {
    const round = left.map((seat): [number, number] => [seat, stream.below(6) + 1]);
    const highest = Math.max(...round.map(([, pips]) => pips));
    left = round.filter(([, pips]) => pips === highest).map(([seat]) => seat);
    rounds.push(round);
  } while (left.length > 1);
  return { first: left[0] as number, rounds };
}

export interface Dealing {
  deck: number[];
  /** All throws of both dice; the last one counts. */
  dice: [number, number][];
  indicator: number;
  racks: number[][];
  pile: number[];
}

/** Deal number `hand` to `seats`, which begin with the starter and go round. */
export function dealing(key: Bytes, hand: number, seats: readonly number[]): Dealing {
  const deck = Array.from({ length: 106 }, (_, tile) => tile);
  const shuffle = new Stream(key, DECK, hand);
  for (let i = 105; i > 0; i--) {
    const j = shuffle.below(i + 1);
    [deck[i], deck[j]] = [deck[j] as number, deck[i] as number];
  }
  const stream = new Stream(key, DICE, hand);
  const dice: [number, number][] = [];
  let place: number;
  do {
    const thrown: [number, number] = [stream.below(6) + 1, stream.below(6) + 1];
    dice.push(thrown);
    place = 5 * (thrown[0] - 1) + ((thrown[1] - 1) % 5);
  } while ((deck[place] as number) >= 104);
  const box = deck.slice(0, 105);
  box[place] = deck[105] as number;
  const cut = 5 * (dice.at(-1)?.[0] ?? 0);
  const tiles = [...box.slice(cut), ...box.slice(0, cut)];
  const racks: number[][] = [[], [], [], []];
  for (let packet = 0; packet < 3; packet++) {
    seats.forEach((seat, order) => {
      racks[seat]?.push(...tiles.splice(0, packet < 2 || order === 0 ? 5 : 4));
    });
  }
  return { deck, dice, indicator: deck[place] as number, racks, pile: tiles };
}

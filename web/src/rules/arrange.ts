import { colourOf, type Face, isOkey, numberOf, standsFor, type Tile } from "./tiles";

/** An arrangement: whole groups in reading order, and what is left over. */
export interface Arrangement {
  groups: Tile[][];
  rest: Tile[];
}

/** A meld as faces to take: -1 stands for a wild tile. */
type Plan = readonly Face[];
const WILD = -1;

interface Best {
  score: number;
  plan: Plan | null;
  next: string;
}

/** The melds that begin with the numbered tile `face`, out of `counts` and `wilds`, each in canonical form. */
function* meldsFrom(face: Face, counts: readonly number[], wilds: number): Generator<Plan> {
  const colour = colourOf(face);
  const number = numberOf(face);
  const others = [0, 1, 2, 3].filter((c) => c !== colour && counts[c * 13 + number - 1]);
  for (let mask = 0; mask < 1 << others.length; mask++) {
    const set = [face, ...others.filter((_, i) => mask & (1 << i)).map((c) => c * 13 + number - 1)];
    for (let w = Math.max(0, 3 - set.length); w <= wilds && set.length + w <= 4; w++) {
      yield [...set, ...Array<Face>(w).fill(WILD)];
    }
  }
  yield* runs(face, number, counts, wilds, number);
  if (number === 1) for (let start = 12; start >= 2; start--) yield* runs(face, start, counts, wilds, 14);
}

/** Rising runs from position `start` whose tile at position `own` is `face`; position 14 is the 1 after 13. */
function* runs(face: Face, start: number, counts: readonly number[], wilds: number, own: number): Generator<Plan> {
  const base = colourOf(face) * 13;
  const run: Face[] = [];
  let left = wilds;
  for (let at = start; at <= 14; at++) {
    const here = base + ((at - 1) % 13);
    // The ones of a colour are decided before its higher numbers: at 14 only the own tile or a wild can stand.
    if (at === own || (at !== 14 && here !== face && counts[here])) run.push(here);
    else if (left-- > 0) run.push(WILD);
    else return;
    if (run.length >= 3 && at >= own) yield [...run];
  }
}

const TILE = 1000;
const WILD_COST = 10;

/** Exact search: covers the most tiles, then spends the fewest wilds, then makes the fewest groups. */
class Search {
  private readonly memo = new Map<string, Best>();

  /** `spare`: whether one tile at least must stay outside the groups. */
  run(counts: readonly number[], wilds: number, spare: boolean): { score: number; plans: Plan[] } {
    const best = this.solve([...counts], 0, wilds, spare);
    const plans: Plan[] = [];
    for (let at: Best | undefined = best; at; at = this.memo.get(at.next)) if (at.plan) plans.push(at.plan);
    return { score: best.score, plans };
  }

  private solve(counts: number[], from: number, wilds: number, spare: boolean): Best {
    const face = firstFrom(counts, from);
    if (face === 52) return { score: spare && !wilds ? Number.NEGATIVE_INFINITY : 0, plan: null, next: "" };
    const key = keyOf(counts, face, wilds, spare);
    const known = this.memo.get(key);
    if (known) return known;
    counts[face]--;
    const best: Best = { score: this.solve(counts, face, wilds, false).score, plan: null, next: "" };
    best.next = keyOf(counts, face, wilds, false);
    counts[face]++;
    for (const plan of meldsFrom(face, counts, wilds)) {
      let used = 0;
      for (const f of plan) f === WILD ? used++ : counts[f]--;
      const score = this.solve(counts, face, wilds - used, spare).score + plan.length * TILE - used * WILD_COST - 1;
      if (score > best.score) {
        best.score = score;
        best.plan = plan;
        best.next = keyOf(counts, face, wilds - used, spare);
      }
      for (const f of plan) if (f !== WILD) counts[f]++;
    }
    this.memo.set(key, best);
    return best;
  }
}

function firstFrom(counts: readonly number[], from: Face): Face {
  let face = from;
  while (face < 52 && !counts[face]) face++;
  return face;
}

function keyOf(counts: readonly number[], from: Face, wilds: number, spare: boolean): string {
  return `${counts.slice(firstFrom(counts, from)).join("")}/${wilds}${spare}`;
}

/** Tiles by the face they count as, wilds apart. */
function pools(tiles: readonly Tile[], okey: Face | null): { natural: Map<Face, Tile[]>; wild: Tile[] } {
  const natural = new Map<Face, Tile[]>();
  const wild: Tile[] = [];
  for (const tile of [...tiles].sort((a, b) => a - b)) {
    if (isOkey(tile, okey)) wild.push(tile);
    else natural.set(standsFor(tile, okey), [...(natural.get(standsFor(tile, okey)) ?? []), tile]);
  }
  return { natural, wild };
}

const sorted = (tiles: Tile[], okey: Face | null) =>
  tiles.sort((a, b) => standsFor(a, okey) - standsFor(b, okey) || a - b);

/**
 * The best arrangement in runs and sets. With 15 tiles one is kept out where the other 14 are a finish,
 * an okey before any other, so that the finish is seen.
 */
export function arrange(tiles: readonly Tile[], okey: Face | null): Arrangement {
  const { natural, wild } = pools(tiles, okey);
  const counts = Array.from({ length: 52 }, (_, face) => natural.get(face)?.length ?? 0);
  const search = new Search();
  let best = search.run(counts, wild.length, tiles.length === 15);
  if (tiles.length === 15 && best.score < 14 * TILE - 100) {
    const all = search.run(counts, wild.length, false);
    if (all.score > best.score) best = all;
  }
  const groups = best.plans
    .filter((plan) => plan.length)
    .map((plan) => plan.map((face) => (face === WILD ? wild.pop() : natural.get(face)?.pop()) as Tile));
  return { groups, rest: [...sorted([...natural.values()].flat(), okey), ...wild] };
}

/** The best arrangement in pairs: equal tiles first, then an okey with a single tile. */
export function arrangePairs(tiles: readonly Tile[], okey: Face | null): Arrangement {
  const { natural, wild } = pools(tiles, okey);
  const groups: Tile[][] = [];
  const singles: Tile[] = [];
  for (const face of [...natural.keys()].sort((a, b) => a - b)) {
    const same = natural.get(face) as Tile[];
    while (same.length > 1) groups.push([same.shift() as Tile, same.shift() as Tile]);
    singles.push(...same);
  }
  while (wild.length && singles.length && groups.length < 7) groups.push([singles.shift() as Tile, wild.pop() as Tile]);
  if (wild.length === 2 && groups.length < 7) groups.push([wild.pop() as Tile, wild.pop() as Tile]);
  return { groups, rest: [...singles, ...wild] };
}

/** Cut sorted left-over tiles where the next one is no near neighbour, so that beginnings of runs stay together. */
export function clusters(rest: readonly Tile[], okey: Face | null): Tile[][] {
  const out: Tile[][] = [];
  for (const tile of rest) {
    const last = out.at(-1)?.at(-1);
    const face = standsFor(tile, okey);
    const near =
      last !== undefined &&
      !isOkey(tile, okey) &&
      colourOf(standsFor(last, okey)) === colourOf(face) &&
      face - standsFor(last, okey) <= 2 &&
      face !== standsFor(last, okey);
    if (near) out.at(-1)?.push(tile);
    else out.push([tile]);
  }
  return out;
}

/** The numbers of the published vectors: each value of the protocol, and every deal from the master key to the pile. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parse } from "../app/ruleset";
import { hex, unhex, utf8 } from "./bytes";
import { dealing, roll, Stream } from "./deal";
import * as say from "./messages";
import { chooseVerify, verifyHere } from "./signature";

const FILE = "../../../tests/vectors/fair.json";
const fair = JSON.parse(readFileSync(join(dirname(fileURLToPath(import.meta.url)), FILE), "utf8"));
const PUBLIC = unhex(fair.key.ed25519_public);
const { primitives, vectors, usta } = fair;

const seatsFrom = (kinds: number[], starter: number): number[] =>
  [0, 1, 2, 3].map((step) => (starter + step) % 4).filter((seat) => kinds[seat]);

it("hashes texts by their bytes", () => {
  for (const { text, hash } of primitives.rules_hash) expect(hex(say.rulesHash(text))).toBe(hash);
});

it("draws numbers below n without favour, across blocks", () => {
  const { key, purpose, hand, n, values } = primitives.below;
  const stream = new Stream(unhex(key), purpose, hand);
  expect(n.map((limit: number) => stream.below(limit))).toEqual(values);
});

it("signs a change of keys with the old key", async () => {
  const { old, valid_from_ms, message, signature } = primitives.new_key;
  const own = say.keyChangeMessage(unhex(old), unhex(primitives.new_key.new), valid_from_ms);
  expect(hex(own)).toBe(message);
  expect(await verifyHere(unhex(old), own, unhex(signature))).toBe(true);
  expect(await verifyHere(unhex(primitives.new_key.new), own, unhex(signature))).toBe(false);
});

it("reads canonical rules only", () => {
  for (const text of primitives.unknown_rules) expect(parse(text), text).toBeNull();
  for (const { rules_text } of vectors) expect(parse(rules_text)).not.toBeNull();
});

for (const vector of [...vectors, usta]) {
  const { name, kinds, rules_text } = vector;
  const table = unhex(vector.table_id);
  const seed = unhex(vector.server_seed);
  const rules = say.rulesHash(rules_text);
  const commit = say.serverCommit(table, rules, seed);
  const values: say.SeatValue[] = kinds.map((kind: number, seat: number) => ({
    kind,
    value: kind === 1 ? unhex(vector.values[seat]) : null,
  }));
  const commits = values.map(({ kind, value }, seat) => ({
    kind,
    value: value && say.playerCommit(table, commit, seat, value),
  }));
  const list = say.listHash(table, rules, commit, commits);
  const master = say.masterKey(seed, list, values);
  const order = [0, 1, 2, 3].filter((seat) => kinds[seat]);

  it(`${name}: list hash and first roller`, () => {
    expect(hex(list)).toBe(vector.list_hash);
    expect(roll(master, order).first).toBe(vector.first_roller);
  });

  if (vector === usta) {
    it(`${name}: indicators of deals begun by the finisher`, () => {
      const starters: number[] = vector.starters;
      const shown = starters.map((starter, at) => dealing(master, at + 1, seatsFrom(kinds, starter)).indicator);
      expect(shown).toEqual(vector.indicators);
    });
    continue;
  }

  it(`${name}: every value, message and signature`, async () => {
    expect(hex(rules)).toBe(vector.rules_hash);
    expect(hex(commit)).toBe(vector.server_commit);
    expect(commits.map(({ value }) => value && hex(value))).toEqual(
      vector.player_commits.map((own: string | null) => (own && /[1-9a-f]/.test(own) ? own : null)),
    );
    expect(hex(master)).toBe(vector.master);
    const head = say.firstHead(table, list, commit);
    expect(hex(head)).toBe(vector.log0);
    expect(say.seal(list, head).replaceAll(" ", "")).toBe(vector.seal0);
    const { seat } = vector.receipt;
    const messages = {
      open: say.openMessage(table, rules, commit, 1767225600000),
      list: say.listMessage(list, 1767225630000),
      receipt: say.receiptMessage(list, seat, values[seat]?.value as Uint8Array),
      opening: say.openingMessage(list, values),
    };
    for (const [what, message] of Object.entries(messages)) {
      expect(hex(message), what).toBe(vector[what].message);
      expect(await verifyHere(PUBLIC, message, unhex(vector[what].signature)), what).toBe(true);
    }
  });

  it(`${name}: the deals, tile for tile`, () => {
    expect(roll(master, order).rounds).toEqual(vector.dealer_rolls);
    for (const hand of vector.hands) {
      const made = dealing(master, hand.hand, seatsFrom(kinds, hand.starter));
      expect(made.deck).toEqual(hand.deck);
      expect(made.dice).toEqual(hand.dice);
      expect(made.indicator).toBe(hand.indicator);
      for (const seat of order) expect(made.racks[seat]).toEqual(hand.racks[seat]);
      expect(made.pile).toEqual(hand.pile);
    }
  });
}

it("refuses signatures that are not strict", async () => {
  const message = utf8("okey");
  const { message: signed, signature } = vectors[0].open;
  const good = unhex(signature);
  const order = 0x1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3edn;
  const s = good.slice(32).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n) + order;
  const above = Uint8Array.from(good);
  for (let at = 0; at < 32; at++) above[32 + at] = Number((s >> BigInt(8 * at)) & 255n);
  for (const check of [verifyHere, await chooseVerify()]) {
    expect(await check(PUBLIC, unhex(signed), good)).toBe(true);
    expect(await check(PUBLIC, message, good)).toBe(false);
    expect(await check(PUBLIC, unhex(signed), above)).toBe(false);
  }
});

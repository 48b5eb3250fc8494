import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { unhex, utf8 } from "./bytes";
import { examine, kindOfFile } from "./examine";
import { STEPS } from "./steps";
import { Keyring } from "./trust";

const VECTORS = join(dirname(fileURLToPath(import.meta.url)), "../../../tests/vectors");
const file = (name: string) => new Uint8Array(readFileSync(join(VECTORS, name)));
const text = (name: string) => new TextDecoder().decode(file(name));
const keys = new Keyring([unhex("03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8")]);
const RECORD = file("record.json");
const MINE = file("record-evidence.json");

it("tells a valid record with my notes", async () => {
  const found = await examine(RECORD, keys, MINE);
  expect(found).toMatchObject({ title: "valid", mood: "good", mineIn: true, trusted: true, where: null });
  expect(STEPS.map((step) => found.states[step])).toEqual(STEPS.map(() => "done"));
  const deals = found.account?.deals ?? [];
  expect(deals.map(({ deal, reason }) => [deal, reason])).toEqual([
    [1, 1],
    [2, 2],
    [3, 1],
  ]);
  for (const deal of deals) {
    const dealt = [...deal.racks.flat(), ...deal.pile, deal.indicator];
    expect(dealt.sort((a, b) => a - b)).toEqual(Array.from({ length: 106 }, (_, tile) => tile));
    if (deal.finish) expect([...deal.finish.groups.flat(), deal.finish.tile]).toHaveLength(15);
  }
  expect(found.account?.seal).toMatch(/^(\w{4} ){3}\w{4}$/);
});

it("tells a cancelled one, without the parts it never had", async () => {
  const found = await examine(file("record-cancelled.json"), keys);
  expect(found).toMatchObject({ title: "cancelled", mood: "good", mineIn: null, account: null });
  expect(found.states).toMatchObject({ people: "done", opening: "none", play: "none", reveal: "done", mine: "none" });
});

it("names deal and move of a tampered one, and does not claim the steps behind it", async () => {
  const bad = text("record.json").replace('"000000040001050200005cbc00013f"', '"000000040001050200005cbc000140"');
  const found = await examine(utf8(bad), keys, MINE);
  expect(found).toMatchObject({ title: "invalid", mood: "bad", where: { deal: 1, move: 3 } });
  expect(found.states).toMatchObject({ opening: "done", play: "failed", log: "open", reveal: "open", mine: "open" });
  expect(found.account?.events).toHaveLength(3);
});

it("says what is doubtful", async () => {
  const unknown = await examine(RECORD, new Keyring([]));
  expect(unknown).toMatchObject({ title: "unknownKey", mood: "doubt", trusted: false });
  expect(unknown.states.key).toBe("open");
  const other = await examine(file("record-cancelled.json"), keys, MINE);
  expect(other).toMatchObject({ title: "unusable", mood: "doubt", mineIn: null });
  expect(other.states.mine).toBe("failed");
  const none = await examine(utf8("{}"), keys);
  expect(none).toMatchObject({ title: "unreadable", mood: "unreadable", record: null });
  const broken = await examine(RECORD, keys, utf8("{}"));
  expect(broken).toMatchObject({ title: "unusable", mood: "doubt" });
});

it("knows which file is which", () => {
  expect(kindOfFile(RECORD)).toBe("record");
  expect(kindOfFile(MINE)).toBe("evidence");
  expect(kindOfFile(utf8("[]"))).toBeNull();
});

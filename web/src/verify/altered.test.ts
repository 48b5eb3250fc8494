/** A record with one bit of one bound value changed is never found right, and never breaks the verifier. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { unhex, utf8 } from "./bytes";
import { Keyring } from "./trust";
import { verify } from "./verify";

const VECTORS = join(dirname(fileURLToPath(import.meta.url)), "../../../tests/vectors");
const TEXT = readFileSync(join(VECTORS, "record.json"), "utf8");
const keys = new Keyring([unhex("03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8")]);

/** A small generator of numbers below n, the same every time. */
function numbers(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

it("refuses a flipped bit anywhere", async () => {
  const places = [...TEXT.matchAll(/"([0-9a-f]{16,})"/g)].map((hit) => ({
    at: hit.index + 1,
    size: hit[1]?.length ?? 0,
  }));
  const below = numbers(4);
  const codes = new Set<string>();
  for (let i = 0; i < 300; i++) {
    const { at, size } = places[i < places.length ? i : below(places.length)] as { at: number; size: number };
    const digit = at + below(size);
    const changed = (Number.parseInt(TEXT[digit] as string, 16) ^ (1 << below(4))).toString(16);
    const bad = TEXT.slice(0, digit) + changed + TEXT.slice(digit + 1);
    const { text, exitCode, code } = await verify(utf8(bad), keys);
    expect(exitCode, `${text} with digit ${digit} changed`).toBe(1);
    codes.add(code ?? "");
  }
  expect(codes.size).toBeGreaterThan(8);
});

it("reads a log with a piece cut out to the end, and refuses it", async () => {
  const small = JSON.stringify(JSON.parse(TEXT));
  const start = small.indexOf('"events"');
  const size = small.indexOf('"outcome"') - start - 50;
  const below = numbers(7);
  for (let i = 0; i < 200; i++) {
    const from = start + below(size);
    const bad = small.slice(0, from) + small.slice(from + 1 + below(40));
    const { exitCode, text } = await verify(utf8(bad), keys);
    expect([1, 2], `${text} without ${from}`).toContain(exitCode);
  }
});

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { unhex } from "./bytes";
import { Keyring } from "./trust";
import { NOTE, verify } from "./verify";

const VECTORS = join(dirname(fileURLToPath(import.meta.url)), "../../../tests/vectors");
const file = (name: string) => new Uint8Array(readFileSync(join(VECTORS, name)));
const KEY = unhex("03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8");

it("finds a whole match with all twelve event types valid", async () => {
  const verdict = await verify(file("record.json"), new Keyring([KEY]));
  expect(verdict).toMatchObject({ text: "valid", exitCode: 0, note: NOTE, deals: 3 });
  expect(verdict.warnings).toEqual({
    persons: 3,
    computers: 1,
    takenOver: 3,
    automatic: 7,
    forfeit: false,
    overtime: 0,
  });
});

it("compares it with what a player kept", async () => {
  const verdict = await verify(file("record.json"), new Keyring([KEY]), file("record-evidence.json"));
  expect(verdict).toMatchObject({ text: "valid", exitCode: 0, note: null });
});

it("knows a cancelled table, and a key it was never told", async () => {
  expect((await verify(file("record-cancelled.json"), new Keyring([KEY]))).text).toBe("valid, cancelled");
  const unknown = await verify(file("record.json"), new Keyring([]));
  expect(unknown).toMatchObject({ text: "consistent, key unknown", exitCode: 3 });
});

it("names code and place of the first fault", async () => {
  const text = new TextDecoder().decode(file("record.json"));
  const bad = new TextEncoder().encode(
    text.replace('"000000040001050200005cbc00013f"', '"000000040001050200005cbc000140"'),
  );
  const verdict = await verify(bad, new Keyring([KEY]));
  expect(verdict.text).toBe("INVALID: tile at events[3]");
  expect(verdict.exitCode).toBe(1);
});

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { unhex, utf8 } from "./bytes";
import { Keyring } from "./trust";
import { verify } from "./verify";

interface Case {
  name: string;
  record: string;
  evidence: string | null;
  keys: string[];
  verdict: string;
  code: number;
  note: string | null;
  warnings: Record<string, number | boolean>;
}

const NONE = { persons: 0, computers: 0, takenOver: 0, automatic: 0, forfeit: false, overtime: 0 };
const FILE = "../../../tests/vectors/records/corpus.json";
const corpus: Case[] = JSON.parse(readFileSync(join(dirname(fileURLToPath(import.meta.url)), FILE), "utf8"));

it(`judges all ${corpus.length} files of the corpus as the other verifier does, word for word`, async () => {
  const differences: unknown[] = [];
  for (const { name, record, evidence, keys, verdict, code, note, warnings } of corpus) {
    const found = await verify(utf8(record), new Keyring(keys.map(unhex)), evidence === null ? null : utf8(evidence));
    const own = [found.text, found.exitCode, found.note];
    if (JSON.stringify(own) !== JSON.stringify([verdict, code, note])) differences.push([name, verdict, own]);
    const { persons, computers, takenOver, automatic, forfeit, overtime } = found.warnings ?? NONE;
    const counted = { persons, computers, taken_over: takenOver, automatic, forfeit, overtime };
    const told = Object.fromEntries(Object.keys(counted).map((key) => [key, warnings[key]]));
    if (JSON.stringify(counted) !== JSON.stringify(told)) differences.push([name, told, counted]);
  }
  expect(differences).toEqual([]);
  expect(corpus.length).toBeGreaterThan(300);
});

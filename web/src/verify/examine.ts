/** One examination: the verdict, and what the page shows of the files beside it. */
import { type Account, account, holdsMine, listHashOf, whereIs } from "./account";
import { type Bytes, hex } from "./bytes";
import { type Evidence, type GameRecord, readEvidence, readRecord } from "./model";
import { type State, type Step, statesOf, stoppedAt } from "./steps";
import { MOODS, type Mood, type Title, titleOf } from "./titles";
import type { Keyring } from "./trust";
import { type Verdict, verify } from "./verify";

export interface Examined {
  verdict: Verdict;
  title: Title;
  mood: Mood;
  record: GameRecord | null;
  mine: Evidence | null;
  account: Account | null;
  states: Record<Step, State>;
  /** Deal and move of a fault among the events. */
  where: { deal: number; move: number } | null;
  /** Whether my own number is among the opened ones; null: unknown, there are no notes of this table. */
  mineIn: boolean | null;
  listHash: string | null;
  /** Whether the key that signed the record is trusted. */
  trusted: boolean;
}

function read<T>(reader: (bytes: Bytes) => T, bytes: Bytes | null): T | null {
  if (!bytes) return null;
  try {
    return reader(bytes);
  } catch {
    return null;
  }
}

export async function examine(file: Bytes, keys: Keyring, evidence: Bytes | null = null): Promise<Examined> {
  const verdict = await verify(file, keys, evidence);
  const record = read(readRecord, file);
  const mine = read(readEvidence, evidence);
  const told = record && account(record);
  const title = titleOf(verdict);
  const event = /^events\[(\d+)\]$/.exec(verdict.place ?? "");
  const states = statesOf(verdict, {
    listed: record?.seats != null,
    opened: record?.opening_sig != null,
    played: record !== null && record.events.length > 0,
    evidence: evidence !== null,
  });
  const trusted = record !== null && keys.after(record.key_changes).trusts(record.public_key, record.created_ms);
  if (title === "unknownKey") states.key = "open";
  const list = record && stoppedAt(verdict) !== "list" ? listHashOf(record) : null;
  const own = mine !== null && record !== null && hex(mine.table_id) === hex(record.table_id);
  return {
    verdict,
    title,
    mood: MOODS[title],
    record,
    mine,
    account: told,
    states,
    where: record && event ? whereIs(told, record, Number(event[1])) : null,
    mineIn: own && record.opening_sig ? holdsMine(record, mine) : null,
    listHash: list && hex(list),
    trusted,
  };
}

/** Which of our two files some bytes are; null: neither can be told. */
export function kindOfFile(bytes: Bytes): "record" | "evidence" | null {
  const start = new TextDecoder().decode(bytes.slice(0, 65_536));
  const protocol = /"protocol"\s*:\s*"okey-fair\/1(-evidence)?"/.exec(start);
  if (protocol) return protocol[1] ? "evidence" : "record";
  return null;
}

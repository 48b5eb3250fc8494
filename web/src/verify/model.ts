/** Record and evidence files as values (docs/fairness.md, Files). A reader throws `Refusal` with json, version or shape. */
import { type Bytes, unhex, utf8 } from "./bytes";
import { type Plain, parse, StrictError } from "./json";

/** Why a file is refused: a code and a place, word for word as every other verifier says it. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly place: string,
  ) {
    super(`${code} at ${place}`);
  }
}

export interface KeyChange {
  old: Bytes;
  new: Bytes;
  valid_from_ms: number;
  sig: Bytes;
}
export interface RecordSeat {
  kind: number;
  name: string | null;
  commit: Bytes;
  value: Bytes | null;
}
export interface Head {
  seq: number;
  head: Bytes;
  sig: Bytes;
}
export interface Computer {
  version: string;
  level: string;
}
export interface GameRecord {
  public_key: Bytes;
  key_changes: KeyChange[];
  table_id: Bytes;
  created_ms: number;
  rules_text: string;
  server_commit: Bytes;
  open_sig: Bytes;
  listed_ms: number | null;
  list_sig: Bytes | null;
  seats: RecordSeat[] | null;
  opening_sig: Bytes | null;
  events: Bytes[];
  heads: Head[];
  outcome: string;
  server_seed: Bytes;
  reveal_sig: Bytes;
  software: string;
  computers: (Computer | null)[];
}
export interface Evidence {
  public_key: Bytes;
  table_id: Bytes;
  created_ms: number;
  rules_text: string;
  server_commit: Bytes;
  open_sig: Bytes;
  seat: number;
  value: Bytes;
  listed_ms: number | null;
  list: { kind: number; commit: Bytes }[] | null;
  list_sig: Bytes | null;
  receipt_sig: Bytes | null;
  opening: { kind: number; value: Bytes }[] | null;
  opening_sig: Bytes | null;
  heads: Head[];
}

export const PERSON = 1;
export const COMPUTER = 2;
const OUTCOMES = ["finished", "cancelled before list", "cancelled after list", "cancelled in play"];

class Shape extends Error {}

type Read<T> = (value: Plain | undefined) => T;
type Readers<T> = { [K in keyof T]: Read<T[K]> };

function need(condition: boolean): asserts condition {
  if (!condition) throw new Shape();
}

const sized =
  (least: number, most = least): Read<Bytes> =>
  (value) => {
    need(typeof value === "string" && value.length % 2 === 0 && /^[0-9a-f]*$/.test(value));
    need(value.length >= 2 * least && value.length <= 2 * most);
    return unhex(value);
  };
const number: Read<number> = (value) => {
  need(typeof value === "number");
  return value;
};
const upTo =
  (most: number): Read<number> =>
  (value) => {
    need(typeof value === "number" && value <= most);
    return value;
  };
const text =
  (most: number): Read<string> =>
  (value) => {
    need(typeof value === "string" && utf8(value).length <= most);
    return value;
  };
const orNull =
  <T>(read: Read<T>): Read<T | null> =>
  (value) =>
    value === null ? null : read(value);
const array =
  <T>(read: Read<T>, least: number, most: number): Read<T[]> =>
  (value) => {
    need(Array.isArray(value) && value.length >= least && value.length <= most);
    return value.map(read);
  };
const object =
  <T extends object>(readers: Readers<T>): Read<T> =>
  (value) => {
    need(typeof value === "object" && value !== null && !Array.isArray(value));
    const keys = Object.keys(readers) as (keyof T & string)[];
    need(Object.keys(value).length === keys.length && keys.every((key) => key in value));
    return Object.fromEntries(keys.map((key) => [key, readers[key](value[key])])) as T;
  };

const head: Read<Head> = object({ seq: number, head: sized(32), sig: sized(64) });
const record: Read<GameRecord> = object({
  public_key: sized(32),
  key_changes: array(object({ old: sized(32), new: sized(32), valid_from_ms: number, sig: sized(64) }), 0, 16),
  table_id: sized(16),
  created_ms: number,
  rules_text: text(1000),
  server_commit: sized(32),
  open_sig: sized(64),
  listed_ms: orNull(number),
  list_sig: orNull(sized(64)),
  seats: orNull(
    array(object({ kind: upTo(2), name: orNull(text(256)), commit: sized(32), value: orNull(sized(32)) }), 4, 4),
  ),
  opening_sig: orNull(sized(64)),
  events: array(sized(1, 64), 0, 100_000),
  heads: array(head, 0, 101),
  outcome: text(256),
  server_seed: sized(32),
  reveal_sig: sized(64),
  software: text(256),
  computers: array(orNull(object({ version: text(256), level: text(256) })), 4, 4),
});
const evidence: Read<Evidence> = object({
  public_key: sized(32),
  table_id: sized(16),
  created_ms: number,
  rules_text: text(1000),
  server_commit: sized(32),
  open_sig: sized(64),
  seat: upTo(3),
  value: sized(32),
  listed_ms: orNull(number),
  list: orNull(array(object({ kind: upTo(2), commit: sized(32) }), 4, 4)),
  list_sig: orNull(sized(64)),
  receipt_sig: orNull(sized(64)),
  opening: orNull(array(object({ kind: upTo(2), value: sized(32) }), 4, 4)),
  opening_sig: orNull(sized(64)),
  heads: array(head, 0, 100_000),
});

export function readRecord(bytes: Bytes): GameRecord {
  return open("file", () => {
    const { protocol, ...rest } = parse(bytes);
    if (protocol !== "okey-fair/1") throw new Refusal("version", "protocol");
    const found = record(rest);
    form(found);
    return found;
  });
}

export function readEvidence(bytes: Bytes): Evidence {
  return open("mine", () => {
    const { protocol, ...rest } = parse(bytes);
    need(protocol === "okey-fair/1-evidence");
    return evidence(rest);
  });
}

function open<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (fault) {
    if (fault instanceof StrictError) throw new Refusal("json", place);
    if (fault instanceof Shape) throw new Refusal("shape", place);
    throw fault;
  }
}

/** What must be null, and what must be there, by outcome. */
function form(file: GameRecord): void {
  const listed = file.seats !== null;
  const played = file.outcome === "finished" || file.outcome === "cancelled in play";
  need(OUTCOMES.includes(file.outcome));
  need((file.listed_ms !== null) === listed && (file.list_sig !== null) === listed);
  need(listed === (file.outcome !== "cancelled before list"));
  need(played || (file.events.length === 0 && file.heads.length === 0));
  need(played ? file.opening_sig !== null : listed || file.opening_sig === null);
  file.computers.forEach((computer, seat) => {
    need((computer !== null) === (file.seats?.[seat]?.kind === COMPUTER));
  });
  if (!file.seats) return;
  const missing = file.seats.filter((seat) => seat.kind === PERSON && seat.value === null).length;
  need(file.seats.every((seat) => seat.kind === PERSON || seat.value === null));
  need(file.opening_sig === null ? missing > 0 : missing === 0);
}

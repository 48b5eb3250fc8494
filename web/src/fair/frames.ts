/** Frames of the protocol as they come over the wire, bytes in lower-case hex. */

export interface SignedChange {
  old: string;
  new: string;
  valid_from_ms: number;
  sig: string;
}
export interface OpenFrame {
  t: "open";
  table_id: string;
  rules: string;
  server_commit: string;
  created_ms: number;
  public_key: string;
  /** Announced changes of the key, oldest first, where the page does not know them yet. */
  key_changes?: SignedChange[];
  sig: string;
}
export interface ListFrame {
  t: "list";
  listed_ms: number;
  seats: { kind: number; commit: string }[];
  hash: string;
  sig: string;
}
export interface ReceiptFrame {
  t: "receipt";
  seat: number;
  sig: string;
}
export interface OpeningFrame {
  t: "opening";
  seats: { kind: number; value: string }[];
  sig: string;
}
export interface HeadFrame {
  t: "head";
  n: number;
  head: string;
  sig: string;
}
export interface RevealFrame {
  t: "reveal";
  server_seed: string;
  n: number;
  /** Null without a list. */
  head: string | null;
  sig: string;
  outcome: number;
}
/** An event of the game: its bytes, its number, and what was told to its owner beside it. */
export interface EventFrame {
  t: "ev";
  n: number;
  raw: string;
  tile: number | null;
  rack: number[] | null;
}
/** Events asked for after a gap. */
export interface LogFrame {
  t: "log";
  after: number;
  events: string[];
}

export type FairFrame =
  | OpenFrame
  | ListFrame
  | ReceiptFrame
  | OpeningFrame
  | HeadFrame
  | RevealFrame
  | EventFrame
  | LogFrame;

export type Reply =
  | { t: "sit"; seat: number; commit: string }
  | { t: "contribution"; list_hash: string; value: string }
  | { t: "head"; n: number; head: string }
  | { t: "log"; after: number };

export const ALARMS = [
  "open",
  "rules",
  "table-seen",
  "list",
  "second-list",
  "receipt",
  "opening",
  "value-dropped",
  "head",
  "move",
  "reveal-late",
  "reveal",
  "deal",
] as const;
export type Alarm = (typeof ALARMS)[number];

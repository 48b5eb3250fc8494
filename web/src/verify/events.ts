/** The bytes of a game event (docs/fairness.md, Events); null when its frame is wrong. */
import type { Bytes } from "./bytes";

export const DEAL = 1;
export const SHOW = 2;
export const DRAW = 3;
export const TAKE = 4;
export const DISCARD = 5;
export const FINISH = 6;
export const DEAL_END = 7;
export const AUTOMATIC = 8;
export const MATCH_END = 9;
export const DECLARE = 10;
export const CONTROLLER = 11;
export const CLAIM = 12;

export interface GameEvent {
  seq: number;
  deal: number;
  type: number;
  seat: number;
  t: number;
  /** Single bytes of the payload, before any groups. */
  bytes: number[];
  /** Changes or scores of an end. */
  scores: number[];
  ranks: number[];
  groups: number[][];
}

/** Payload by type: bytes before the scores, scores, bytes after them, whether groups follow. */
const FORMS: Record<number, [number, number, number, boolean]> = {
  [DEAL]: [4, 0, 0, false],
  [SHOW]: [1, 0, 0, false],
  [DRAW]: [0, 0, 0, false],
  [TAKE]: [1, 0, 0, false],
  [DISCARD]: [1, 0, 0, false],
  [FINISH]: [2, 0, 0, true],
  [DEAL_END]: [1, 4, 0, false],
  [AUTOMATIC]: [0, 0, 0, false],
  [MATCH_END]: [1, 4, 4, false],
  [DECLARE]: [0, 0, 0, false],
  [CONTROLLER]: [1, 0, 0, false],
  [CLAIM]: [1, 0, 0, true],
};

export function readEvent(bytes: Bytes): GameEvent | null {
  if (bytes.length < 14) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const form = FORMS[view.getUint8(6)];
  if (!form || view.getUint16(12) !== bytes.length - 14) return null;
  const [before, scores, after, grouped] = form;
  const fixed = before + 4 * scores + after;
  if (grouped ? bytes.length - 14 < fixed + 1 : bytes.length - 14 !== fixed) return null;
  const groups = grouped ? readGroups(bytes.slice(14 + fixed)) : [];
  if (!groups) return null;
  return {
    seq: view.getUint32(0),
    deal: view.getUint16(4),
    type: view.getUint8(6),
    seat: view.getUint8(7),
    t: view.getUint32(8),
    bytes: [...bytes.slice(14, 14 + before)],
    scores: Array.from({ length: scores }, (_, at) => view.getInt32(14 + before + 4 * at)),
    ranks: [...bytes.slice(14 + before + 4 * scores, 14 + fixed)],
    groups,
  };
}

/** Groups that fill the bytes to the last one, none of them empty. */
function readGroups(bytes: Bytes): number[][] | null {
  const groups: number[][] = [];
  let at = 1;
  for (let left = bytes[0] as number; left > 0; left--) {
    const size = bytes[at] ?? 0;
    if (size === 0 || at + 1 + size > bytes.length) return null;
    groups.push([...bytes.slice(at + 1, at + 1 + size)]);
    at += 1 + size;
  }
  return at === bytes.length ? groups : null;
}

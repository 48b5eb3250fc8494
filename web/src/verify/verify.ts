/** The verifier: from the file alone, offline, step by step; the same words as every other implementation. */
import { parse as parseRules, type Ruleset } from "../app/ruleset";
import { type Bytes, equal, ZERO } from "./bytes";
import * as say from "./messages";
import { type Evidence, type GameRecord, PERSON, Refusal, readEvidence, readRecord } from "./model";
import { Objection, Referee } from "./referee";
import { chooseVerify, type Verify } from "./signature";
import { isSigned, type Keyring } from "./trust";

export const NOTE = "consistent; not compared with a player's own notes";

const EVENTS_AT_ONCE = 64;
const HEADS_AT_ONCE = 8;

export interface Warnings {
  persons: number;
  computers: number;
  takenOver: number;
  automatic: number;
  forfeit: boolean;
  overtime: number;
}

export interface Verdict {
  /** Word for word the same in every implementation. */
  text: string;
  exitCode: number;
  code: string | null;
  place: string | null;
  note: string | null;
  /** Null when the file was refused before anything could be counted. */
  warnings: Warnings | null;
  deals: number;
}

class Unusable extends Error {
  constructor(readonly key: string) {
    super(key);
  }
}

function need(condition: boolean, code: string, place: string): asserts condition {
  if (!condition) throw new Refusal(code, place);
}

/** Gives way to whatever else the page has to do. */
export type Pause = () => Promise<void>;

/**
 * Check a record against trusted keys, and against a player's own evidence file if there is one. A long record gives way
 * by `pause`, where there is one, so that no stretch of work is felt.
 */
export async function verify(
  file: Bytes,
  keys: Keyring,
  evidence: Bytes | null = null,
  pause?: Pause,
): Promise<Verdict> {
  const check = new Check(keys, await chooseVerify(), pause);
  try {
    const record = readRecord(file);
    await check.record(record);
    if (evidence && !check.incomplete) await check.evidence(record, readEvidence(evidence));
    return check.verdict(record, evidence !== null);
  } catch (fault) {
    if (fault instanceof Unusable)
      return check.answer(`evidence unusable at mine.${fault.key}`, 3, `mine.${fault.key}`);
    if (!(fault instanceof Refusal)) throw fault;
    const exitCode = ["json", "version", "shape"].includes(fault.code) ? 2 : 1;
    const text = `INVALID: ${fault.code} at ${fault.place}`;
    return { text, exitCode, code: fault.code, place: fault.place, note: null, warnings: null, deals: 0 };
  }
}

class Check {
  incomplete = false;
  private trusted = false;
  private referee: Referee | null = null;
  private chain: Bytes[] = [];
  private seats: GameRecord["seats"] = null;

  constructor(
    private readonly keys: Keyring,
    private readonly signed: Verify,
    private readonly pause?: Pause,
  ) {}

  verdict(record: GameRecord, compared: boolean): Verdict {
    if (this.incomplete) return { ...this.answer("incomplete", 3), note: NOTE };
    const note = compared ? null : NOTE;
    if (!this.trusted) return { ...this.answer("consistent, key unknown", 3), note };
    return { ...this.answer(record.outcome === "finished" ? "valid" : "valid, cancelled", 0), note };
  }

  answer(text: string, exitCode: number, place: string | null = null): Verdict {
    const { referee } = this;
    const seats = this.seats ?? [];
    const warnings = {
      persons: seats.filter((seat) => seat.value !== null).length,
      computers: seats.filter((seat) => seat.kind === 2).length,
      takenOver: referee?.takenOver ?? 0,
      automatic: referee?.automatic ?? 0,
      forfeit: referee !== null && referee.forfeiter !== 255,
      overtime: referee?.overtime ?? 0,
    };
    return { text, exitCode, code: null, place, note: null, warnings, deals: referee?.deal ?? 0 };
  }

  /** Steps 4 to 15. */
  async record(record: GameRecord): Promise<void> {
    const { public_key: key, table_id: table, server_commit: commit, server_seed: seed } = record;
    this.seats = record.seats;
    await this.changes(record);
    const rules = parseRules(record.rules_text);
    need(rules !== null, "unknown rules", "rules_text");
    const hashed = say.rulesHash(record.rules_text);
    const open = say.openMessage(table, hashed, commit, record.created_ms);
    need(await this.signed(key, open, record.open_sig), "open", "open_sig");
    need(equal(say.serverCommit(table, hashed, seed), commit), "seed", "server_seed");
    const { seats, listed_ms, list_sig, opening_sig } = record;
    if (!seats || listed_ms === null || !list_sig) return this.reveal(record, 0, null);
    this.contributions(record, seats, rules);
    const list = say.listHash(
      table,
      hashed,
      commit,
      seats.map(({ kind, commit }) => ({ kind, value: commit })),
    );
    need(listed_ms >= record.created_ms, "list", "listed_ms");
    need(await this.signed(key, say.listMessage(list, listed_ms), list_sig), "list", "list_sig");
    this.chain = [say.firstHead(table, list, commit)];
    if (!opening_sig) return this.reveal(record, 0, this.chain[0] ?? null);
    need(await this.signed(key, say.openingMessage(list, seats), opening_sig), "opening", "opening_sig");
    if (record.outcome === "cancelled after list") return this.reveal(record, 0, this.chain[0] ?? null);
    const kinds = seats.map((seat) => seat.kind);
    await this.events(record, new Referee(rules, kinds, say.masterKey(seed, list, seats)));
  }

  private async changes(record: GameRecord): Promise<void> {
    let last = -1;
    for (const [place, change] of record.key_changes.entries()) {
      const right = (await isSigned(change, this.signed)) && change.valid_from_ms > last;
      need(right, "key change", `key_changes[${place}]`);
      last = change.valid_from_ms;
    }
    this.trusted = this.keys.after(record.key_changes).trusts(record.public_key, record.created_ms);
  }

  private contributions(record: GameRecord, seats: NonNullable<GameRecord["seats"]>, rules: Ruleset): void {
    const occupied = seats.filter((seat) => seat.kind).length;
    need(occupied === rules.seats && seats.some((seat) => seat.kind === PERSON), "seats", "seats");
    seats.forEach((seat, place) => {
      const own = seat.value && say.playerCommit(record.table_id, record.server_commit, place, seat.value);
      const right = equal(seat.commit, ZERO) !== (seat.kind === PERSON) && (!own || equal(own, seat.commit));
      need(right, "commit", `seats[${place}]`);
    });
  }

  private async events(record: GameRecord, referee: Referee): Promise<void> {
    this.referee = referee;
    for (const [place, event] of record.events.entries()) {
      if (place % EVENTS_AT_ONCE === EVENTS_AT_ONCE - 1) await this.pause?.();
      try {
        referee.see(event);
      } catch (fault) {
        if (fault instanceof Objection) throw new Refusal(fault.code, `events[${place}]`);
        throw fault;
      }
      this.chain.push(say.nextHead(this.chain[place] as Bytes, event));
    }
    for (const [place, { seq, head, sig }] of record.heads.entries()) {
      const where = `heads[${place}]`;
      need(referee.ends[place] === seq && equal(head, this.chain[seq] ?? ZERO), "head", where);
      need(await this.signed(record.public_key, say.headMessage(record.table_id, seq, head), sig), "head", where);
    }
    if (!referee.over) {
      this.incomplete = true;
      return;
    }
    need(record.heads.length === referee.ends.length, "head", `heads[${record.heads.length}]`);
    need(referee.cancelled === (record.outcome === "cancelled in play"), "outcome", "outcome");
    await this.reveal(record, record.events.length, this.chain.at(-1) ?? null);
  }

  private async reveal(record: GameRecord, n: number, head: Bytes | null): Promise<void> {
    const message = say.revealMessage(record.table_id, record.server_seed, n, head);
    need(await this.signed(record.public_key, message, record.reveal_sig), "reveal", "reveal_sig");
  }

  /** Step 16: the evidence file alone, then against the record. */
  async evidence(record: GameRecord, mine: Evidence): Promise<void> {
    await this.usable(record, mine);
    this.compare(record, mine);
  }

  private async usable(record: GameRecord, mine: Evidence): Promise<void> {
    const { public_key: key, table_id: table, server_commit: commit } = mine;
    const right = (condition: boolean, place: string) => {
      if (!condition) throw new Unusable(place);
    };
    const hashed = say.rulesHash(mine.rules_text);
    right(await this.signed(key, say.openMessage(table, hashed, commit, mine.created_ms), mine.open_sig), "open_sig");
    const own = say.playerCommit(table, commit, mine.seat, mine.value);
    right(!mine.list || equal(mine.list[mine.seat]?.commit ?? ZERO, own), "value");
    let list: Bytes | null = null;
    if (mine.list && mine.listed_ms !== null && mine.list_sig) {
      list = say.listHash(
        table,
        hashed,
        commit,
        mine.list.map(({ kind, commit }) => ({ kind, value: commit })),
      );
      right(await this.signed(key, say.listMessage(list, mine.listed_ms), mine.list_sig), "list_sig");
    } else {
      right(!mine.list && mine.listed_ms === null && !mine.list_sig, "list_sig");
    }
    if (mine.receipt_sig) {
      const message = list && say.receiptMessage(list, mine.seat, mine.value);
      right(message !== null && (await this.signed(key, message, mine.receipt_sig)), "receipt_sig");
    }
    if (mine.opening && mine.opening_sig) {
      const message = list && say.openingMessage(list, mine.opening);
      right(message !== null && (await this.signed(key, message, mine.opening_sig)), "opening_sig");
    } else {
      right(!mine.opening && !mine.opening_sig, "opening_sig");
    }
    for (const [place, { seq, head, sig }] of mine.heads.entries()) {
      if (place % HEADS_AT_ONCE === HEADS_AT_ONCE - 1) await this.pause?.();
      // A number beyond 32 bits stands in no message.
      const right32 = seq < 2 ** 32 && (await this.signed(key, say.headMessage(table, seq, head), sig));
      right(right32, `heads[${place}]`);
    }
    right(equal(key, record.public_key), "public_key");
    right(equal(table, record.table_id), "table_id");
  }

  /** What the server signed for the player, in the order of the keys. */
  private compare(record: GameRecord, mine: Evidence): void {
    const seats = record.seats;
    const same = (right: boolean, key: string) => need(right, "evidence", `mine.${key}`);
    const bytes = (ours: Bytes | null, theirs: Bytes | null) => !ours || (theirs !== null && equal(ours, theirs));
    same(mine.created_ms === record.created_ms, "created_ms");
    same(mine.rules_text === record.rules_text, "rules_text");
    same(bytes(mine.server_commit, record.server_commit), "server_commit");
    same(bytes(mine.open_sig, record.open_sig), "open_sig");
    same(mine.listed_ms === null || mine.listed_ms === record.listed_ms, "listed_ms");
    const listed = (seat: { kind: number; commit: Bytes }, place: number) =>
      seats?.[place]?.kind === seat.kind && equal(seats[place].commit, seat.commit);
    same(!mine.list || mine.list.every(listed), "list");
    same(bytes(mine.list_sig, record.list_sig), "list_sig");
    same(!mine.receipt_sig || bytes(mine.value, seats?.[mine.seat]?.value ?? null), "receipt_sig");
    const opened = (seat: { kind: number; value: Bytes }, place: number) =>
      record.opening_sig !== null &&
      seats?.[place]?.kind === seat.kind &&
      equal(seats[place].value ?? ZERO, seat.value);
    same(!mine.opening || mine.opening.every(opened), "opening");
    same(bytes(mine.opening_sig, record.opening_sig), "opening_sig");
    mine.heads.forEach(({ seq, head }, place) => {
      same(bytes(head, this.chain[seq] ?? null), `heads[${place}]`);
    });
  }
}

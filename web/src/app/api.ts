/** The few REST calls of the page. */
import { learn, who } from "./who.svelte";

export interface RunningTable {
  table: string;
  preset: string;
  level: string;
  deal: number;
  scores: number[];
  /** Where I sit. */
  seat: number;
  /** At a table for several people, where computers of `level` may never come. */
  people: boolean;
  /** Unix time in milliseconds of the last event. */
  at: number;
}

export interface Me {
  name: string;
  guest: boolean;
  /** How many notices wait for a member. */
  notices: number;
  tables: RunningTable[];
}

/** A refusal of the server: a code of the catalogue with its parameters. `network` when no answer came. */
export class ApiError extends Error {
  readonly code: string;
  readonly params: Record<string, unknown>;

  constructor(code: string, params: Record<string, unknown> = {}) {
    super(code);
    this.code = code;
    this.params = params;
  }
}

/** The answer to a call, or an ApiError. */
export async function call<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...init });
  } catch {
    throw new ApiError("network");
  }
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const fault = (body ?? {}) as { code?: string; params?: Record<string, unknown> };
    throw new ApiError(fault.code ?? "server", fault.params ?? { status: response.status });
  }
  return body as T;
}

/** The answer to a call with a body. */
export function send<T>(path: string, body: unknown, method = "POST"): Promise<T> {
  const headers = { "content-type": "application/json" };
  return call<T>(path, { method, headers, body: JSON.stringify(body) });
}

let asked: Promise<Me> | null = null;

/**
 * Who I am and my running tables; the first call gives this browser its guest identity.
 * Calls at the same time share one answer: two first calls would make two guests.
 */
export function getMe(): Promise<Me> {
  asked ??= call<Me>("/api/me")
    .then((me) => {
      learn(me);
      return me;
    })
    .finally(() => {
      asked = null;
    });
  return asked;
}

/** A new table against the computer; the answer is its id. */
export async function createTable(rules: string, level: string, hints: boolean): Promise<string> {
  const made = await send<{ table: string }>("/api/tables", { rules, level, hints });
  return made.table;
}

/** Whether a table is in the lobby, may be watched, has free chat (none in the lobby), is rated, and for how much. */
export interface RoomOptions {
  listed: boolean;
  watch: boolean;
  chat: boolean;
  rated: boolean;
  /** Çekirdek that each puts in; 0: nothing. */
  stake: number;
}

/** A table for friends: found by its code alone. */
export const PRIVATE: Readonly<RoomOptions> = {
  listed: false,
  watch: true,
  chat: false,
  rated: false,
  stake: 0,
};

/** A new table for several people; computers of `level` may take free places. The answer is its id. */
export async function createRoom(rules: string, level: string, options: RoomOptions = PRIVATE): Promise<string> {
  const made = await send<{ table: string }>("/api/rooms", { rules, level, ...options });
  return made.table;
}

/** A table with whoever else looks for a match by these rules of a preset. The answer is its id. */
export async function quickMatch(rules: string): Promise<string> {
  const made = await send<{ table: string }>("/api/quick", { rules });
  return made.table;
}

/** The id of the table with a short code. */
export async function findRoom(code: string): Promise<string> {
  const found = await call<{ table: string }>(`/api/codes/${encodeURIComponent(code)}`);
  return found.table;
}

/** A new name from the next connection on; the answer is the name as it was taken. */
export async function rename(name: string): Promise<string> {
  const taken = await send<{ name: string }>("/api/me", { name }, "PUT");
  if (who.me) learn({ ...who.me, name: taken.name });
  return taken.name;
}

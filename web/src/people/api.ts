/** What the pages about people ask of the server. Each call rejects with an `ApiError`. */
import { ApiError, call, getMe, send } from "../app/api";
import type {
  Against,
  Board,
  Company,
  NewReport,
  Notice,
  PastMatch,
  Profile,
  Purse,
  PurseBalance,
  RatingPoint,
  TableRating,
} from "../net/wire";

const part = encodeURIComponent;

/** A path with those of the values that are there. */
function asked(path: string, values: Readonly<Record<string, string | number | null>>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) if (value !== null && value !== "") query.set(key, String(value));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

async function drop(path: string): Promise<void> {
  await call<unknown>(path, { method: "DELETE" });
}

async function put(path: string): Promise<void> {
  await call<unknown>(path, { method: "PUT" });
}

/** Asks for what only people with an account have; a guest is told without a question to the server. */
export async function asMember<T>(ask: () => Promise<T>): Promise<T> {
  const me = await getMe();
  if (me.guest) throw new ApiError("account_needed");
  return ask();
}

export const getPlayer = (name: string) => call<Profile>(`/api/players/${part(name)}`);

export const getRatings = (name: string, preset: string) =>
  call<RatingPoint[]>(`/api/players/${part(name)}/ratings/${part(preset)}`);

export const getAgainst = (name: string) => call<Against>(`/api/players/${part(name)}/against`);

/** Which matches are wanted; null: all. `before` pages on. */
export interface Wanted {
  player: string | null;
  preset: string | null;
  opponent: string | null;
  result: string | null;
  before: string | null;
}

export const ALL: Readonly<Wanted> = { player: null, preset: null, opponent: null, result: null, before: null };

export const getMatches = (wanted: Partial<Wanted>) => call<PastMatch[]>(asked("/api/matches", { ...ALL, ...wanted }));

/** The board of the week that began at `week`; null: of this one. */
export const getBoard = (week: number | null) => call<Board>(asked("/api/board", { week }));

export const getPurse = (before: string | null) => call<Purse>(asked("/api/purse", { before }));

/** Today's handful; the answer is the new balance. */
export const takeDaily = async () => (await call<PurseBalance>("/api/purse/daily", { method: "POST" })).balance;

export const getChange = (table: string) => call<TableRating>(`/api/tables/${part(table)}/rating`);

export const getCompany = () => call<Company>("/api/company");
export const follow = (name: string) => put(`/api/follows/${part(name)}`);
export const unfollow = (name: string) => drop(`/api/follows/${part(name)}`);
export const block = (name: string) => put(`/api/blocks/${part(name)}`);
export const unblock = (name: string) => drop(`/api/blocks/${part(name)}`);

/** A private table with a place kept for `name`, who is told of it. */
export const challenge = (name: string, rules: string) =>
  send<{ table: string; code: string }>("/api/challenges", { name, rules });

export const getNotices = () => call<Notice[]>("/api/notices");
export const putAway = (id: string) => drop(`/api/notices/${part(id)}`);

export const report = (body: NewReport) => send<unknown>("/api/reports", body);

/** A server for tests of the pages about people: answers by method and path, and remembers what was asked. */
import axe from "axe-core";
import { vi } from "vitest";
import type { Me } from "../app/api";
import { learn } from "../app/who.svelte";
import type { MatchSeat, PastMatch } from "../net/wire";

export interface Asked {
  what: string;
  body: unknown;
}

export type Answers = Record<string, unknown>;

/** An answer that is an error. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {}
}

/** Answers `fetch` from now on: values by "GET /api/me", functions of the query's text, refusals; else not found. */
export function serve(answers: Answers): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const [place, query = ""] = path.split("?");
    const what = `${init.method ?? "GET"} ${place}`;
    asked.push({ what: query ? `${what}?${query}` : what, body: init.body ? JSON.parse(String(init.body)) : null });
    const known = Object.hasOwn(answers, what) ? answers[what] : new Refusal(404, "not_found");
    const answer = typeof known === "function" ? known(query) : known;
    if (answer instanceof Refusal) {
      return Response.json({ code: answer.code, params: {} }, { status: answer.status });
    }
    return answer === null ? new Response(null, { status: 204 }) : Response.json(answer);
  });
  return asked;
}

/** Who reads the page. */
export function reader(name: string, guest = false): Me {
  const me: Me = { name, guest, notices: 0, tables: [] };
  learn(me);
  return me;
}

/** A seat of a past match. */
export const sat = (name: string | null, rank: number | null, score = 0, change: number | null = null): MatchSeat => ({
  name,
  rank,
  score,
  change,
});

/** A past match of whoever sits first in `seats`. */
export const past = (id: string, values: Partial<PastMatch> = {}): PastMatch => ({
  table: id.repeat(32),
  at: Date.UTC(2026, 10, 28, 12),
  preset: "klasik",
  deals: 9,
  seats: [sat("Işıl", 1, 12, 13.2), sat("Can", 2, 6, 2.1), sat("Gül", 3, 2, -5), sat("Ege", 4, -1, -10.3)],
  mine: 0,
  rated: true,
  stake: 0,
  ...values,
});

/** Structure, names and roles; contrast and sizes are measured in a real browser, landmarks are the shell's. */
const RULES: axe.RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"],
  rules: { "color-contrast": { enabled: false }, "target-size": { enabled: false }, region: { enabled: false } },
};

/** What axe finds on the page. */
export async function violations(): Promise<string[]> {
  const found = await axe.run(document.body, RULES);
  return found.violations.map((rule) => `${rule.id}: ${rule.nodes[0]?.html}`);
}

/** A server for the tests of the account pages: answers by method and path, and what it was asked. */
import { vi } from "vitest";

export interface Asked {
  /** "POST /api/session" */
  what: string;
  body: unknown;
}

type Answer = (body: unknown) => Response;

export class FakeServer {
  readonly asked: Asked[] = [];

  constructor(private readonly answers: Record<string, Answer>) {
    vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
      const what = `${init?.method ?? "GET"} ${path}`;
      const body = init?.body ? JSON.parse(String(init.body)) : null;
      this.asked.push({ what, body });
      return this.answers[what]?.(body) ?? refuse("not_found", 404);
    });
  }

  /** Answer `what` from now on. */
  on(what: string, answer: Answer): void {
    this.answers[what] = answer;
  }

  /** Bodies of all calls of this method and path. */
  bodies(what: string): unknown[] {
    return this.asked.filter((each) => each.what === what).map((each) => each.body);
  }
}

export const give = (value: unknown) => Response.json(value);
export const nothing = () => new Response(null, { status: 204 });
export const refuse = (code: string, status = 400, params: Record<string, unknown> = {}) =>
  Response.json({ code, params }, { status });

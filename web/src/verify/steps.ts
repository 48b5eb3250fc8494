/** The steps of a check as a reader sees them, and which of them a verdict passed. */
import type { Verdict } from "./verify";

export const STEPS = [
  "file",
  "key",
  "open",
  "seed",
  "people",
  "list",
  "opening",
  "play",
  "log",
  "reveal",
  "mine",
] as const;
export type Step = (typeof STEPS)[number];

/** done: right · failed: the fault is here · open: not reached · none: this record has no such part. */
export type State = "done" | "failed" | "open" | "none";

const OF_CODE: Record<string, Step> = {
  json: "file",
  version: "file",
  shape: "file",
  "key change": "key",
  "unknown rules": "open",
  open: "open",
  seed: "seed",
  seats: "people",
  commit: "people",
  list: "list",
  opening: "opening",
  head: "log",
  outcome: "log",
  reveal: "reveal",
  evidence: "mine",
};

/** The step at which a verdict stopped; null when it went through. */
export function stoppedAt(verdict: Verdict): Step | null {
  if (verdict.place?.startsWith("mine")) return "mine";
  if (verdict.code === null) return null;
  return OF_CODE[verdict.code] ?? "play";
}

export interface Parts {
  listed: boolean;
  opened: boolean;
  played: boolean;
  evidence: boolean;
}

export function statesOf(verdict: Verdict, parts: Parts): Record<Step, State> {
  const stopped = stoppedAt(verdict);
  const absent: Partial<Record<Step, boolean>> = {
    people: !parts.listed,
    list: !parts.listed,
    opening: !parts.opened,
    play: !parts.played,
    log: !parts.played,
    mine: !parts.evidence,
  };
  const incomplete = verdict.text === "incomplete";
  let reached = true;
  const states = STEPS.map((step): [Step, State] => {
    if (step === stopped) {
      reached = false;
      return [step, "failed"];
    }
    if (absent[step]) return [step, "none"];
    if (incomplete && (step === "reveal" || step === "mine")) return [step, "open"];
    return [step, reached ? "done" : "open"];
  });
  return Object.fromEntries(states) as Record<Step, State>;
}

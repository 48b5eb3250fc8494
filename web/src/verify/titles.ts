/** A verdict as a reader meets it: under which title, and in which mood. */
import type { Verdict } from "./verify";

/** good: right and trusted · doubt: right as far as it can be told · bad: a fault · unreadable: no record at all. */
export type Mood = "good" | "doubt" | "bad" | "unreadable";
export type Title = "valid" | "cancelled" | "unknownKey" | "incomplete" | "unusable" | "invalid" | "unreadable";

const TITLES: Record<string, Title> = {
  valid: "valid",
  "valid, cancelled": "cancelled",
  "consistent, key unknown": "unknownKey",
  incomplete: "incomplete",
};

export function titleOf({ text, exitCode, place }: Verdict): Title {
  if (text.startsWith("evidence unusable")) return "unusable";
  if (exitCode === 2) return place === "mine" ? "unusable" : "unreadable";
  return TITLES[text] ?? "invalid";
}

export const MOODS: Record<Title, Mood> = {
  valid: "good",
  cancelled: "good",
  unknownKey: "doubt",
  incomplete: "doubt",
  unusable: "doubt",
  invalid: "bad",
  unreadable: "unreadable",
};

/** A notice in words, and the table it leads to. */
import type { Notice } from "../net/wire";
import { personName } from "./person";
import { presetName } from "./presets";
import { words } from "./texts";

const textOf = (notice: Notice, key: string): string => {
  const value = notice.body[key];
  return typeof value === "string" ? value : "";
};

export function noticeText(notice: Notice): string {
  const kinds = words().friends.kinds;
  switch (notice.kind) {
    case "challenge":
      return kinds.challenge(personName(textOf(notice, "name")), presetName(textOf(notice, "preset")));
    case "recovered":
      return kinds.recovered;
    default:
      return kinds.other;
  }
}

/** Null: it leads to none. */
export function tableOf(notice: Notice): string | null {
  return notice.kind === "challenge" ? textOf(notice, "table") || null : null;
}

/** The catalogue of the account pages, and refusals in words. */
import { ApiError } from "../app/api";
import { type Language, settings } from "../app/settings.svelte";
import { account as en } from "../i18n/en/account";
import { number, type Texts, t } from "../i18n/index.svelte";
import { account as tr } from "../i18n/tr/account";
import { room } from "../room/texts";

export type AccountTexts = Texts<typeof tr>;

export const accountCatalogues: Record<Language, AccountTexts> = { tr, en };

/** The texts of the chosen language; read inside markup or `$derived`, they follow the switch. */
export function account(): AccountTexts {
  return accountCatalogues[settings.lang];
}

/** A refusal in words; null for what the person broke off. */
export function faultText(error: unknown): string | null {
  const { faults } = account();
  if (!(error instanceof ApiError)) return faults.other;
  const { code, params } = error;
  if (code === "given_up" || code === "passkey_given_up") return null;
  if (code === "network") return t.pages.home.errors.network;
  if (code === "too_fast") return t.pages.home.errors.too_fast;
  if (code === "bad_name") {
    const why: Record<string, string> = room().name.why;
    return why[String(params.why)] ?? faults.other;
  }
  if (code === "too_many_tries") return faults.too_many_tries(wait(Number(params.seconds)));
  if (code === "name_taken") return room().name.why.taken;
  const plain: Record<string, unknown> = faults;
  const text = plain[code];
  return typeof text === "string" ? text : faults.other;
}

/** Seconds as minutes where there are many: "3 dakika". */
function wait(seconds: number): string {
  const { minutes, seconds: few } = account().waits;
  return seconds >= 90 ? minutes(number(Math.ceil(seconds / 60))) : few(number(Math.max(1, Math.ceil(seconds))));
}

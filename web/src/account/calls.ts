/** The calls of the account pages. Whoever signs in or out is somebody else in every tab of this browser. */
import { ApiError, call, getMe, send } from "../app/api";
import { tellTabs, who } from "../app/who.svelte";
import type { AccountShown, Notice, SessionShown, SignedUp } from "../net/wire";

/** Options of a ceremony as the server sends them: JSON with bytes in base64url. */
export type Options = Record<string, unknown>;
/** What the browser's key answers, as JSON. */
export type Credential = Record<string, unknown>;

/** The answer to a call without a body. */
function plain<T>(path: string, method: string): Promise<T> {
  return call<T>(path, { method });
}

/** After a call that may have changed who this browser is: the header and, if so, the other tabs hear of it. */
async function changing<T>(answer: Promise<T>): Promise<T> {
  const given = await answer;
  const before = who.me;
  const now = await getMe().catch(() => null);
  if (!before || !now || before.name !== now.name || before.guest !== now.guest) tellTabs();
  return given;
}

export const openAccount = (name: string, password: string): Promise<SignedUp> =>
  changing(send<SignedUp>("/api/account", { name, password }));

export const openingOptions = (name: string): Promise<Options> =>
  send<Options>("/api/account/passkey/options", { name });

export const openWithPasskey = (name: string, credential: Credential, label: string): Promise<SignedUp> =>
  changing(send<SignedUp>("/api/account/passkey", { name, credential, label }));

export const signIn = (name: string, password: string): Promise<{ name: string }> =>
  changing(send<{ name: string }>("/api/session", { name, password }));

export const signInOptions = (): Promise<Options> => plain<Options>("/api/session/passkey/options", "POST");

export const signInWithPasskey = (credential: Credential): Promise<{ name: string }> =>
  changing(send<{ name: string }>("/api/session/passkey", { credential }).catch(noPassword));

/** What is refused of a passkey has nothing to do with a password. */
function noPassword(error: unknown): never {
  throw error instanceof ApiError && error.code === "sign_in_failed" ? new ApiError("passkey_failed") : error;
}

export const recover = (name: string, code: string, password: string): Promise<{ name: string }> =>
  changing(send<{ name: string }>("/api/recovery", { name, code, password }));

export const signOut = (): Promise<void> => changing(plain<void>("/api/session", "DELETE"));

export const deleteAccount = (): Promise<void> => changing(plain<void>("/api/account", "DELETE"));

export const getAccount = (): Promise<AccountShown> => call<AccountShown>("/api/account");

export const changePassword = (current: string | null, password: string): Promise<void> =>
  send<void>("/api/account/password", { current, password }, "PUT");

export const setPrivate = (hidden: boolean): Promise<void> =>
  send<void>("/api/account/privacy", { private: hidden }, "PUT");

export const passkeyOptions = (): Promise<Options> => plain<Options>("/api/account/passkeys/options", "POST");

export const addPasskey = (credential: Credential, label: string): Promise<void> =>
  send<void>("/api/account/passkeys", { credential, label });

export const removePasskey = (id: string): Promise<void> =>
  plain<void>(`/api/account/passkeys/${encodeURIComponent(id)}`, "DELETE");

export const newCodes = async (): Promise<string[]> =>
  (await plain<{ codes: string[] }>("/api/account/codes", "POST")).codes;

/** Show the password again; after it, guarded calls are answered for some minutes. */
export const prove = (password: string): Promise<void> => send<void>("/api/prove", { password });

export const getSessions = (): Promise<SessionShown[]> => call<SessionShown[]>("/api/sessions");

export const endSession = (id: string): Promise<void> =>
  plain<void>(`/api/sessions/${encodeURIComponent(id)}`, "DELETE");

export const endOthers = (): Promise<void> => plain<void>("/api/sessions", "DELETE");

export const getNotices = (): Promise<Notice[]> => call<Notice[]>("/api/notices");

export const dropNotice = (id: string): Promise<void> =>
  plain<void>(`/api/notices/${encodeURIComponent(id)}`, "DELETE");

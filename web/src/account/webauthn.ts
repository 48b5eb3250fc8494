/** Passkeys: the server speaks JSON with bytes in base64url, the browser speaks bytes. */
import { ApiError } from "../app/api";
import type { Credential, Options } from "./calls";

type Encoded = { id: string; [field: string]: unknown };

export function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

export function base64url(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Whether this browser can make and show passkeys here: they need HTTPS or localhost, and a host that has a name. */
export function passkeysWork(): boolean {
  const named = !/^[\d.]+$|:/.test(location.hostname);
  return named && globalThis.isSecureContext && typeof globalThis.PublicKeyCredential === "function";
}

const descriptors = (list: unknown): PublicKeyCredentialDescriptor[] =>
  ((list ?? []) as Encoded[]).map(
    (each) => ({ ...each, id: bytesOf(each.id) }) as unknown as PublicKeyCredentialDescriptor,
  );

/** What `navigator.credentials.create` wants; the browser's own reading where it has one. */
export function creationOptions(options: Options): PublicKeyCredentialCreationOptions {
  const own = globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON;
  if (own) return own.call(PublicKeyCredential, options as unknown as PublicKeyCredentialCreationOptionsJSON);
  const user = options.user as Encoded;
  return {
    ...options,
    challenge: bytesOf(String(options.challenge)),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: descriptors(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
}

/** What `navigator.credentials.get` wants. */
export function requestOptions(options: Options): PublicKeyCredentialRequestOptions {
  const own = globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON;
  if (own) return own.call(PublicKeyCredential, options as unknown as PublicKeyCredentialRequestOptionsJSON);
  return {
    ...options,
    challenge: bytesOf(String(options.challenge)),
    allowCredentials: descriptors(options.allowCredentials),
  } as PublicKeyCredentialRequestOptions;
}

/** A new or shown credential for the server. */
export function credentialJson(credential: PublicKeyCredential): Credential {
  if (typeof credential.toJSON === "function") return credential.toJSON() as unknown as Credential;
  const { response } = credential;
  const fields: Record<string, unknown> = { clientDataJSON: base64url(response.clientDataJSON) };
  for (const name of ["attestationObject", "authenticatorData", "signature", "userHandle"] as const) {
    const bytes = (response as unknown as Record<string, ArrayBuffer | null | undefined>)[name];
    if (bytes) fields[name] = base64url(bytes);
  }
  if ("getTransports" in response) {
    fields.transports = (response as AuthenticatorAttestationResponse).getTransports();
  }
  return {
    id: credential.id,
    rawId: base64url(credential.rawId),
    type: credential.type,
    response: fields,
    clientExtensionResults: credential.getClientExtensionResults(),
  };
}

/** Make a passkey. Fails with `passkey_given_up`, `passkey_known` (this device has one already) or `passkey_failed`. */
export function makePasskey(options: Options): Promise<Credential> {
  return ceremony(() => navigator.credentials.create({ publicKey: creationOptions(options) }));
}

/** Show a passkey; `waiting` lets the browser offer it in the name field until `signal` ends that. */
export function showPasskey(options: Options, waiting?: AbortSignal): Promise<Credential> {
  const publicKey = requestOptions(options);
  return ceremony(() =>
    navigator.credentials.get(waiting ? { publicKey, mediation: "conditional", signal: waiting } : { publicKey }),
  );
}

/** Whether the browser offers passkeys in a name field. */
export async function offersPasskeys(): Promise<boolean> {
  return passkeysWork() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);
}

async function ceremony(run: () => Promise<globalThis.Credential | null>): Promise<Credential> {
  try {
    const credential = await run();
    if (credential) return credentialJson(credential as PublicKeyCredential);
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    if (name === "NotAllowedError" || name === "AbortError") throw new ApiError("passkey_given_up");
    if (name === "InvalidStateError") throw new ApiError("passkey_known");
    console.error(error);
  }
  throw new ApiError("passkey_failed");
}

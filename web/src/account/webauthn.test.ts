import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "../app/api";
import { deviceName } from "./device";
import {
  base64url,
  bytesOf,
  creationOptions,
  credentialJson,
  makePasskey,
  passkeysWork,
  requestOptions,
  showPasskey,
} from "./webauthn";

afterEach(() => {
  vi.unstubAllGlobals();
});

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;

test("bytes survive base64url both ways, without padding and in its own alphabet", () => {
  for (const value of [[], [0], [251, 255], [255, 254, 253], [1, 2, 3, 4]]) {
    const text = base64url(bytes(...value));
    expect(text).toMatch(/^[\w-]*$/);
    expect([...bytesOf(text)]).toEqual(value);
  }
  expect(base64url(bytes(251, 255))).toBe("-_8");
});

test("options become bytes where the browser cannot read JSON itself", () => {
  vi.stubGlobal("PublicKeyCredential", undefined);
  const made = creationOptions({
    challenge: "AQI",
    user: { id: "Aw", name: "Ayşe", displayName: "Ayşe" },
    rp: { name: "Okey" },
    excludeCredentials: [{ id: "BA", type: "public-key" }],
    timeout: 5,
  });
  expect([...(made.challenge as Uint8Array)]).toEqual([1, 2]);
  expect([...(made.user.id as Uint8Array)]).toEqual([3]);
  expect(made.user.name).toBe("Ayşe");
  const excluded = (made.excludeCredentials ?? []).map((each) => [...(each.id as Uint8Array)]);
  expect(excluded).toEqual([[4]]);
  expect(made.timeout).toBe(5);
  const asked = requestOptions({ challenge: "AQI", rpId: "localhost" });
  expect([...(asked.challenge as Uint8Array)]).toEqual([1, 2]);
  expect(asked.allowCredentials).toEqual([]);
  expect(asked.rpId).toBe("localhost");
});

test("the browser's own reading of JSON is used where there is one", () => {
  const own = vi.fn(() => ({ challenge: bytes(7) }));
  vi.stubGlobal("PublicKeyCredential", { parseCreationOptionsFromJSON: own, parseRequestOptionsFromJSON: own });
  creationOptions({ challenge: "AQI" });
  requestOptions({ challenge: "AQI" });
  expect(own).toHaveBeenCalledTimes(2);
});

const old = {
  id: "AQ",
  rawId: bytes(1),
  type: "public-key",
  response: { clientDataJSON: bytes(2), attestationObject: bytes(3), getTransports: () => ["internal"] },
  getClientExtensionResults: () => ({}),
} as unknown as PublicKeyCredential;

test("a credential becomes JSON without the browser's help", () => {
  expect(credentialJson(old)).toEqual({
    id: "AQ",
    rawId: "AQ",
    type: "public-key",
    response: { clientDataJSON: "Ag", attestationObject: "Aw", transports: ["internal"] },
    clientExtensionResults: {},
  });
  const shown = {
    ...old,
    response: { clientDataJSON: bytes(2), authenticatorData: bytes(4), signature: bytes(5), userHandle: null },
    getClientExtensionResults: () => ({}),
  } as unknown as PublicKeyCredential;
  expect(credentialJson(shown).response).toEqual({ clientDataJSON: "Ag", authenticatorData: "BA", signature: "BQ" });
});

test.each([
  ["NotAllowedError", "passkey_given_up"],
  ["AbortError", "passkey_given_up"],
  ["InvalidStateError", "passkey_known"],
  ["SecurityError", "passkey_failed"],
])("%s of the browser is %s for us", async (name, code) => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("PublicKeyCredential", undefined);
  const fail = async () => {
    throw new DOMException("no", name);
  };
  vi.stubGlobal("navigator", { credentials: { create: fail, get: fail } });
  const options = { challenge: "AQ", user: { id: "AQ" } };
  await expect(makePasskey(options)).rejects.toEqual(new ApiError(code));
  await expect(showPasskey(options)).rejects.toEqual(new ApiError(code));
});

test("without a secure place there are no passkeys", () => {
  vi.stubGlobal("isSecureContext", false);
  vi.stubGlobal("PublicKeyCredential", () => undefined);
  expect(passkeysWork()).toBe(false);
});

test.each([
  ["Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/140", "Android"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)", "iPhone"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0)", "Mac"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140", "Linux"],
  ["curl/8", ""],
])("%s is called %s", (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});

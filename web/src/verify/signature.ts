import { etc, hashes, Point } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";
import { type Bytes, equal, join } from "./bytes";

hashes.sha512 = sha512;

/** Checks a signature of `message` by the key `key`. */
export type Verify = (key: Bytes, message: Bytes, signature: Bytes) => Promise<boolean>;

const ORDER = Point.CURVE().n;
const PRIME = Point.CURVE().p;

const little = (bytes: Bytes): bigint => bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);

/** Whether 32 bytes name a key in its one canonical way: y below the prime, no sign bit where x is 0. */
export function canonical(key: Bytes): boolean {
  const y = little(key) & ((1n << 255n) - 1n);
  return y < PRIME && !((y === 1n || y === PRIME - 1n) && (key[31] as number) & 0x80);
}

/** RFC 8032, 5.1.7 without the factor 8: [S]B - [k]A compared with R as bytes. */
export const verifyHere: Verify = async (key, message, signature) => {
  if (!canonical(key) || signature.length !== 64) return false;
  const r = signature.slice(0, 32);
  const s = little(signature.slice(32));
  if (s >= ORDER) return false;
  try {
    const a = Point.fromBytes(key, false);
    const k = etc.mod(little(sha512(join(r, key, message))), ORDER);
    const sum = Point.BASE.multiply(s, false).add(a.negate().multiply(k, false));
    return equal(sum.toBytes(), r);
  } catch {
    return false;
  }
};

/** The browser's own check, where it has Ed25519. */
const verifyBySubtle: Verify = async (key, message, signature) => {
  if (!canonical(key)) return false;
  try {
    const own = await crypto.subtle.importKey("raw", key as BufferSource, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", own, signature as BufferSource, message as BufferSource);
  } catch {
    return false;
  }
};

// RFC 8032, 7.1, TEST 1: a browser that accepts it has Ed25519.
const KEY = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
const SIGNATURE =
  "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b";

/** The browser's check where there is one, else the one shipped with the page. */
export async function chooseVerify(): Promise<Verify> {
  const bytes = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const native = globalThis.crypto?.subtle;
  if (native && (await verifyBySubtle(bytes(KEY), new Uint8Array(), bytes(SIGNATURE)))) return verifyBySubtle;
  return verifyHere;
}

import { type Bytes, hex } from "./bytes";
import { keyChangeMessage } from "./messages";
import type { KeyChange } from "./model";
import type { Verify } from "./signature";

/** Trusted public keys with the times for which they are: from the first moment, up to the last (null: none). */
export class Keyring {
  private readonly times = new Map<string, { from: number; until: number | null }>();

  /** `changes` are signed changes known beforehand, oldest first. */
  constructor(
    private readonly keys: readonly Bytes[],
    private readonly changes: readonly KeyChange[] = [],
  ) {
    for (const key of keys) this.times.set(hex(key), { from: 0, until: null });
    for (const change of changes) this.follow(change);
  }

  /** A keyring that counts `more` too, after the changes it knows. */
  after(more: readonly KeyChange[]): Keyring {
    return new Keyring(this.keys, [...this.changes, ...more]);
  }

  /** Count a change its old key has signed: only if that key is trusted then and has no other change that counts. */
  private follow(change: KeyChange): void {
    const old = this.times.get(hex(change.old));
    if (!old || old.until !== null || old.from > change.valid_from_ms) return;
    old.until = change.valid_from_ms;
    const next = hex(change.new);
    if (!this.times.has(next)) this.times.set(next, { from: change.valid_from_ms, until: null });
  }

  trusts(key: Bytes, created: number): boolean {
    const found = this.times.get(hex(key));
    return found !== undefined && found.from <= created && (found.until === null || created < found.until);
  }
}

export const isSigned = (change: KeyChange, verify: Verify): Promise<boolean> =>
  verify(change.old, keyChangeMessage(change.old, change.new, change.valid_from_ms), change.sig);

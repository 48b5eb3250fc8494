import { faultText } from "./texts";

/** Entries that leave their list, and why the last one did not. */
export class Leaving {
  gone: readonly string[] = $state.raw([]);
  fault: string | null = $state(null);

  /** Take the entry of this key off the list once the work is done. */
  async leave(key: string, work: () => Promise<unknown>): Promise<void> {
    this.fault = null;
    try {
      await work();
      this.gone = [...this.gone, key];
    } catch (error) {
      this.fault = faultText(error);
    }
  }
}

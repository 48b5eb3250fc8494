import { faultText } from "./texts";

/** One thing that is asked of the server at a time, and what came of it. */
export class Task {
  busy = $state(false);
  /** Its refusal in words. */
  fault: string | null = $state(null);
  /** The code of the refusal, to mark the line it is about. */
  code = $state("");
  done: string | null = $state(null);

  /** Run it; `done` is said when it succeeds. Whether it did is the answer. */
  async run(action: () => Promise<unknown>, done: () => string | null = () => null): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.fault = this.done = null;
    this.code = "";
    try {
      await action();
      this.done = done();
      return true;
    } catch (error) {
      this.fault = faultText(error);
      this.code = error instanceof Error ? error.message : "";
      return false;
    } finally {
      this.busy = false;
    }
  }
}

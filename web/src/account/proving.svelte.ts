import { ApiError } from "../app/api";

/** Guards what the server does only for somebody who has shown a password or passkey lately. */
export class Proving {
  /** Set while the person is asked; called with whether they have shown it. */
  answer: ((proved: boolean) => void) | null = $state.raw(null);

  /** Run it; where a proof is wanted, ask for it and run it again. Fails with `given_up` when the person will not. */
  async guarded<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "prove_again") throw error;
    }
    const proved = await new Promise<boolean>((settle) => {
      this.answer = settle;
    });
    this.answer = null;
    if (!proved) throw new ApiError("given_up");
    return run();
  }
}

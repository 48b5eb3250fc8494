import { type Bindings, type Command, DEFAULT_KEYS, loadKeys, rebind, saveKeys } from "../rack/keys";

let bindings: Bindings = $state.raw(loadKeys(localStorage));

/** The keys in force, kept in this browser. */
export const keys = {
  get bindings(): Bindings {
    return bindings;
  },
  rebind(command: Command, key: string): void {
    bindings = rebind(bindings, command, key);
    saveKeys(localStorage, bindings);
  },
  reset(): void {
    bindings = { ...DEFAULT_KEYS };
    saveKeys(localStorage, bindings);
  },
};

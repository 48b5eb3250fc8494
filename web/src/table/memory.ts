import type { Wish } from "./game.svelte";

/** What a reload must not forget of a table, and the server does not say again: what is played by itself. */
export class Memory {
  private readonly shelf: string;

  constructor(
    table: string,
    private readonly storage: Pick<Storage, "getItem" | "setItem"> | null,
  ) {
    this.shelf = `okey.auto.${table}`;
  }

  /** What was kept as long as the tab; null of a table never seen. */
  load(): Wish | null {
    try {
      return JSON.parse(this.storage?.getItem(this.shelf) ?? "null") as Wish | null;
    } catch {
      return null;
    }
  }

  save(wish: Wish): void {
    try {
      this.storage?.setItem(this.shelf, JSON.stringify(wish));
    } catch {
      // Storage may be full or refused; a reload then forgets.
    }
  }
}

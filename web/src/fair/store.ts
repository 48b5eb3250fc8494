/** What the browser keeps of each table it sits at: its number, the list it opened it for, everything the server signed. */

/** A signed head as received. */
export interface KeptHead {
  seq: number;
  head: string;
  sig: string;
}

/** Notes of one table; everything in hex, so that they can be written to a file as they are. */
export interface Notes {
  table: string;
  public_key: string;
  created_ms: number;
  rules_text: string;
  server_commit: string;
  open_sig: string;
  seat: number;
  value: string;
  listed_ms: number | null;
  list: { kind: number; commit: string }[] | null;
  list_sig: string | null;
  receipt_sig: string | null;
  opening: { kind: number; value: string }[] | null;
  opening_sig: string | null;
  heads: KeptHead[];
  /** My own clock when the list came. */
  list_at: number | null;
  /** Moves I sent whose events have not come. */
  sent: string[];
  /** Events up to here were compared with what I sent. */
  checked: number;
  /** Moves the table may make in my name by itself, as asked for; missing in older notes. */
  helps?: string[];
  /** Tiles I was shown: the rack of each deal, and each drawn tile by the number of its event. */
  racks: Record<number, number[]>;
  drawn: Record<number, number>;
  /** I stood up before the list: the seat is not mine, and its number never left. */
  stood: boolean;
  /** The seed was opened: nothing more is played under these notes. */
  over: boolean;
  /** My own clock when these notes were last written; missing in older ones. */
  kept_at?: number;
}

/** The one list a number was opened for. */
export interface Bound {
  table: string;
  list_hash: string;
  value: string;
}

export interface Store {
  notes(table: string): Promise<Notes | null>;
  keep(notes: Notes): Promise<void>;
  /** Bind a number to a list, once for ever and on disk; answers what is bound, which may be something older. */
  bind(entry: Bound): Promise<Bound>;
  /** Whether a table or a server fingerprint was met before. */
  met(mark: string): Promise<boolean>;
  meet(marks: readonly string[]): Promise<void>;
  /** Delete the notes last written before then, and the numbers bound with them. Marks stay: no table comes twice. */
  forget(before: number): Promise<void>;
}

/** How long notes are kept after they were last written: as long as the site keeps the record they are compared with. */
export const KEPT_MS = 30 * 86_400_000;

const writtenAt = ({ kept_at, list_at, created_ms }: Notes): number => kept_at ?? list_at ?? created_ms;

const NAME = "okey-fair";
const VERSION = 1;

const asked = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** The store of the browser: IndexedDB, on disk before it answers. */
export class BrowserStore implements Store {
  private readonly base: Promise<IDBDatabase>;

  constructor(factory: IDBFactory = indexedDB) {
    const request = factory.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("notes", { keyPath: "table" });
      request.result.createObjectStore("bound", { keyPath: "table" });
      request.result.createObjectStore("met");
    };
    this.base = asked(request);
    this.base.catch(() => {}); // told to whoever asks first
  }

  async notes(table: string): Promise<Notes | null> {
    const at = (await this.base).transaction("notes").objectStore("notes");
    return ((await asked(at.get(table))) as Notes | undefined) ?? null;
  }

  keep(notes: Notes): Promise<void> {
    return this.write(["notes"], (at) => at("notes").put(notes));
  }

  async bind(entry: Bound): Promise<Bound> {
    try {
      await this.write(["bound"], (at) => at("bound").add(entry));
      return entry;
    } catch (fault) {
      if ((fault as DOMException | null)?.name !== "ConstraintError") throw fault;
    }
    const at = (await this.base).transaction("bound").objectStore("bound");
    return (await asked(at.get(entry.table))) as Bound;
  }

  async met(mark: string): Promise<boolean> {
    const at = (await this.base).transaction("met").objectStore("met");
    return (await asked(at.count(mark))) > 0;
  }

  meet(marks: readonly string[]): Promise<void> {
    return this.write(["met"], (at) => {
      for (const mark of marks) at("met").put(1, mark);
    });
  }

  forget(before: number): Promise<void> {
    return this.write(["notes", "bound"], (at) => {
      const each = at("notes").openCursor();
      each.onsuccess = () => {
        const cursor = each.result;
        if (!cursor) return;
        const notes = cursor.value as Notes;
        if (writtenAt(notes) < before) {
          cursor.delete();
          at("bound").delete(notes.table);
        }
        cursor.continue();
      };
    });
  }

  /** Resolves when the change is on disk. */
  private async write(names: string[], change: (at: (name: string) => IDBObjectStore) => void): Promise<void> {
    const base = await this.base;
    return new Promise((resolve, reject) => {
      const transaction = base.transaction(names, "readwrite", { durability: "strict" });
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      change((name) => transaction.objectStore(name));
    });
  }
}

/** A store that lasts as long as the page: for tests, and where a browser has none. */
export class MemoryStore implements Store {
  private readonly kept = new Map<string, string>();
  private readonly bound = new Map<string, Bound>();
  private readonly marks = new Set<string>();

  async notes(table: string): Promise<Notes | null> {
    const text = this.kept.get(table);
    return text === undefined ? null : JSON.parse(text);
  }

  async keep(notes: Notes): Promise<void> {
    this.kept.set(notes.table, JSON.stringify(notes));
  }

  async bind(entry: Bound): Promise<Bound> {
    const found = this.bound.get(entry.table) ?? entry;
    this.bound.set(entry.table, found);
    return found;
  }

  async met(mark: string): Promise<boolean> {
    return this.marks.has(mark);
  }

  async meet(marks: readonly string[]): Promise<void> {
    for (const mark of marks) this.marks.add(mark);
  }

  async forget(before: number): Promise<void> {
    for (const [table, text] of this.kept) {
      if (writtenAt(JSON.parse(text)) >= before) continue;
      this.kept.delete(table);
      this.bound.delete(table);
    }
  }
}

/** The notes as an evidence file that every verifier reads. */
export function evidenceFile(notes: Notes): string {
  const { public_key, table: table_id, created_ms, rules_text, server_commit, open_sig, seat, value } = notes;
  const { listed_ms, list, list_sig, receipt_sig, opening, opening_sig, heads } = notes;
  const first = { protocol: "okey-fair/1-evidence", public_key, table_id, created_ms, rules_text, server_commit };
  const own = { open_sig, seat, value, listed_ms, list, list_sig, receipt_sig, opening, opening_sig, heads };
  return `${JSON.stringify({ ...first, ...own }, null, 1)}\n`;
}

/** Strict JSON of the record files: one reading, the same everywhere, or none. */

export type Plain = null | number | string | Plain[] | { [key: string]: Plain };

export class StrictError extends Error {}

const MAX_BYTES = 8 * 2 ** 20;
const MAX_DEPTH = 4;
const ESCAPES: Record<string, string> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** Read one object: UTF-8 without BOM, no repeated keys, numbers only `0` or digits, no true or false. */
export function parse(bytes: Uint8Array): { [key: string]: Plain } {
  if (bytes.length > MAX_BYTES) throw new StrictError("too large");
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new StrictError("not UTF-8");
  }
  return new Parser(text).whole();
}

class Parser {
  private at = 0;

  constructor(private readonly text: string) {}

  whole(): { [key: string]: Plain } {
    this.space();
    if (this.text[this.at] !== "{") throw new StrictError("not an object");
    const value = this.value(1) as { [key: string]: Plain };
    this.space();
    if (this.at !== this.text.length) throw new StrictError("something after the object");
    return value;
  }

  private value(depth: number): Plain {
    const letter = this.text[this.at];
    if (letter === "{" || letter === "[") {
      if (depth > MAX_DEPTH) throw new StrictError("too deep");
      return letter === "{" ? this.object(depth) : this.array(depth);
    }
    if (letter === '"') return this.string();
    if (this.text.startsWith("null", this.at)) {
      this.at += 4;
      return null;
    }
    return this.number();
  }

  private object(depth: number): Plain {
    const out: { [key: string]: Plain } = Object.create(null);
    this.items("}", () => {
      if (this.text[this.at] !== '"') throw new StrictError("key");
      const key = this.string();
      if (key in out) throw new StrictError("repeated key");
      this.space();
      this.take(":");
      this.space();
      out[key] = this.value(depth + 1);
    });
    return out;
  }

  private array(depth: number): Plain {
    const out: Plain[] = [];
    this.items("]", () => out.push(this.value(depth + 1)));
    return out;
  }

  /** What stands between the brackets, with commas between. */
  private items(end: string, read: () => void): void {
    this.at++;
    this.space();
    if (this.text[this.at] === end) {
      this.at++;
      return;
    }
    for (;;) {
      this.space();
      read();
      this.space();
      if (this.text[this.at] === end) {
        this.at++;
        return;
      }
      this.take(",");
    }
  }

  private string(): string {
    let out = "";
    for (this.at++; this.text[this.at] !== '"'; this.at++) {
      const letter = this.text[this.at];
      if (letter === undefined || letter < " ") throw new StrictError("string");
      out += letter === "\\" ? this.escape() : letter;
    }
    this.at++;
    if (!out.isWellFormed()) throw new StrictError("lone surrogate");
    return out;
  }

  private escape(): string {
    const letter = this.text[++this.at] ?? "";
    if (letter !== "u") {
      const plain = ESCAPES[letter];
      if (plain === undefined) throw new StrictError("escape");
      return plain;
    }
    const digits = this.text.slice(this.at + 1, this.at + 5);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new StrictError("escape");
    this.at += 4;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  private number(): number {
    const digits = /^(0|[1-9][0-9]*)(?![0-9.eE])/.exec(this.text.slice(this.at, this.at + 20))?.[1];
    if (digits === undefined || digits.length > 16 || !Number.isSafeInteger(Number(digits))) {
      throw new StrictError("number");
    }
    this.at += digits.length;
    return Number(digits);
  }

  private take(letter: string): void {
    if (this.text[this.at++] !== letter) throw new StrictError(`no ${letter}`);
  }

  private space(): void {
    while (" \t\n\r".includes(this.text[this.at] ?? "x")) this.at++;
  }
}

interface Line {
  id: number;
  text: string;
}

const KEEP = 4;

/** What the two live regions hold. Every text is a new line, so that the same words twice are read twice. */
export class Speech {
  polite: readonly Line[] = $state.raw([]);
  assertive: readonly Line[] = $state.raw([]);
  private count = 0;

  say(text: string): void {
    if (text) this.polite = [...this.polite, this.line(text)].slice(-KEEP);
  }

  /** Your turn, refusals and low time only. */
  call(text: string): void {
    if (text) this.assertive = [...this.assertive, this.line(text)].slice(-KEEP);
  }

  private line(text: string): Line {
    return { id: this.count++, text };
  }
}

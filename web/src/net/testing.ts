/** A socket in the hands of a test: keeps what was sent, says what it is told to say. */
export class FakeSocket {
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  hear(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  cut(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

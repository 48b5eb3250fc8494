import type { Point } from "./geometry";

/** What a drag needs of a PointerEvent. */
export interface Pointer extends Point {
  id: number;
  touch: boolean;
}

export interface DragHandler<Source> {
  /** The threshold was passed. Return false to refuse the drag. */
  start(source: Source, group: boolean, at: Point, touch: boolean): boolean;
  move(at: Point): void;
  drop(at: Point): void;
  cancel(): void;
  /** Held still for `HOLD` ms; true when that was an act of its own, false to begin a group drag. */
  hold(source: Source): boolean;
}

export interface Timers {
  later(run: () => void, ms: number): unknown;
  forget(timer: unknown): void;
}

const HOLD = 450;
const MOUSE_THRESHOLD = 4;
const TOUCH_THRESHOLD = 8;

/**
 * Drags without a library: one pointer, a threshold, a long press, and cancelling by a second finger, a lost
 * pointer, a hidden page or a turned phone. It knows no DOM; `table/pointer.ts` feeds it.
 */
export class DragController<Source> {
  /** True from the end of a drag or hold until the next press: the click that follows must not count. */
  swallow = false;
  private source: Source | null = null;
  private pointer: Pointer | null = null;
  private timer: unknown = null;
  private dragging = false;
  private group = false;

  constructor(
    private readonly handler: DragHandler<Source>,
    private readonly timers: Timers,
  ) {}

  get active(): boolean {
    return this.dragging;
  }

  down(source: Source, pointer: Pointer, group: boolean): void {
    if (this.pointer) {
      if (pointer.id !== this.pointer.id) this.cancel();
      return;
    }
    this.swallow = false;
    this.source = source;
    this.pointer = pointer;
    this.group = group;
    this.timer = this.timers.later(() => this.held(), HOLD);
  }

  /** Another finger anywhere on the table ends the gesture. */
  other(id: number): void {
    if (this.pointer && id !== this.pointer.id) this.cancel();
  }

  move(pointer: Pointer): void {
    if (!this.pointer || pointer.id !== this.pointer.id || this.source === null) return;
    if (!this.dragging) {
      const limit = pointer.touch ? TOUCH_THRESHOLD : MOUSE_THRESHOLD;
      if (Math.hypot(pointer.x - this.pointer.x, pointer.y - this.pointer.y) < limit) return;
      this.timers.forget(this.timer);
      if (!this.handler.start(this.source, this.group, pointer, pointer.touch)) {
        this.end();
        return;
      }
      this.dragging = true;
    }
    this.handler.move(pointer);
  }

  up(pointer: Pointer): void {
    if (!this.pointer || pointer.id !== this.pointer.id) return;
    const was = this.dragging;
    this.end();
    if (!was) return;
    this.swallow = true;
    this.handler.drop(pointer);
  }

  /** Back to where it was; nothing is sent. */
  cancel(): void {
    const was = this.dragging;
    if (this.pointer) this.swallow = true;
    this.end();
    if (was) this.handler.cancel();
  }

  private held(): void {
    if (this.source === null || this.dragging || !this.pointer) return;
    if (this.handler.hold(this.source)) {
      this.end();
      this.swallow = true;
    } else {
      this.group = true;
      this.dragging = this.handler.start(this.source, true, this.pointer, this.pointer.touch);
      if (!this.dragging) this.end();
    }
  }

  private end(): void {
    this.timers.forget(this.timer);
    this.source = null;
    this.pointer = null;
    this.dragging = false;
  }
}

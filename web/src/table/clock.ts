import type { Clocks } from "../net/wire";

/** What stands on a seat's clock. */
export interface Face {
  /** `0:21`, or `2:00` of the reserve when it runs. */
  text: string;
  /** Reserve beside a running move time, `2:00`; "" when there is none. */
  reserve: string;
  low: boolean;
  onReserve: boolean;
  stopped: boolean;
}

/** `m:ss` of milliseconds, rounded up, never below zero. */
export function minutes(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The clock of a seat at server time `now`; null when it has nothing to show. */
export function clockFace(clocks: Clocks | null, seat: number, now: number): Face | null {
  if (!clocks) return null;
  const reserve = clocks.reserve[seat];
  if (clocks.turn !== seat) {
    return reserve ? { text: minutes(reserve), reserve: "", low: false, onReserve: true, stopped: false } : null;
  }
  const left = clocks.running && clocks.deadline !== null ? clocks.deadline - now : clocks.left;
  if (left === null) return null;
  const move = left - reserve;
  const stopped = !clocks.running;
  const low = !stopped && left <= 10_000;
  if (move > 0)
    return { text: minutes(move), reserve: reserve ? minutes(reserve) : "", low, onReserve: false, stopped };
  return { text: minutes(left), reserve: "", low, onReserve: true, stopped };
}

import type { View } from "../net/wire";

export type Seat = number;
export type Place = "bottom" | "right" | "top" | "left";

export const seatsOf = (kinds: readonly number[]): Seat[] => [0, 1, 2, 3].filter((seat) => kinds[seat]);

export function nextSeat(kinds: readonly number[], seat: Seat): Seat {
  return [1, 2, 3, 4].map((step) => (seat + step) % 4).find((other) => kinds[other]) ?? seat;
}

export function previousSeat(kinds: readonly number[], seat: Seat): Seat {
  return [3, 2, 1, 4].map((step) => (seat + step) % 4).find((other) => kinds[other]) ?? seat;
}

/** Where a seat is drawn: the viewer below, `next` on the right, or on the left for rummy. Spectators look from seat 0. */
export function placeOf(view: Pick<View, "kinds" | "viewer">, seat: Seat, direction: "right" | "left"): Place {
  const own = view.viewer ?? seatsOf(view.kinds)[0] ?? 0;
  const ring: Place[] = direction === "right" ? ["bottom", "right", "top", "left"] : ["bottom", "left", "top", "right"];
  const order = [0, 1, 2, 3].map((step) => (own + step) % 4).filter((other) => view.kinds[other]);
  const at = order.indexOf(seat);
  if (order.length === 2) return at === 1 ? "top" : "bottom";
  if (order.length === 3) return [ring[0], ring[1], ring[3]][at] ?? "top";
  return ring[at] ?? "top";
}

export type Corner = "br" | "tr" | "tl" | "bl";

/**
 * Where a seat's throws lie: between it and the seat that may take them. The viewer's own lie on the side of play,
 * what is offered to the viewer in the other lower corner.
 */
export function cornerOf(view: Pick<View, "kinds" | "viewer">, seat: Seat, direction: "right" | "left"): Corner {
  const right = direction === "right";
  const place = placeOf(view, seat, direction);
  const own = view.viewer ?? seatsOf(view.kinds)[0] ?? 0;
  if (place === "bottom") return right ? "br" : "bl";
  if (nextSeat(view.kinds, seat) === own) return right ? "bl" : "br";
  return (place === "top") === right ? "tl" : "tr";
}

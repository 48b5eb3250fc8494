import { lessMotion, settings } from "../app/settings.svelte";
import type { Rect } from "../rack/geometry";

/** A duration at the chosen speed. */
export const paced = (ms: number): number => (settings.speed === 2 ? ms / 2 : ms);

const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

export interface Flight {
  ms: number;
  delay?: number;
  /** Ends with a small settling, as a tile that is put down. */
  settle?: boolean;
}

/** Let an element come from another place to where it is. Reduced motion: it fades in. */
export function arrive(element: Element, from: Rect | undefined, { ms, delay = 0, settle = false }: Flight): Animation {
  if (lessMotion() || !from) return element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: from ? 120 : 1 });
  const to = element.getBoundingClientRect();
  const scale = from.width / (to.width || 1);
  const start = `${from.left - to.left}px ${from.top - to.top}px`;
  const frames: Keyframe[] = [
    { translate: start, scale: String(scale), transformOrigin: "0 0" },
    { translate: "0 0", scale: "1", transformOrigin: "0 0" },
  ];
  if (settle) {
    frames[1].offset = 0.8;
    frames.splice(1, 1, { ...frames[1], scale: "1.05" });
    frames.push({ translate: "0 0", scale: "1", transformOrigin: "0 0" });
  }
  return element.animate(frames, { duration: paced(ms), delay: paced(delay), easing: EASE, fill: "backwards" });
}

/** Shift by a known distance to the resting place; nothing under reduced motion. */
export function slide(element: Element, dx: number, dy: number, { ms, delay = 0 }: Flight): void {
  if (lessMotion() || (!dx && !dy)) return;
  element.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }], {
    duration: paced(ms),
    delay: paced(delay),
    easing: EASE,
    fill: "backwards",
  });
}

/** A tile turned over in its place. */
export function turnOver(element: Element): void {
  if (!lessMotion())
    element.animate([{ scale: "0 1" }, { scale: "1 1" }], { duration: paced(140), easing: "ease-out" });
}

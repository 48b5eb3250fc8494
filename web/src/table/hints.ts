import type { Tile } from "../rules/tiles";

/** How far a hand is from finishing, and the faces (`r5`, `F`) whose draw helps, with copies left. */
export interface Hint {
  distance: number;
  useful: Record<string, number>;
}

interface Reading {
  complete?: string[];
  distance?: { melds: number; pairs: number };
  useful?: Record<string, number>;
  finishes?: Record<string, string[]>;
  best?: { throw: string; distance: number; useful: Record<string, number> };
}

/** Ask the server's solver about an own hand of 14 or 15 tiles. */
export async function readHand(indicator: Tile, tiles: readonly Tile[], signal: AbortSignal): Promise<Hint> {
  const response = await fetch("/api/hand", {
    method: "POST",
    headers: { "content-type": "application/json" },
    credentials: "same-origin",
    body: JSON.stringify({ indicator, tiles }),
    signal,
  });
  if (!response.ok) throw new Error(`hand: ${response.status}`);
  return hintOf((await response.json()) as Reading);
}

export function hintOf({ distance, useful, finishes, best }: Reading): Hint {
  if (best) return { distance: Object.keys(finishes ?? {}).length ? 0 : best.distance, useful: best.useful };
  return { distance: Math.min(distance?.melds ?? 14, distance?.pairs ?? 7), useful: useful ?? {} };
}

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readRecord } from "../verify/model";
import { addressOf, film, readAddress, stepAt, viewsOf } from "./steps";

const VECTORS = join(dirname(fileURLToPath(import.meta.url)), "../../../tests/vectors");
const read = (name: string) => readRecord(new Uint8Array(readFileSync(join(VECTORS, name))));
const records = [
  "record.json",
  ...readdirSync(join(VECTORS, "records"))
    .filter((name) => name.endsWith(".okey.json"))
    .map((name) => join("records", name)),
];

describe.each(records)("%s", (name) => {
  const shown = film(read(name));

  it("shows every seat the tiles and scores that the referee counted", () => {
    if (!shown) throw new Error("no film");
    expect(shown.account.events).toHaveLength(read(name).events.length);
    const seats = [0, 1, 2, 3].filter((seat) => shown.account.kinds[seat]);
    for (const seat of seats) {
      const views = viewsOf(shown, seat);
      shown.steps.forEach((step, at) => {
        if (step.event.e !== "deal_ended" && step.event.e !== "match_ended" && step.event.e !== "finished") {
          expect(views[at]?.rack.length).toBe(step.racks[seat]?.length);
          expect([...(views[at]?.rack ?? [])].sort()).toEqual([...(step.racks[seat] ?? [])].sort());
        }
      });
      for (const deal of shown.account.deals.filter(({ reason }) => reason)) {
        expect(views[deal.to - 1]?.scores).toEqual(deal.scores);
      }
    }
    const last = viewsOf(shown, null).at(-1);
    expect(last?.rack).toEqual([]);
    if (shown.account.reason) expect(last?.scores).toEqual(shown.account.scores);
  });
});

const shown = film(read("record.json"));

it("finds the step of an address, and the address of a step", () => {
  if (!shown) throw new Error("no film");
  shown.steps.forEach((step, at) => {
    const place = readAddress(addressOf(step));
    expect(place && stepAt(shown, place.deal, place.move)).toBe(at);
  });
  expect(stepAt(shown, 2, 9999)).toBe(shown.steps.findLastIndex((step) => step.deal === 2));
  expect(stepAt(shown, 99, 0)).toBe(shown.steps.length - 1);
  expect(readAddress("#2")).toEqual({ deal: 2, move: 0 });
  for (const bad of ["", "#", "#0.1", "#2.", "#x", "#2.3.4", "#-1"]) expect(readAddress(bad)).toBeNull();
});

it("has no film where nothing was played", () => {
  expect(film(read("record-cancelled.json"))).toBeNull();
});

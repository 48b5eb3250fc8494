import { expect, test } from "vitest";
import { ownScript, update } from "./update.svelte";

test("only scripts of our own origin pass", () => {
  expect(ownScript("/sw.js", "https://okey.test/masa/1")).toBe("https://okey.test/sw.js");
  for (const url of ["https://elsewhere.test/sw.js", "//elsewhere.test/sw.js", "http://okey.test/sw.js", "data:,x"]) {
    expect(() => ownScript(url, "https://okey.test/")).toThrow(TypeError);
  }
});

test("a deal holds the renewal back", () => {
  expect(update.ready).toBe(false);
  update.hold = true;
  expect(update.hold).toBe(true);
  update.apply();
  update.hold = false;
  expect(update.hold).toBe(false);
});

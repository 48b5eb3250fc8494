import { expect, test } from "vitest";
import { readCode } from "./code";

test("codes are read in either case, with blanks and dashes", () => {
  for (const typed of ["ABC234", "abc234", " abc 234 ", "abc-234"]) expect(readCode(typed)).toBe("ABC234");
});

test("anything else is no code", () => {
  for (const typed of ["", "ABC23", "ABC2345", "ABC23O", "ABC23i", "ABC23\u0131", "ABC23\u0130", "ABC230"]) {
    expect(readCode(typed), typed).toBeNull();
  }
});

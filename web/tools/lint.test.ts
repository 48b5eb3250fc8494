import { expect, test } from "vitest";
// @ts-expect-error a plain script without types
import { faultsOf } from "./lint.mjs";

const messages = (source: string, name = "A.svelte") =>
  (faultsOf(name, source) as [number, string][]).map(([, message]) => message).join("; ");

test.each([
  ['<p style="color: red">{x}</p>', "constant style="],
  ["{@html x}", "{@html}"],
  ["<p>Merhaba</p>", "outside the catalogue: Merhaba"],
  ["{#if x}<b>Yes</b>{/if}", "outside the catalogue: Yes"],
  ['<button aria-label="Close">{x}</button>', "aria-label"],
  ["<p>{x.toUpperCase()}</p>", "capitals"],
  ["<style>p { text-transform: uppercase; }</style>", "text-transform"],
])("%s is refused", (source, message) => {
  expect(messages(source)).toContain(message);
});

test.each([
  "<p style:left={x} class='a'>{text} · 12</p>",
  '<p style:transform="translate({x}px, 0)">{text}</p>',
  "<p style={css}>{text}</p>",
  '<a href="/sozluk" aria-current="page">{text}</a>',
  "<script>const words = 'Merhaba';</script><p>{words}</p><style>p { color: red; }</style>",
])("%s is fine", (source) => {
  expect(messages(source)).toBe("");
});

test("scripts and styles are looked through too", () => {
  expect(messages("a.toLocaleUpperCase()", "a.ts")).toContain("capitals");
  expect(messages("a.toLocaleUpperCase('tr')", "a.ts")).toBe("");
  expect(messages(".a { text-transform: none }", "a.css")).toContain("text-transform");
});

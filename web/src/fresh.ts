/**
 * Run before every test file. Files share a worker and its window, which saves the time to make them; each begins
 * with modules of its own, an empty page, nothing stored, and nobody listening.
 */
import { configure } from "@testing-library/svelte";
import { afterAll, vi } from "vitest";

configure({ asyncUtilTimeout: 20_000 }); // a page is a chunk, and a busy machine is no failure
vi.resetModules();

type How = Parameters<EventTarget["removeEventListener"]>;

const listening: [EventTarget, How][] = [];
for (const target of [window, document]) {
  const { addEventListener } = target;
  target.addEventListener = (...how: How) => {
    listening.push([target, how]);
    addEventListener.apply(target, how as Parameters<typeof addEventListener>);
  };
  afterAll(() => {
    target.addEventListener = addEventListener;
  });
}

afterAll(() => {
  for (const [target, how] of listening) target.removeEventListener(...how);
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);
  document.title = "";
  history.replaceState(null, "", "/");
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
});

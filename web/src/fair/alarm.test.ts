/** The sheet of an alarm says of the evidence only what is true. */
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, it } from "vitest";
import { DEFAULTS, LANGUAGES, settings } from "../app/settings.svelte";
import { verifyCatalogues } from "../verify/texts";
import AlarmSheet from "./AlarmSheet.svelte";
import { ALARMS } from "./frames";

afterEach(() => {
  cleanup();
  Object.assign(settings, DEFAULTS);
});

it.each(LANGUAGES)("asks to keep the evidence only where there is some: %s", async (lang) => {
  settings.lang = lang;
  const texts = verifyCatalogues[lang].alarms;
  for (const alarm of ALARMS) {
    for (const evidence of [null, "{}"]) {
      render(AlarmSheet, { alarm, table: "0a".repeat(16), evidence: async () => evidence });
      const sheet = screen.getByRole("alert");
      await screen.findByText(alarm, { selector: "code" });
      expect(sheet.textContent).toContain(texts[alarm]);
      expect(sheet.textContent).toContain(texts.stopped);
      expect(sheet.textContent?.includes(texts.keep)).toBe(evidence !== null);
      expect(sheet.textContent?.includes(texts.nothing)).toBe(evidence === null);
      expect(screen.queryAllByRole("button", { name: texts.save })).toHaveLength(evidence === null ? 0 : 1);
      cleanup();
    }
  }
});

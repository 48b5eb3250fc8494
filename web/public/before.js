// Runs before the first paint: the language and the look that were chosen last. Keys as in src/app/settings.svelte.ts
// and src/app/theme.ts.
(() => {
  const root = document.documentElement;
  const read = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key)) || {};
    } catch {
      return {};
    }
  };
  const kept = read("okey.settings");
  root.lang = kept.lang === "en" ? "en" : "tr";
  root.dataset.skin = typeof kept.skin === "string" ? kept.skin : "klasik-sari";
  root.dataset.contrast = kept.highContrast === true ? "high" : "normal";
  const look = read("okey.look")[Number(matchMedia("(prefers-color-scheme: dark)").matches)];
  for (const name in look) root.style.setProperty(name, look[name]);
})();

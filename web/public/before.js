// Runs before the first paint: the language and the look that were chosen last. Keys as in src/app/settings.svelte.ts.
(() => {
  const root = document.documentElement;
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("okey.settings") || "{}") || {};
  } catch {
    kept = {};
  }
  root.lang = kept.lang === "en" ? "en" : "tr";
  root.dataset.skin = typeof kept.skin === "string" ? kept.skin : "klasik-sari";
  root.dataset.contrast = kept.highContrast === true ? "high" : "normal";
})();

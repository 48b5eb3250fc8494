import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const MODULE = "virtual:icons";

/** `virtual:icons`: the drawing nodes of the named lucide icons, taken from its package at build time. */
export function icons(names: readonly string[]): Plugin {
  return {
    name: "okey-icons",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null;
      const path = fileURLToPath(import.meta.resolve("lucide-static/icon-nodes.json"));
      const all = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
      const chosen = Object.fromEntries(
        names.map((name) => {
          if (!all[name]) throw new Error(`no such icon: ${name}`);
          return [name, all[name]];
        }),
      );
      return `export default ${JSON.stringify(chosen)};`;
    },
  };
}

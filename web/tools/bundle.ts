import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Plugin } from "vite";

/** Where the build notes which files belong together; the budget reads it. Not part of the page. */
export const NOTES = "node_modules/.cache/okey/bundle.json";

/** A script of the build: what it imports at once, and the styles it brings. */
export interface Chunk {
  source: string | null;
  entry: boolean;
  imports: string[];
  styles: string[];
}

/** Writes the notes of each build. */
export function bundleNotes(): Plugin {
  let root = "";
  let folder = "";
  return {
    name: "okey-bundle-notes",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      root = config.root;
      folder = resolve(config.root, config.build.outDir);
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const chunks: Record<string, Chunk> = {};
        for (const file of Object.values(bundle)) {
          if (file.type !== "chunk") continue;
          chunks[file.fileName] = {
            source: file.facadeModuleId,
            entry: file.isEntry,
            imports: file.imports,
            styles: [...(file.viteMetadata?.importedCss ?? [])],
          };
        }
        const path = join(root, NOTES);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, JSON.stringify({ folder, chunks }, null, 1));
      },
    },
  };
}

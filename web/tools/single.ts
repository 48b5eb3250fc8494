import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build, type Plugin } from "vite";
import { ICON_NAMES } from "../src/app/icon-names.ts";
import { icons } from "./icons.ts";

const NAME = "okey-dogrula.html";
const ENTRY = "src/verify/standalone.ts";
const SHELL = "verifier.html";

const digest = (text: string): string => createHash("sha256").update(text).digest("base64");

/** Text inside an inline script: `</script` and `<!--` would end or confuse it; both can only stand in strings. */
const inline = (code: string): string => code.replace(/<\/(?=script)/gi, "<\\/").replace(/<!--/g, "<\\!--");

/** The verifier as one file: its script and style inline, named by digest in a policy of its own that allows nothing else. */
async function singleFile(root: string): Promise<string> {
  const made = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    plugins: [svelte(), icons(ICON_NAMES)],
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: { input: join(root, ENTRY), output: { codeSplitting: false } },
    },
  });
  const { output } = (Array.isArray(made) ? made[0] : made) as {
    output: { type: string; code?: string; source?: string | Uint8Array; fileName: string }[];
  };
  const scripts = output.filter((file) => file.type === "chunk");
  const styles = output.filter((file) => file.fileName.endsWith(".css"));
  if (scripts.length !== 1 || styles.length !== 1 || output.length !== 2) {
    throw new Error(`the single file needs one script and one style: ${output.map((file) => file.fileName).join(" ")}`);
  }
  const script = inline(scripts[0]?.code ?? "");
  const style = String(styles[0]?.source ?? "");
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${digest(script)}'`,
    `style-src 'sha256-${digest(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types svelte-trusted-html",
  ].join("; ");
  const parts = {
    "okey-policy": policy,
    "<!--okey-style-->": `<style>${style}</style>`,
    "<!--okey-script-->": `<script type="module">${script}</script>`,
  };
  let page = readFileSync(join(root, SHELL), "utf8");
  for (const [place, part] of Object.entries(parts)) {
    if (page.split(place).length !== 2) throw new Error(`${SHELL} needs ${place} once`);
    page = page.replace(place, () => part);
  }
  return page;
}

/** Builds the downloadable verifier beside the page, and its SHA-256 for all to compare. */
export function single(): Plugin {
  let root = "";
  let folder = "";
  return {
    name: "okey-single-file",
    apply: "build",
    configResolved(config) {
      root = config.root;
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: "pre",
      sequential: true,
      async handler() {
        const page = await singleFile(root);
        const sum = createHash("sha256").update(page).digest("hex");
        writeFileSync(join(folder, NAME), page);
        writeFileSync(join(folder, `${NAME}.sha256`), `${sum}  ${NAME}\n`);
      },
    },
  };
}

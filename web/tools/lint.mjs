// Rules of this page that no general linter knows; each stands for a real failure (the CSP, Turkish casing, the catalogue).
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "svelte/compiler";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const LETTER = /\p{L}/u;
const SPOKEN = new Set([
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "aria-valuetext",
  "alt",
  "placeholder",
  "title",
]);

function filesIn(folder, endings) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Faults of one source: [offset, message]. */
export function faultsOf(name, source) {
  const faults = [];
  const everywhere = (pattern, message) => {
    for (const hit of source.matchAll(pattern)) faults.push([hit.index, message]);
  };
  everywhere(
    /\.to(Locale)?UpperCase\((?!["']tr["']\))/g,
    'capitals are written in the catalogue; if need be, toLocaleUpperCase("tr")',
  );
  everywhere(/text-transform\s*:/g, "text-transform breaks İ and I");
  if (!name.endsWith(".svelte")) return faults;
  everywhere(/\{@html\b/g, "{@html} is blocked by Trusted Types");
  const walk = (node) => {
    if (Array.isArray(node)) {
      for (const item of node) walk(item);
      return;
    }
    if (node === null || typeof node !== "object") return;
    if (node.type === "StyleDirective") return; // set by script, which the CSP allows
    if (node.type === "Attribute") {
      const constant = Array.isArray(node.value) && node.value.every((part) => part.type === "Text");
      if (constant && node.name === "style") faults.push([node.start, "a constant style= is blocked by the CSP"]);
      if (constant && SPOKEN.has(node.name) && LETTER.test(node.value.map((part) => part.data).join(""))) {
        faults.push([node.start, `${node.name} has text outside the catalogue`]);
      }
      return;
    }
    if (node.type === "Text" && LETTER.test(node.data)) {
      faults.push([node.start, `text outside the catalogue: ${node.data.trim()}`]);
    }
    for (const [key, value] of Object.entries(node)) {
      if (["metadata", "parent", "css", "instance", "module", "options"].includes(key)) continue;
      if (typeof value === "object") walk(value);
    }
  };
  walk(parse(source, { modern: true }).fragment);
  return faults;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  let count = 0;
  for (const file of filesIn(join(root, "src"), [".svelte", ".ts", ".css"])) {
    const source = readFileSync(file, "utf8");
    for (const [offset, message] of faultsOf(file, source)) {
      const line = source.slice(0, offset).split("\n").length;
      console.error(`${relative(root, file)}:${line}: ${message}`);
      count += 1;
    }
  }
  if (count > 0) process.exit(1);
  console.log("page lint: clean");
}

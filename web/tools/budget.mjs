// Size budget of the built page, compressed as the server sends it (gzip): fails when one is exceeded.
// Home and table are each measured with all scripts and styles that stand between the address and the first move.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const KB = 1000;
const notes = join(dirname(fileURLToPath(import.meta.url)), "../node_modules/.cache/okey/bundle.json");
if (!existsSync(notes)) {
  console.error("no notes of a build; run: npm run build");
  process.exit(2);
}
const { folder, chunks } = JSON.parse(readFileSync(notes, "utf8"));
if (!existsSync(join(folder, "index.html"))) {
  console.error("no built page; run: npm run build");
  process.exit(2);
}

const read = (path) => readFileSync(join(folder, path));
const weight = (paths) => [...paths].reduce((sum, path) => sum + gzipSync(read(path), { level: 9 }).length, 0);

/** Scripts and styles that the named page needs. */
function needs(page) {
  const start = Object.keys(chunks).filter((name) => chunks[name].entry || chunks[name].source?.endsWith(page));
  if (start.length < 2) throw new Error(`no chunk for ${page}`);
  const scripts = new Set(["before.js"]);
  const styles = new Set();
  const walk = (name) => {
    if (scripts.has(name)) return;
    scripts.add(name);
    for (const style of chunks[name].styles) styles.add(style);
    for (const other of chunks[name].imports) walk(other);
  };
  for (const name of start) walk(name);
  return { js: weight(scripts), css: weight(styles) };
}

const home = needs("/pages/Home.svelte");
const table = needs("/table/index.ts");
const fonts = readdirSync(join(folder, "assets"))
  .filter((name) => name.endsWith(".woff2"))
  .reduce((sum, name) => sum + read(`assets/${name}`).length, 0);
const html = weight(["index.html"]);

const budget = [
  ["initial JS (home)", home.js, 60 * KB],
  ["JS with the table", table.js, 90 * KB],
  ["CSS (home)", home.css, 10 * KB],
  ["CSS with the table", table.css, 10 * KB],
  ["fonts", fonts, 32 * KB],
  ["first load (home)", html + home.js + home.css + fonts, 130 * KB],
  ["first load (table)", html + table.js + table.css + fonts, 130 * KB],
];
for (const [name, size, limit] of budget) {
  const kb = (bytes) => `${(bytes / KB).toFixed(1).padStart(6)} KB`;
  console.log(`${name.padEnd(22)}${kb(size)} of ${kb(limit)}${size > limit ? "  TOO BIG" : ""}`);
}
process.exit(budget.some(([, size, limit]) => size > limit) ? 1 : 0);

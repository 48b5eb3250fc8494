// Size budget of the built page, compressed as the server sends it (gzip): fails when one is exceeded.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const KB = 1000;
const LIMITS = {
  "initial JS": 60 * KB,
  "initial JS with the table": 90 * KB,
  CSS: 10 * KB,
  fonts: 32 * KB,
  "first load": 130 * KB,
};

const folder = join(dirname(fileURLToPath(import.meta.url)), "../../src/okey/server/static");
if (!existsSync(join(folder, "index.html"))) {
  console.error("no built page; run: npm run build");
  process.exit(2);
}

const read = (path) => readFileSync(join(folder, path));
const weight = (paths) => [...paths].reduce((sum, path) => sum + gzipSync(read(path), { level: 9 }).length, 0);
const assets = readdirSync(join(folder, "assets"));

/** Scripts reached from the given ones by static imports. */
function reached(paths, seen = new Set()) {
  for (const path of paths) {
    if (seen.has(path)) continue;
    seen.add(path);
    const source = read(path).toString();
    const imports = [...source.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)].map(
      (hit) => `assets/${hit[1]}`,
    );
    reached(imports, seen);
  }
  return seen;
}

const html = read("index.html").toString();
const linked = (ending) =>
  [...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map((hit) => hit[1]).filter((path) => path.endsWith(ending));
const named = (pattern) => assets.filter((name) => pattern.test(name)).map((name) => `assets/${name}`);

const scripts = reached(linked(".js"));
const table = reached(named(/^Table-.*\.js$/), new Set(scripts));
const tableStyles = named(/^Table-.*\.css$/);
const fonts = named(/\.woff2$/).reduce((sum, path) => sum + read(path).length, 0);

const sizes = {
  "initial JS": weight(scripts),
  "initial JS with the table": weight(table),
  CSS: weight(new Set([...linked(".css"), ...tableStyles])),
  fonts,
};
sizes["first load"] = weight(["index.html"]) + sizes["initial JS"] + weight(linked(".css")) + fonts;

let over = false;
for (const [name, limit] of Object.entries(LIMITS)) {
  const bad = sizes[name] > limit;
  over ||= bad;
  const kb = (bytes) => `${(bytes / KB).toFixed(1).padStart(6)} KB`;
  console.log(`${name.padEnd(26)}${kb(sizes[name])} of ${kb(limit)}${bad ? "  TOO BIG" : ""}`);
}
process.exit(over ? 1 : 0);

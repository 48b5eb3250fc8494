/** Addresses of the page. Small on purpose: one parameter each at most. */

export type Route =
  | { name: "home" }
  | { name: "table"; id: string }
  | { name: "howto"; preset: string | null }
  | { name: "playwell" }
  | { name: "history" }
  | { name: "glossary" }
  | { name: "settings" }
  | { name: "verify"; table: string | null }
  | { name: "replay"; table: string | null }
  | { name: "statistics" }
  | { name: "lobby" }
  | { name: "founding" }
  | { name: "account" }
  | { name: "profile"; player: string }
  | { name: "board" }
  | { name: "purse" }
  | { name: "matches" }
  | { name: "friends" }
  | { name: "lost" };

const TABLE_ID = /^[0-9a-f]{32}$/;
/** Names have 20 characters at most; of these some take two places. */
const LONGEST_NAME = 40;
export const PRESET_NAMES: readonly string[] = ["klasik", "kahvehane", "ikramiye", "usta", "rummy"];

/** The name in an address; null when it is none. */
function nameIn(part: string | undefined): string | null {
  try {
    const name = decodeURIComponent(part ?? "");
    return name.length >= 1 && name.length <= LONGEST_NAME ? name : null;
  } catch {
    return null; // a lone percent sign
  }
}

/** The address of a person's page. */
export function pathOf(player: string): string {
  return `/oyuncu/${encodeURIComponent(player)}`;
}

/** The route of a path. A trailing slash is forgiven; anything unknown is `lost`. */
export function match(path: string): Route {
  const [first = "", second, ...more] = path.replace(/\/+$/, "").split("/").slice(1);
  if (more.length > 0) return { name: "lost" };
  if (first === "masa" && second !== undefined && TABLE_ID.test(second)) return { name: "table", id: second };
  if (first === "nasil-oynanir") {
    if (second === undefined) return { name: "howto", preset: null };
    if (PRESET_NAMES.includes(second)) return { name: "howto", preset: second };
    return { name: "lost" };
  }
  if (first === "dogrula" || first === "tekrar") {
    if (second !== undefined && !TABLE_ID.test(second)) return { name: "lost" };
    return { name: first === "dogrula" ? "verify" : "replay", table: second ?? null };
  }
  if (first === "oyuncu") {
    const player = nameIn(second);
    return player === null ? { name: "lost" } : { name: "profile", player };
  }
  if (second !== undefined) return { name: "lost" };
  switch (first) {
    case "":
      return { name: "home" };
    case "iyi-oynamak":
      return { name: "playwell" };
    case "tarihce":
      return { name: "history" };
    case "sozluk":
      return { name: "glossary" };
    case "ayarlar":
      return { name: "settings" };
    case "istatistik":
      return { name: "statistics" };
    case "masalar":
      return { name: "lobby" };
    case "masa-kur":
      return { name: "founding" };
    case "hesap":
      return { name: "account" };
    case "pano":
      return { name: "board" };
    case "cekirdek":
      return { name: "purse" };
    case "maclar":
      return { name: "matches" };
    case "arkadaslar":
      return { name: "friends" };
    default:
      return { name: "lost" };
  }
}

let current: Route = $state.raw(match(location.pathname));
let moved = $state(0);

/** The route now shown; reactive. */
export const router = {
  get route(): Route {
    return current;
  },
  /** Rises with every change of page within the visit; 0 at the first load. */
  get moved(): number {
    return moved;
  },
};

/** Goes to a path of this page without loading it anew. */
export function go(path: string, options: { replace?: boolean } = {}): void {
  if (options.replace) history.replaceState(null, "", path);
  else if (path !== location.pathname) history.pushState(null, "", path);
  current = match(location.pathname);
  moved += 1;
  scrollTo(0, 0);
}

/** A plain left click on a link to one of our own routes; everything else is the browser's. */
function follow(event: MouseEvent): void {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  ) {
    return;
  }
  const link = (event.target as Element | null)?.closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (url.hash && url.pathname === location.pathname) return;
  event.preventDefault();
  go(url.pathname + url.search + url.hash);
}

/** Follows links and the browser's back and forward. Called once by the shell. */
export function startRouter(): void {
  document.addEventListener("click", follow);
  addEventListener("popstate", () => {
    current = match(location.pathname);
    moved += 1;
  });
}

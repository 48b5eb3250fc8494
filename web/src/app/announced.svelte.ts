/** What the host tells everybody: asked for now and again while the page is looked at; what was closed stays closed. */
import { call } from "./api";

export interface Announcement {
  id: string;
  until: number;
  tr: string;
  en: string;
}

const KEY = "okey.closed";
const AGAIN = 5 * 60_000;

let told = $state.raw<readonly Announcement[]>([]);
let closed = $state.raw(kept());

/** The ids of what was closed in this browser. */
function kept(): readonly string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(ids) ? ids : [];
  } catch {
    return []; // storage refused or not JSON
  }
}

export const announced = {
  /** Everything that is out now, the latest first. */
  get told(): readonly Announcement[] {
    return told;
  },
  /** What of it was not closed. */
  get open(): readonly Announcement[] {
    return told.filter(({ id }) => !closed.includes(id));
  },
  /** Close one here and in the other tabs; ids of what is no longer out are forgotten. */
  close(id: string): void {
    closed = [id, ...told.map((each) => each.id).filter((other) => kept().includes(other))];
    try {
      localStorage.setItem(KEY, JSON.stringify(closed));
    } catch {
      // Storage may be refused; it then stays closed as long as the page.
    }
  },
};

async function look(): Promise<void> {
  if (document.hidden) return;
  const found = await call<unknown>("/api/announcements").catch(() => null);
  if (Array.isArray(found)) told = found as Announcement[];
}

function hear({ key }: StorageEvent): void {
  if (key === KEY) closed = kept();
}

/** Ask now, every few minutes, and whenever the page is looked at again; ends with what it returns. */
export function followAnnouncements(): () => void {
  void look();
  const timer = setInterval(look, AGAIN);
  document.addEventListener("visibilitychange", look);
  addEventListener("storage", hear);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
    removeEventListener("storage", hear);
  };
}

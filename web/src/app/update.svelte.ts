/** The service worker: registered through the Trusted Types policy `okey`, renewed only when nobody is in a deal. */

interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptUrlPolicy;
}

/** Only scripts of our own origin pass. */
export function ownScript(url: string, base: string = location.href): string {
  const whole = new URL(url, base);
  if (whole.origin !== new URL(base).origin) throw new TypeError(`not our own script: ${url}`);
  return whole.href;
}

function policy(): ScriptUrlPolicy {
  const factory = (window as { trustedTypes?: PolicyFactory }).trustedTypes;
  const rules = { createScriptURL: (url: string) => ownScript(url) };
  return factory ? factory.createPolicy("okey", rules) : rules;
}

let waiting: ServiceWorker | null = $state.raw(null);
let held = $state(false);

export const update = {
  /** A newer version waits. */
  get ready(): boolean {
    return waiting !== null;
  },
  /** True while a deal runs: no notice asks for a reload, and none happens. The table sets it. */
  get hold(): boolean {
    return held;
  },
  set hold(value: boolean) {
    held = value;
  },
  /** Lets the waiting version take over and loads the page anew; does nothing while held. */
  apply(): void {
    if (held || waiting === null) return;
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting.postMessage({ type: "SKIP_WAITING" });
  },
};

function watch(registration: ServiceWorkerRegistration): void {
  const look = () => {
    // Without a controller this is the first visit, not a renewal.
    if (registration.waiting && navigator.serviceWorker.controller) waiting = registration.waiting;
  };
  look();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", look);
  });
}

/** Registers the worker in a built page. A browser without workers simply goes without. */
export async function startWorker(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  try {
    watch(await navigator.serviceWorker.register(policy().createScriptURL("/sw.js")));
  } catch {
    // No worker: the page works all the same, only not without the network.
  }
}

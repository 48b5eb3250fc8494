import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";
import { ICON_NAMES } from "./src/app/icon-names.ts";
import { bundleNotes } from "./tools/bundle.ts";
import { icons } from "./tools/icons.ts";
import { precompress } from "./tools/precompress.ts";
import { single } from "./tools/single.ts";

/** The page is built into the Python package; the server reads it from there. */
const outDir = "../src/okey/server/static";

export default defineConfig({
  base: "/",
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // a data: image would need img-src data:
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8000",
      "/ws": { target: "ws://127.0.0.1:8000", ws: true },
    },
  },
  plugins: [
    svelte(),
    svelteTesting(),
    icons(ICON_NAMES),
    VitePWA({
      injectRegister: null, // src/app/update.svelte.ts registers through the Trusted Types policy
      registerType: "prompt",
      includeManifestIcons: false,
      manifest: {
        id: "/",
        name: "Okey",
        short_name: "Okey",
        description: "Okey: bilgisayara karşı, kurallara göre.",
        lang: "tr",
        start_url: "/",
        display: "standalone",
        theme_color: "#12161A",
        background_color: "#143C31",
        icons: [{ src: "/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" }],
      },
      workbox: {
        inlineWorkboxRuntime: true, // no importScripts: it is a Trusted Types sink
        sourcemap: false,
        globPatterns: ["**/*.{html,js,css,svg,woff2,webmanifest}"],
        globIgnores: ["okey-dogrula.html"], // for the disk, not for the shell
        navigateFallback: "/index.html",
        navigateFallbackDenylist: [/^\/api\//, /^\/ws/, /^\/schema/],
        runtimeCaching: [], // what is not the shell always goes to the network
        cleanupOutdatedCaches: true,
      },
    }),
    bundleNotes(),
    single(),
    precompress(),
  ],
  test: {
    environment: "happy-dom",
    isolate: false, // see src/fresh.ts
    setupFiles: ["src/fresh.ts"],
    maxWorkers: "100%",
    include: ["src/**/*.test.ts", "tools/**/*.test.ts"],
    restoreMocks: true,
    testTimeout: 30_000, // a busy machine is no failure
  },
});

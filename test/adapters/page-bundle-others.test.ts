// What is not known to be for pages alone has all of it, and esbuild finds the device host as rolldown does (page-bundle.test.ts).

import esbuildPlugin from "@lanewise/transformer/esbuild";
import { afterAll, describe, expect, test, vi } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import {
  type Bundle,
  browser,
  bundled,
  esbuildWith,
  parts,
  rolldownWith,
  testsOfHost,
  viteWith,
} from "./page-bundles.js";

afterAll(removeTemporaryFolders);
vi.setConfig({ testTimeout: 300_000 });

const forAny: Readonly<Record<string, Bundle>> = {
  "rolldown, which is told no platform": rolldownWith({}, "esm"),
  "rolldown, scripts": rolldownWith(browser, "iife"),
  "esbuild, which is told no platform": esbuildWith({ format: "esm" }),
  "esbuild, scripts": esbuildWith({ ...browser, format: "iife" }),
  "vite, for a server": viteWith({ build: { ssr: "src/main.ts" } }),
  "vite, a library": viteWith({ build: { lib: { entry: "src/main.ts", formats: ["es"] } } }),
  "vite, one file": viteWith({ build: { assetsInlineLimit: 100_000 } }),
  "vite, scripts": viteWith({ build: { rollupOptions: { output: { format: "iife" } } } }),
};

describe.each(Object.entries(forAny))("0113 %s", (_, bundle) => {
  test("has all of it", async () => {
    expect(new Set(Object.values(parts((await bundled(bundle)).text)))).toEqual(new Set([true]));
  });
});

describe("0113 the device host: esbuild", () => {
  testsOfHost((methods) => esbuildWith({ ...browser, format: "esm", plugins: [esbuildPlugin(methods)] }));
});

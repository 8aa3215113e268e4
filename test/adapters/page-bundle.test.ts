// Bundles that only pages load have neither the text of the threads' script, which is a file beside them, nor what runs in Node
// (docs/decisions/0113-bundles-for-pages.md).

import { readdirSync } from "node:fs";
import { join } from "node:path";
import esbuildPlugin from "@lanewise/transformer/esbuild";
import rolldownPlugin from "@lanewise/transformer/rolldown";
import vitePlugin from "@lanewise/transformer/vite";
import * as esbuild from "esbuild";
import * as rolldown from "rolldown";
import { build, type InlineConfig } from "vite";
import { afterAll, describe, expect, test, vi } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { project, read, run } from "./projects.js";

afterAll(removeTemporaryFolders);
vi.setConfig({ testTimeout: 300_000 });

const files = {
  "index.html": '<script type="module" src="/src/main.ts"></script>',
  "src/main.ts": `import { Queue } from "lanewise";

const q = new Queue();
const x = q.mallocShared(Float32Array, [1, 2, 3]);
q.parallelFor(3, (i) => { x[i] = x[i]! * 2; }).then(() => console.log(x[2], q.threads));
`,
};
const options = {
  types: [],
  lib: ["es2023", "dom"],
  module: "esnext",
  moduleResolution: "bundler",
  rootDir: undefined,
};

type Bundle = (folder: string) => Promise<unknown>;

const rolldownWith = (input: rolldown.InputOptions, format: "esm" | "iife"): Bundle => {
  return (folder) =>
    rolldown.build({
      ...{ input: join(folder, "src/main.ts"), cwd: folder, logLevel: "silent", plugins: [rolldownPlugin()], ...input },
      output: { dir: join(folder, "out"), entryFileNames: "main.mjs", format },
    });
};
const esbuildWith = (changed: esbuild.BuildOptions): Bundle => {
  return (folder) =>
    esbuild.build({
      ...{ entryPoints: [join(folder, "src/main.ts")], outfile: join(folder, "out/main.mjs"), bundle: true },
      ...{ plugins: [esbuildPlugin()], logLevel: "silent", ...changed },
    });
};
const viteWith = (changed: InlineConfig): Bundle => {
  return (root) =>
    build({
      ...{ root, configFile: false, logLevel: "error", plugins: [vitePlugin()], ...changed },
      build: { outDir: "out", minify: false, chunkSizeWarningLimit: 5000, ...changed.build },
    });
};

const browser = { platform: "browser" } as const;
const forPages: Readonly<Record<string, Bundle>> = {
  rolldown: rolldownWith(browser, "esm"),
  esbuild: esbuildWith({ ...browser, format: "esm" }),
  vite: viteWith({}),
};
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

/** All that is written, but the script of threads itself. */
async function bundled(bundle: Bundle): Promise<{ readonly folder: string; readonly text: string }> {
  const folder = project(files, options);
  await bundle(folder);
  const written = Object.entries(read(join(folder, "out"))).filter(([name]) => !name.includes("lanewise-worker"));
  return { folder, text: written.map(([, text]) => text).join("\n") };
}

/** Of the script's text, and of what runs in Node. */
const parts = (text: string) => ({
  script: /use strict\\?[`'"];\(\(\)=>/.test(text),
  node: text.includes("eventLoopUtilization"),
});
const hasScriptBeside = (folder: string): boolean =>
  readdirSync(join(folder, "out"), { recursive: true }).some((name) => String(name).includes("lanewise-worker"));

describe.each(Object.entries(forPages))("0113 %s", (_, bundle) => {
  test("has the script as a file alone", async () => {
    const { folder, text } = await bundled(bundle);
    expect(parts(text)).toEqual({ script: false, node: false });
    expect(hasScriptBeside(folder)).toBe(true);
  });
});

describe.each(Object.entries(forAny))("0113 %s", (_, bundle) => {
  test("has both", async () => {
    expect(parts((await bundled(bundle)).text)).toEqual({ script: true, node: true });
  });
});

test("0113 in Node, such a bundle says what it is", async () => {
  const { folder } = await bundled(forPages.rolldown ?? rolldownWith(browser, "esm"));
  const { stdout, stderr } = run(folder, ["out/main.mjs"]);
  expect(stdout).toBe("");
  expect(stderr).toContain("LW4017: This bundle was built for pages: it does not run in Node.");
});

// Bundles that only pages load have neither the text of the threads' script, which is a file beside them, nor what runs in Node, nor a device that
// no module names, nor profiles (docs/decisions/0113-bundles-for-pages.md).

import { readdirSync, writeFileSync } from "node:fs";
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

/** Of the script's text, of what runs in Node, of the interpreter, of profiles, shorter stacks and shown sources, and of variables. */
const parts = (text: string) => ({
  interpreter: text.includes("createInterpreter"),
  profile: text.includes("lanewise.profile"),
  stacks: text.includes("captureDeeply"),
  sources: text.includes("host.showSource("),
  variables: text.includes("LANEWISE_FEATURES"),
  script: /use strict\\?[`'"];\(\(\)=>/.test(text),
  node: text.includes("eventLoopUtilization"),
});
const hasScriptBeside = (folder: string): boolean =>
  readdirSync(join(folder, "out"), { recursive: true }).some((name) => String(name).includes("lanewise-worker"));

describe.each(Object.entries(forPages))("0113 %s", (_, bundle) => {
  test("has the script as a file alone", async () => {
    const { folder, text } = await bundled(bundle);
    expect(new Set(Object.values(parts(text)))).toEqual(new Set([false]));
    expect(hasScriptBeside(folder)).toBe(true);
  });
});

describe.each(Object.entries(forAny))("0113 %s", (_, bundle) => {
  test("has all of it", async () => {
    expect(new Set(Object.values(parts((await bundled(bundle)).text)))).toEqual(new Set([true]));
  });
});

const launchOn = (
  device: string,
) => `import { ${device.includes("Devices") ? "discoverDevices, " : ""}Queue } from "lanewise";

const x = new Float32Array(3);
const launch = async () => {
  const q = new Queue({ device: ${device} });
  await q.parallelFor(3, (i) => { x[i] = i * 2; });
  return x[2];
};
launch().then((value) => console.log(value), (error: unknown) => console.log(String(error).split("\\n")[0]));
`;

/** What a page prints first: Node imitates one. */
function printed(folder: string): string {
  const lines = [
    "globalThis.document = {};",
    "const { log } = console;",
    "console.log = (...all) => { log(...all); process.exit(); };",
    'await import("./main.mjs");',
  ];
  writeFileSync(join(folder, "out/page.mjs"), lines.join("\n"));
  return run(folder, ["out/page.mjs"]).stdout.trim();
}

describe.each([
  ["rolldown", (methods: object) => rolldownWith({ ...browser, plugins: [rolldownPlugin(methods)] }, "esm")],
  ["esbuild", (methods: object) => esbuildWith({ ...browser, format: "esm", plugins: [esbuildPlugin(methods)] })],
] as const)("0113 the device host: %s", (_, bundle) => {
  const hidden = 'await Promise.resolve(["ho", "st"].join("") as never)';
  const missing = 'LanewiseError: LW4017: device "host": the bundle has no code for it.';
  test.each([
    ["named", '"host"', {}, "4"],
    ["from the list of devices", "(await discoverDevices()).find((one) => one.threads === 1) ?? undefined", {}, "4"],
    ["by a name that nobody sees", hidden, {}, missing],
    ["so, with all methods", hidden, { methods: "all" }, "4"],
  ])("%s", async (_, device, methods, expected) => {
    const folder = project({ "src/main.ts": launchOn(device) }, options);
    await bundle(methods)(folder);
    expect(printed(folder)).toBe(expected);
  });
});

test.each([
  ["x[i] = x[i]! * 2", false, "2"],
  ["const kept = [4, 5, 6]; kept[i] = x[i]!; x[i] = kept[0]! + kept[i]!", true, "2"],
  ["const inner = (a: Float32Array) => a[i]! + 1; x[i] = inner(x)", true, "2"],
])("0036 the passes for private memory are there for kernels that need them: %s", async (body, expected, first) => {
  const main = `import { Queue } from "lanewise";
const x = new Float32Array([1, 2, 3]);
new Queue().parallelFor(3, (i) => { ${body}; }).then(() => console.log(x[0]), console.log);
`;
  const folder = project({ "src/main.ts": main }, options);
  await rolldownWith(browser, "esm")(folder);
  expect(/function replaceAggregates\b/.test(read(join(folder, "out"))["main.mjs"] ?? "")).toBe(expected);
  expect(printed(folder)).toBe(first);
});

test("0113 in Node, such a bundle says what it is", async () => {
  const { folder } = await bundled(forPages.rolldown ?? rolldownWith(browser, "esm"));
  const { stdout, stderr } = run(folder, ["out/main.mjs"]);
  expect(stdout).toBe("");
  expect(stderr).toContain("LW4017: This bundle was built for pages: it does not run in Node.");
});

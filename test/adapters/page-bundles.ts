// Programs bundled for pages and for any host: the bundlers' ways, what their bundles have, and what such a bundle prints where Node imitates a page
// (page-bundle.test.ts, page-bundle-others.test.ts).

import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import esbuildPlugin from "@lanewise/transformer/esbuild";
import rolldownPlugin from "@lanewise/transformer/rolldown";
import vitePlugin from "@lanewise/transformer/vite";
import * as esbuild from "esbuild";
import * as rolldown from "rolldown";
import { build, type InlineConfig } from "vite";
import { expect, test } from "vitest";
import { project, read, run, smallNode } from "./projects.js";

const files = {
  "index.html": '<script type="module" src="/src/main.ts"></script>',
  "src/main.ts": `import { Queue } from "lanewise";

const q = new Queue();
const x = q.mallocShared(Float32Array, [1, 2, 3]);
q.parallelFor(3, (i) => { x[i] = x[i]! * 2; }).then(() => console.log(x[2], q.threads));
`,
};
export const options = {
  types: smallNode,
  module: "esnext",
  moduleResolution: "bundler",
  rootDir: undefined,
};

export type Bundle = (folder: string) => Promise<unknown>;

export const rolldownWith = (input: rolldown.InputOptions, format: "esm" | "iife"): Bundle => {
  return (folder) =>
    rolldown.build({
      ...{ input: join(folder, "src/main.ts"), cwd: folder, logLevel: "silent", plugins: [rolldownPlugin()], ...input },
      output: { dir: join(folder, "out"), entryFileNames: "main.mjs", format },
    });
};
export const esbuildWith = (changed: esbuild.BuildOptions): Bundle => {
  return (folder) =>
    esbuild.build({
      ...{ entryPoints: [join(folder, "src/main.ts")], outfile: join(folder, "out/main.mjs"), bundle: true },
      ...{ plugins: [esbuildPlugin()], logLevel: "silent", ...changed },
    });
};
export const viteWith = (changed: InlineConfig): Bundle => {
  return (root) =>
    build({
      ...{ root, configFile: false, logLevel: "error", plugins: [vitePlugin()], ...changed },
      build: { outDir: "out", minify: false, chunkSizeWarningLimit: 5000, ...changed.build },
    });
};

export const browser = { platform: "browser" } as const;
/** All that is written, but the script of threads itself. */
export async function bundled(bundle: Bundle): Promise<{ readonly folder: string; readonly text: string }> {
  const folder = project(files, options);
  await bundle(folder);
  const written = Object.entries(read(join(folder, "out"))).filter(([name]) => !name.includes("lanewise-worker"));
  return { folder, text: written.map(([, text]) => text).join("\n") };
}

/** Of the script's text, of what runs in Node, of the interpreter, of profiles, shorter stacks and shown sources, and of variables. */
export const parts = (text: string) => ({
  interpreter: text.includes("createInterpreter"),
  profile: text.includes("lanewise.profile"),
  stacks: text.includes("captureDeeply"),
  sources: text.includes("host.showSource("),
  variables: text.includes("LANEWISE_FEATURES"),
  script: /use strict\\?[`'"];\(\(\)=>/.test(text),
  node: text.includes("eventLoopUtilization"),
});
export const hasScriptBeside = (folder: string): boolean =>
  readdirSync(join(folder, "out"), { recursive: true }).some((name) => String(name).includes("lanewise-worker"));

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
export function printed(folder: string): string {
  const lines = [
    "globalThis.document = {};",
    "const { log } = console;",
    "console.log = (...all) => { log(...all); process.exit(); };",
    'await import("./main.mjs");',
  ];
  writeFileSync(join(folder, "out/page.mjs"), lines.join("\n"));
  return run(folder, ["out/page.mjs"]).stdout.trim();
}

/** Tests that a bundle finds the device host where a module names it. `bundle` has the methods that the plugin is told. */
export function testsOfHost(bundle: (methods: object) => Bundle): void {
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
}

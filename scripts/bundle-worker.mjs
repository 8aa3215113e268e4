// Makes one script without imports of what threads run (runtime/src/device/cpu/threads/worker.ts): `dist/host/lanewise-worker.js`, which
// bundlers and servers give to browsers as it is, and the same as a text, from which threads start where there is no such file. Called by setup.mjs.

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const dist = new URL("../runtime/dist/", import.meta.url);
const folder = new URL("host/", dist);
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL("device/cpu/threads/worker.js", dist))],
  bundle: true,
  // Neither a module nor CommonJS: it runs as either.
  format: "iife",
  target: "es2022",
  minify: true,
  write: false,
});
const [{ text }] = outputFiles;
writeFileSync(new URL("lanewise-worker.js", folder), text);
writeFileSync(new URL("worker-text.js", folder), `export const workerText = ${JSON.stringify(text)};\n`);

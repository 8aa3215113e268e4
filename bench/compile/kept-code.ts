// Measures kept code: a program of 50 kernels, built once, makes all of them in fresh processes, with what an earlier one has kept and without.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "../statistics.js";
import { generateProject } from "./generate-project.js";

const kernels = 50;

export interface KeptCodeResult {
  readonly kernels: number;
  /** Code generation, and loading instead, in ms. */
  readonly generatedMs: number;
  readonly loadedMs: number;
  /** All that comes before the first launch could run: decoding, linking, code, instances. */
  readonly startWithoutMs: number;
  readonly startWithMs: number;
}

interface Run {
  readonly generated: number;
  readonly loaded: number;
  readonly start: number;
}

export function measureKeptCode(root: string, folder: string): KeptCodeResult {
  generateProject(folder, kernels, join(root, "node_modules"), 1);
  const build = spawnSync(process.execPath, [join(root, "transformer/bin/lanewise.js"), "build"], { cwd: folder });
  if (build.status !== 0) throw new Error("the generated project does not compile");
  const imports = Array.from({ length: kernels }, (_, index) => `import "./dist/file${index}.js";\n`).join("");
  writeFileSync(join(folder, "main.js"), `${imports}${main}`);
  const run = (cache: string): Run => {
    const env = { ...process.env, LANEWISE_CACHE: cache };
    const { stdout, status } = spawnSync(process.execPath, ["main.js"], { cwd: folder, env, encoding: "utf8" });
    if (status !== 0) throw new Error("the generated program failed");
    // What `main` prints.
    return JSON.parse(stdout) as Run;
  };
  const cache = join(folder, "cache");
  run(cache);
  const pairs = Array.from({ length: 9 }, () => ({ without: run("off"), kept: run(cache) }));
  return {
    kernels,
    generatedMs: median(pairs.map(({ without }) => without.generated)),
    loadedMs: median(pairs.map(({ kept }) => kept.loaded)),
    startWithoutMs: median(pairs.map(({ without }) => without.start)),
    startWithMs: median(pairs.map(({ kept }) => kept.start)),
  };
}

const main = `import { codeCache, Context, getKernelBundle } from "lanewise";
const context = new Context();
const begin = performance.now();
getKernelBundle(context, "executable");
const start = performance.now() - begin;
const { generated, loaded } = codeCache.times;
console.log(JSON.stringify({ generated: generated.ms, loaded: loaded.ms, start }));
`;

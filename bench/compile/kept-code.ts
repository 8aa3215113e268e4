// Measures kept code: a program of 50 kernels, built once, makes all of them in fresh processes, with what an earlier one has kept and without.
// And one of 20 kernels of work-groups, each with local memory and barriers, which launches them.

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "../statistics.js";
import { generateProject } from "./generate-project.js";

const kernels = 50;
const groupKernels = 20;

export interface KeptCodeResult {
  readonly kernels: number;
  /** Code generation, and loading instead, in ms. */
  readonly generatedMs: number;
  readonly loadedMs: number;
  /** All that comes before the first launch could run: decoding, linking, code, instances. */
  readonly startWithoutMs: number;
  readonly startWithMs: number;
  /** Of kernels of work-groups, in ms; dividing them into regions is part of it. */
  readonly groups: { readonly kernels: number; readonly generatedMs: number; readonly loadedMs: number };
}

interface Run {
  readonly generated: number;
  readonly loaded: number;
  readonly start: number;
}

export function measureKeptCode(root: string, folder: string): KeptCodeResult {
  generateProject(folder, kernels, join(root, "node_modules"), 1);
  writeFileSync(join(folder, "src", "groups.ts"), groupsSource());
  const build = spawnSync(process.execPath, [join(root, "transformer/bin/lanewise.js"), "build"], { cwd: folder });
  if (build.status !== 0) throw new Error(`the generated project does not compile:\n${build.stdout}${build.stderr}`);
  const imports = Array.from({ length: kernels }, (_, index) => `import "./dist/file${index}.js";\n`).join("");
  writeFileSync(join(folder, "main.js"), `${imports}${main}`);
  writeFileSync(join(folder, "groups.js"), groupsMain);
  const pairs = runPairs(folder, "main.js");
  const groups = runPairs(folder, "groups.js");
  return {
    kernels,
    ...times(pairs),
    startWithoutMs: median(pairs.map(({ without }) => without.start)),
    startWithMs: median(pairs.map(({ kept }) => kept.start)),
    groups: { kernels: groupKernels, ...times(groups) },
  };
}

interface Pair {
  readonly without: Run;
  readonly kept: Run;
}

function times(pairs: readonly Pair[]) {
  return {
    generatedMs: median(pairs.map(({ without }) => without.generated)),
    loadedMs: median(pairs.map(({ kept }) => kept.loaded)),
  };
}

function runPairs(folder: string, file: string): readonly Pair[] {
  const run = (cache: string): Run => {
    const env = { ...process.env, LANEWISE_CACHE: cache };
    const { stdout, stderr, status } = spawnSync(process.execPath, [file], { cwd: folder, env, encoding: "utf8" });
    if (status !== 0) throw new Error(`the generated program failed:\n${stderr}`);
    // What the programs below print.
    return JSON.parse(stdout) as Run;
  };
  const cache = join(folder, `cache-of-${file}`);
  mkdirSync(cache, { mode: 0o700 });
  run(cache);
  return Array.from({ length: 9 }, () => ({ without: run("off"), kept: run(cache) }));
}

const printed = "console.log(JSON.stringify({ generated: generated.ms, loaded: loaded.ms, start }));";

const main = `import { codeCache, Context, getKernelBundle } from "lanewise";
const context = new Context();
const begin = performance.now();
getKernelBundle(context, "executable");
const start = performance.now() - begin;
const { generated, loaded } = codeCache.times;
${printed}
`;

/** Sums of blocks by halves, in local memory, each of another function of the elements. */
function groupsSource(): string {
  const launches = Array.from(
    { length: groupKernels },
    (_, index) => `  await q.parallelFor(ndRange(256, 64), (item: NdItem<1>) => {
    const tile = localMemory(Float32Array, 64);
    const at = item.localId();
    tile[at] = x[item.globalId()]! * ${index + 1};
    item.barrier();
    for (let half = 32; half > 0; half >>= 1) {
      if (at < half) tile[at] = tile[at]! + tile[at + half]!;
      item.barrier();
    }
    if (at === 0) sums[item.group.id()] = tile[0]!;
  });`,
  );
  return `import { localMemory, type NdItem, ndRange, type Queue } from "lanewise";

export async function run(q: Queue): Promise<number> {
  const x = q.mallocShared(Float32Array, 256);
  const sums = q.mallocShared(Float32Array, 4);
${launches.join("\n")}
  return sums[0]!;
}
`;
}

const groupsMain = `import { codeCache, Queue } from "lanewise";
import { run } from "./dist/groups.js";
const q = new Queue({ threads: 1 });
const begin = performance.now();
await run(q);
const start = performance.now() - begin;
const { generated, loaded } = codeCache.times;
${printed}
`;

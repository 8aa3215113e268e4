// `npm run bench:compile`: the compiler's own speed. Writes bench/results/compile.json and prints the goals with what was
// measured; exits 1 where a goal is missed.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { encodeImage } from "@lanewise/ir";
import { compileProgram } from "@lanewise/transformer";
import ts from "typescript-6";
import { describeMachine } from "../machine.js";
import { median } from "../statistics.js";
import { type BackEndResult, measureWarm } from "./back-end.js";
import { measureFrontEnd } from "./front-end.js";
import { generateProject } from "./generate-project.js";
import { measureKeptCode } from "./kept-code.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = 200;

/** The image of one generated file, in a file of its own. */
function writeImage(folder: string): string {
  const source = join(folder, "src", "file0.ts");
  const options: ts.CompilerOptions = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023, types: [] };
  const compilation = compileProgram(ts, ts.createProgram({ rootNames: [source], options }));
  const image = compilation.files.get(source)?.images[0];
  if (!image) throw new Error("the generated file has an image");
  const file = join(folder, "kernel.image");
  writeFileSync(file, encodeImage(image));
  return file;
}

/** The median over fresh processes. */
function measureFirst(image: string): number {
  const lanewise = join(root, "transformer/bin/lanewise.js");
  const main = join(root, "bench/compile/first-instance.ts");
  const times = Array.from({ length: 7 }, () => {
    const { stdout, status } = spawnSync(process.execPath, [lanewise, "run", main, image], { encoding: "utf8" });
    if (status !== 0) throw new Error("the fresh process failed");
    return Number(stdout);
  });
  return median(times);
}

const folder = mkdtempSync(join(tmpdir(), "lanewise-bench-"));
try {
  const sparse = join(folder, "sparse");
  generateProject(sparse, files, join(root, "node_modules"), 10);
  generateProject(folder, files, join(root, "node_modules"), 1);
  const frontEnd = measureFrontEnd(root, folder, files, 7);
  const sparseFrontEnd = measureFrontEnd(root, sparse, files / 10, 7);
  const image = writeImage(folder);
  const backEnd: BackEndResult = { kernel: "5-tap smoothing", ...measureWarm(image), firstMs: measureFirst(image) };
  const keptCode = measureKeptCode(root, join(folder, "kept"));
  const goals = [
    { what: `${files} files, each with a kernel, against plain tsc`, unit: "x", value: frontEnd.ratio, goal: 1.5 },
    {
      what: `${files} files, a tenth with kernels, against plain tsc`,
      unit: "x",
      value: sparseFrontEnd.ratio,
      goal: 1.5,
    },
    { what: "IR to instance, warm", unit: "ms", value: backEnd.warmMs, goal: 1 },
    { what: "IR to instance, first in a fresh process", unit: "ms", value: backEnd.firstMs, goal: 3 },
    {
      what: `code of ${keptCode.kernels} kernels, loaded against generated`,
      unit: "x",
      value: keptCode.loadedMs / keptCode.generatedMs,
      goal: 0.1,
    },
    {
      what: `code of ${keptCode.groups.kernels} kernels of work-groups, loaded against generated`,
      unit: "x",
      value: keptCode.groups.loadedMs / keptCode.groups.generatedMs,
      goal: 0.1,
    },
    {
      what: `start of ${keptCode.kernels} kernels with kept code against without`,
      unit: "x",
      value: keptCode.startWithMs / keptCode.startWithoutMs,
      goal: 1,
    },
  ];
  console.log(`front end: ${frontEnd.passesMsPerKernel.toFixed(2)} ms per kernel`);
  console.log(`kernel: ${backEnd.wasmBytes} bytes of WebAssembly`);
  for (const { what, unit, value, goal } of goals) {
    console.log(`${value <= goal ? "met " : "MISS"} ${what}: ${value.toFixed(2)} ${unit} (goal: at most ${goal})`);
  }
  const result = { machine: describeMachine(), frontEnd, sparseFrontEnd, backEnd, keptCode, goals };
  writeFileSync(join(root, "bench/results/compile.json"), `${JSON.stringify(result, null, 2)}\n`);
  process.exitCode = goals.every(({ value, goal }) => value <= goal) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

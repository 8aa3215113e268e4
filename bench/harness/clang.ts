// Runs clang on the kernels' C. What it makes stands in bench/out, under a name with a digest of sources and flags, so that nothing is
// compiled twice.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { benchFolder, outFolder } from "./folders.js";
import { NotMeasured } from "./variant.js";

const candidates = ["clang-19", "clang"];

/** No errno, as no caller looks at it: else sqrtf is a call that is not vectorised. */
const optimise = ["-O3", "-fno-math-errno"];

export const wasmFlags: readonly string[] = [
  ...optimise,
  "--target=wasm32",
  "-msimd128",
  "-mbulk-memory",
  "-mnontrapping-fptoint",
  "-nostdlib",
  "-Wl,--no-entry,--export=run,--import-memory,-z,stack-size=65536",
];
export const sse2Flags: readonly string[] = [...optimise];
export const marchFlags: readonly string[] = [...optimise, "-march=native"];
export const openMpFlags: readonly string[] = [...optimise, "-fopenmp"];

let found: string | undefined;

/** The compiler's command; undefined where there is none. */
export function findClang(): string | undefined {
  found ??= candidates.find((command) => spawnSync(command, ["--version"]).status === 0);
  return found;
}

export function clangVersion(): string | undefined {
  const clang = findClang();
  return clang && spawnSync(clang, ["--version"], { encoding: "utf8" }).stdout.split("\n", 1)[0];
}

/** Compiles sources of the bench folder (separated by spaces) to a file of bench/out; its path. */
export function compileC(sources: string, output: string, flags: readonly string[]): string {
  const clang = findClang();
  if (!clang) throw new NotMeasured("clang is not installed");
  const inputs = sources.split(" ").map((source) => join(benchFolder, source));
  const digest = createHash("sha256").update([clang, ...flags].join(" "));
  for (const file of [...inputs, join(benchFolder, "harness/kernel.h")]) digest.update(readFileSync(file));
  const file = join(outFolder, "c", `${digest.digest("hex").slice(0, 12)}-${basename(output)}`);
  if (existsSync(file)) return file;
  mkdirSync(join(outFolder, "c"), { recursive: true });
  const include = `-I${join(benchFolder, "harness")}`;
  const { status, stderr } = spawnSync(clang, [...flags, include, "-o", file, ...inputs], { encoding: "utf8" });
  if (status !== 0)
    throw new NotMeasured(`clang failed on ${sources}: ${stderr.trim().split("\n").slice(0, 3).join(" ")}`);
  return file;
}

// The baseline "assemblyscript": the kernel's AssemblyScript by asc -O3, without checks, over a memory of its own. Cached as C is.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { benchFolder, outFolder } from "../folders.js";
import type { Kernel } from "../kernel.js";
import { NotMeasured, type Prepared } from "../variant.js";
import type { Workload } from "../workload.js";
import { prepareTableModule } from "./wasm.js";

const compiler = join(benchFolder, "node_modules/assemblyscript/bin/asc.js");
const flags = ["-O3", "--noAssert", "--runtime", "stub", "--importMemory", "--enable", "simd", "--memoryBase", "1024"];
const base = 131_072; // its data ends far below

export function prepareAssemblyScript(kernel: Kernel, workload: Workload): Prepared {
  return prepareTableModule(workload, new WebAssembly.Module(readFileSync(compile(kernel.name))), base);
}

function compile(name: string): string {
  if (!existsSync(compiler)) throw new NotMeasured("AssemblyScript is not installed");
  const source = join(benchFolder, "kernels", name, "kernel.as.ts");
  const digest = createHash("sha256").update(flags.join(" ")).update(readFileSync(source)).digest("hex").slice(0, 12);
  const file = join(outFolder, "as", `${digest}-${name}.wasm`);
  if (existsSync(file)) return file;
  mkdirSync(join(outFolder, "as"), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [compiler, source, ...flags, "-o", file], {
    encoding: "utf8",
  });
  if (status !== 0) throw new NotMeasured(`asc failed on ${name}: ${stderr.trim().split("\n", 1).join("")}`);
  return file;
}

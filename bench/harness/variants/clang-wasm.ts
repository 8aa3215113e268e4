// The baseline "clang-wasm": the kernel's C, freestanding, by clang -O3 -msimd128.

import { readFileSync } from "node:fs";
import { compileC, wasmFlags } from "../clang.js";
import type { Kernel } from "../kernel.js";
import type { Prepared } from "../variant.js";
import type { Workload } from "../workload.js";
import { prepareTableModule } from "./wasm.js";

/** The linker puts nothing but a small stack below this. */
const base = 131_072;

export function prepareClangWasm(kernel: Kernel, workload: Workload): Prepared {
  const file = compileC(`kernels/${kernel.name}/kernel.c`, `${kernel.name}.wasm`, wasmFlags);
  return prepareTableModule(workload, new WebAssembly.Module(readFileSync(file)), base);
}

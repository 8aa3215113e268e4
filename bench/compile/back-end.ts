// Measures the back end: a kernel's IR to WebAssembly bytes to an instance, warm in this process and as the first one of a
// fresh process (this file is also that process's main module).

import { readFileSync } from "node:fs";
import { compileWasm } from "@lanewise/codegen";
import { decodeImage, decodeModule, type Module } from "@lanewise/ir";
import { median, timed } from "../statistics.js";

export interface BackEndResult {
  readonly kernel: string;
  readonly wasmBytes: number;
  readonly warmMs: number;
  readonly firstMs: number;
}

/** IR to bytes to instance, once. */
function instantiate(module: Module, memory: WebAssembly.Memory): number {
  const kernel = module.functions.findIndex(({ linkage }) => linkage === "kernel");
  const options = {
    module,
    kernel,
    bounds: "checked",
    threads: "one",
    features: "scalar",
    fp: "strict",
    shape: "rows",
    privatise: false,
    sharedMemory: true,
  } as const;
  const { bytes, globals } = compileWasm(options);
  const addresses = globals.map((index) => [index, new WebAssembly.Global({ value: "i32" }, 1024)]);
  const math = Object.fromEntries(
    Object.getOwnPropertyNames(Math).map((name) => [name, Reflect.get(Math, name) as unknown]),
  );
  const imports = { lanewise: { memory }, global: Object.fromEntries(addresses), math };
  new WebAssembly.Instance(new WebAssembly.Module(bytes), imports as WebAssembly.Imports); // functions, globals, a memory
  return bytes.length;
}

function moduleOf(imageFile: string): Module {
  return decodeModule(decodeImage(readFileSync(imageFile)).code);
}

export function measureWarm(imageFile: string): { wasmBytes: number; warmMs: number } {
  const module = moduleOf(imageFile);
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536, shared: true });
  let wasmBytes = 0;
  const times = Array.from({ length: 300 }, () =>
    timed(() => {
      wasmBytes = instantiate(module, memory);
    }),
  );
  return { wasmBytes, warmMs: median(times.slice(100)) };
}

/** In a fresh process: the first instance that it makes, modules already imported. */
export function measureFirst(imageFile: string): number {
  const module = moduleOf(imageFile);
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536, shared: true });
  return timed(() => instantiate(module, memory));
}

// The options under which tools look at an image's programs: as the cpu device compiles them for one thread, with the
// image's bounds and fp, unless overridden.

import type { Gang, WasmFeatures, WasmOptions } from "@lanewise/codegen";
import { accessOf, type DeviceImage, hasBody, type Module } from "@lanewise/ir";
import { type BuildOptions, buildOptionValues } from "./build-options.js";

/** For which engine kernels are explained or inspected, and with which values. */
export interface ProgramOptions extends BuildOptions {
  /** The features of the engine. Default: "simd128". */
  readonly features?: WasmFeatures;
  /** The arrangement of gangs in a range of two or three dimensions. Default: "rows". */
  readonly shape?: "rows" | "flat";
  /** Work-items per gang. Default: the compiler's choice. */
  readonly gang?: Gang;
  /** Values of specialization constants and captures (specialized-module.ts). Default: the constants' defaults. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Why a kernel cannot be compiled from its image alone; undefined if it can. */
export function missingOf(module: Module, kernel: number): string | undefined {
  const reached = accessOf(module, kernel).functions.map((index) => module.functions[index]);
  const missing = reached.flatMap((fn) => (fn?.linkage === "imported" ? [fn.symbol] : []));
  if (missing.length > 0) {
    return `calls ${missing.join(", ")} of another image, with which it is linked when it is first launched`;
  }
  const isWhole = reached.every((fn) => fn && hasBody(fn));
  return isWhole ? undefined : "has references to functions, which are linked when it is first launched";
}

/** How many of a kernel's parameters are reducers; they are the last ones. */
export function reducersOf({ properties }: DeviceImage, symbol: string): number {
  return Number(properties["lanewise/reducers"]?.[symbol] ?? 0);
}

/** The code generator's options: shared memory, one thread. */
export function wasmOptions(image: DeviceImage, module: Module, asked: ProgramOptions): Omit<WasmOptions, "kernel"> {
  const { bounds, fp } = image.properties["lanewise/options"] ?? {};
  return {
    module,
    bounds: asked.bounds ?? buildOptionValues.bounds[Number(bounds ?? 0)] ?? "checked",
    fp: asked.fp ?? buildOptionValues.fp[Number(fp ?? 0)] ?? "default",
    features: asked.features ?? "simd128",
    shape: asked.shape ?? "rows",
    gang: asked.gang,
    threads: "one",
    privatise: false,
    sharedMemory: true,
  };
}

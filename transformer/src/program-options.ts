// The options under which the tools look at an image's programs: as the cpu device compiles them for one thread, with bounds
// and fp as the image was built, unless something else is asked for.

import type { Gang, WasmFeatures, WasmOptions } from "@lanewise/codegen";
import { accessOf, type DeviceImage, hasBody, type Module } from "@lanewise/ir";
import { type BuildOptions, buildOptionValues } from "./build-options.js";

export interface ProgramOptions extends BuildOptions {
  /** What the engine can run. Default: "simd128". */
  readonly features?: WasmFeatures;
  /** How gangs lie in a range of two or three dimensions. Default: "rows". */
  readonly shape?: "rows" | "flat";
  /** Work-items per gang. Default: the compiler's choice. */
  readonly gang?: Gang;
  /** What kernels are specialized by (specialized-module.ts). Default: the constants' defaults. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Why a kernel cannot be compiled as it stands in its image; undefined where it can. */
export function missingOf(module: Module, kernel: number): string | undefined {
  const reached = accessOf(module, kernel).functions.map((index) => module.functions[index]);
  const missing = reached.flatMap((fn) => (fn?.linkage === "imported" ? [fn.symbol] : []));
  if (missing.length > 0) {
    return `calls ${missing.join(", ")} of another image, with which it is linked when it is first launched`;
  }
  const isWhole = reached.every((fn) => fn && hasBody(fn));
  return isWhole ? undefined : "has references to functions, which are linked when it is first launched";
}

/** How many parameters of a kernel are reducers: the last ones. */
export function reducersOf({ properties }: DeviceImage, symbol: string): number {
  return Number(properties["lanewise/reducers"]?.[symbol] ?? 0);
}

/** Over shared memory, for one thread. */
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

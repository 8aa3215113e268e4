// Builds a module's device image after the split: its code, and the tables that the runtime reads first (requirements L4,
// L5, L7).

import {
  accessOf,
  type DeviceImage,
  encodeModule,
  type Fn,
  type KernelSymbol,
  type Module,
  moduleWithoutPositions,
  withFingerprint,
} from "@lanewise/ir";
import type { BuildOptions } from "../build-options.js";
import { propertiesOf, type ReducersOf } from "./properties.js";

export function imageOf(module: Module, options: BuildOptions, reducersOf: ReducersOf): DeviceImage {
  return {
    format: "ir",
    features: [],
    files: module.files,
    symbols: module.functions.flatMap((fn, index) => (fn.linkage === "kernel" ? [symbolOf(module, fn, index)] : [])),
    properties: withFingerprint(propertiesOf(module, options, reducersOf), moduleWithoutPositions(module)),
    code: encodeModule(module),
  };
}

function symbolOf(module: Module, fn: Fn, index: number): KernelSymbol {
  const { parameters: accesses } = accessOf(module, index);
  return {
    symbol: fn.symbol,
    name: fn.name,
    dimensions: fn.dimensions,
    parameters: fn.locals
      .slice(0, fn.parameters)
      .map((local, parameter) => ({ ...local, access: accesses[parameter] ?? "none" })),
    at: fn.at,
  };
}

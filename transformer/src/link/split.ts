// Post-link: makes the device images of one source module from its IR. Per source, the default, is one image
// (requirements L1, L2, L4, L5).

import { accessOf, type DeviceImage, encodeModule, type KernelSymbol, type Module } from "@lanewise/ir";
import type { BuildOptions } from "../build-options.js";
import { propertiesOf } from "./properties.js";

export function splitPerSource(module: Module, options: BuildOptions): DeviceImage[] {
  if (module.functions.length === 0 && module.globals.length === 0) return [];
  return [
    {
      format: "ir",
      features: [],
      files: module.files,
      symbols: module.functions.flatMap((fn, index) => (fn.linkage === "kernel" ? [symbolOf(module, index)] : [])),
      properties: propertiesOf(module, options),
      code: encodeModule(module),
    },
  ];
}

function symbolOf(module: Module, index: number): KernelSymbol {
  const fn = module.functions[index];
  if (!fn) throw new Error("a kernel's index is in its module");
  const { parameters: accesses } = accessOf(module, index);
  return {
    symbol: fn.symbol,
    name: fn.name,
    dimensions: fn.dimensions,
    parameters: fn.locals
      .slice(0, fn.parameters)
      .map(({ name, type }, parameter) => ({ name, type, access: accesses[parameter] ?? "none" })),
    at: fn.at,
  };
}

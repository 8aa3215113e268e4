// The device image of a kernel in chunks, for workers, which verify it like any image from outside.

import {
  accessOf,
  encodeImage,
  encodeModule,
  linkModules,
  type Module,
  moduleWithoutPositions,
  withFingerprint,
} from "@lanewise/ir";

export function chunkImage(module: Module, kernel: number, reducers: number, isStrict: boolean): Uint8Array {
  const { module: own } = linkModules({
    name: module.name,
    modules: [module],
    entries: [{ module: 0, index: kernel }],
  });
  const index = own.functions.findIndex(({ linkage }) => linkage === "kernel");
  const fn = own.functions[index];
  if (!fn) throw new Error("a linked kernel is in its module");
  const { parameters } = accessOf(own, index);
  const properties = {
    ...(reducers > 0 ? { "lanewise/reducers": { [fn.symbol]: reducers } } : {}),
    ...(isStrict ? { "lanewise/options": { fp: 1 } } : {}),
  };
  return encodeImage({
    format: "ir",
    features: [],
    files: own.files,
    symbols: [
      {
        symbol: fn.symbol,
        name: fn.name,
        dimensions: fn.dimensions,
        parameters: fn.locals
          .slice(0, fn.parameters)
          .map((local, parameter) => ({ ...local, access: parameters[parameter] ?? "none" })),
        at: fn.at,
      },
    ],
    properties: withFingerprint(properties, moduleWithoutPositions(own)),
    code: encodeModule(own),
  });
}

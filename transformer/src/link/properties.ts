// The property sets of an image, with the specification's names. "SYCL/device globals": id -> { u32 size, u8 device_image_scope } (requirement L4),
// only the program's own. Imported and exported symbols: symbol -> 1, after the split (L7, L8). Specialization constants: id -> bytes of the default.
// Function references: symbol -> 1, for functions whose references the code takes. Reducers: symbol -> count, for kernels that have any.
// "lanewise/options": the build's options that are not the default (docs/image.md).

import { CONSOLE_ID, type Fn, layoutOf, type Module, type PropertySets, referredSymbol } from "@lanewise/ir";
import { type BuildOptions, buildOptionValues, recordedOptionNames } from "../build-options.js";
import { isOfDefinition } from "./symbol-forms.js";

type PropertySet = NonNullable<PropertySets[keyof PropertySets]>;

/** The number of a kernel's parameters that are reducers, which come last, by its symbol. */
export type ReducersOf = (symbol: string) => number;

export function propertiesOf(module: Module, options: BuildOptions, reducersOf: ReducersOf): PropertySets {
  const sets = {
    "SYCL/device globals": globalsOf(module),
    "SYCL/imported symbols": symbolsOf(module, "imported"),
    "SYCL/exported symbols": symbolsOf(module, "exported"),
    "SYCL/specialization constants": specConstantsOf(module),
    "lanewise/function references": referencesIn(module),
    "lanewise/reducers": reducersIn(module, reducersOf),
    "lanewise/options": optionsOf(options),
  };
  return Object.fromEntries(Object.entries(sets).filter(([, set]) => Object.keys(set).length > 0));
}

function symbolsOf({ functions }: Module, linkage: Fn["linkage"]): PropertySet {
  return Object.fromEntries(functions.filter((fn) => fn.linkage === linkage).map(({ symbol }) => [symbol, 1]));
}

/** The symbols of functions whose references the module's code takes. */
function referencesIn({ functions }: Module): PropertySet {
  const references = functions.filter(({ linkage }) => linkage === "reference");
  return Object.fromEntries(references.map((fn) => [referredSymbol(fn), 1]));
}

function reducersIn({ functions }: Module, reducersOf: ReducersOf): PropertySet {
  const kernels = functions.filter(({ linkage }) => linkage === "kernel");
  const counts = kernels.map(({ symbol }): [string, number] => [symbol, reducersOf(symbol)]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function optionsOf(options: BuildOptions): PropertySet {
  const places = recordedOptionNames.map((name): [string, number] => {
    const values: readonly unknown[] = buildOptionValues[name];
    return [name, values.indexOf(options[name])];
  });
  return Object.fromEntries(places.filter(([, place]) => place > 0));
}

function globalsOf(module: Module): PropertySet {
  const globals: Record<string, Uint8Array> = {};
  for (const global of module.globals) {
    if ((global.storage !== "device" && global.storage !== "image") || global.id === CONSOLE_ID) continue;
    const bytes = new Uint8Array(5);
    new DataView(bytes.buffer).setUint32(0, layoutOf(global.type, module.structs).size, true);
    bytes[4] = global.storage === "image" ? 1 : 0;
    globals[global.id] = bytes;
  }
  return globals;
}

/** The bytes of the defaults; empty for imported constants, whose package has the default. */
function specConstantsOf(module: Module): PropertySet {
  const constants = module.globals.filter(({ storage }) => storage === "specialization");
  return Object.fromEntries(
    constants.map(({ id, initial, type }) => {
      const size = isOfDefinition(id) ? layoutOf(type, module.structs).size : 0;
      return [id, initial ?? new Uint8Array(size)];
    }),
  );
}

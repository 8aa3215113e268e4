// Finds the optional parts of the runtime that device images need. The emitted code passes them along, so that bundlers can drop the rest
// (docs/decisions/0036-parts.md).

import {
  type NeededPart,
  neededParts,
  type PrebuiltFunction,
  type PrebuiltKernel,
  type PrebuiltProgram,
  type WasmImageHeader,
} from "@lanewise/codegen";
import { type DeviceImage, decodeWasmCode, isOfGroups, type Module } from "@lanewise/ir";
import type { References } from "./references.js";

/** The entry of lanewise that has each part, by the local name in emitted code. */
const entryOf = {
  globals: "__lanewise",
  printing: "__lanewise",
  links: "__lanewise",
  pointers: "__lanewise",
  constants: "__lanewise",
  privateCopies: "__lanewise",
  groups: "__lanewise",
  groupCode: "__lanewise_code",
  constantCode: "__lanewise_code",
  reductionCode: "__lanewise_code",
  mathCode: "__lanewise_code",
  wideMathCode: "__lanewise_code",
  narrowCode: "__lanewise_code",
  atomicCode: "__lanewise_code",
  columnCode: "__lanewise_code",
  privateCode: "__lanewise_code",
} as const satisfies Record<NeededPart, string> & Record<string, string>;

type ImagePart = keyof typeof entryOf;

interface BuiltImage {
  readonly image: DeviceImage;
  /** The module that it was made from. */
  readonly module: Module;
}

/** The statement that imports another module's exports into emitted code. */
export type Import = (local: string, entry: string) => string;

export const importAll: Import = (local, entry) => `import * as ${local} from "${entry}"; `;

/** The imports and fields of the code that registers the images, with `others`; "lanewise/internal" is always imported. */
export function partReferences(
  images: readonly BuiltImage[],
  others: readonly ImagePart[] = [],
  importOf: Import = importAll,
): References {
  const names = [...new Set([...images.flatMap(partsOf), ...others])].sort();
  if (names.length === 0) return { imports: "", fields: [] };
  const hasCode = names.some((name) => entryOf[name] === "__lanewise_code");
  return {
    imports: hasCode ? importOf("__lanewise_code", "lanewise/internal/code") : "",
    fields: [`parts: [${names.map((name) => `${entryOf[name]}.${name}`).join(", ")}]`],
  };
}

function partsOf({ image, module }: BuiltImage): ImagePart[] {
  if (image.format === "wasm") return partsOfHeader(decodeWasmCode<WasmImageHeader>(image.code).header);
  const parts: ImagePart[] = [...neededParts(module)];
  return image.properties["lanewise/reducers"] ? [...parts, "reductionCode", "privateCode"] : parts;
}

function partsOfHeader({ kernels, functions, tables, linked, called, imports }: WasmImageHeader): ImagePart[] {
  const whole = partsIf({
    globals: tables.some(({ globals }) => globals.length > 0),
    links: Object.keys({ ...linked, ...called }).length + imports.length > 0,
  });
  return [...kernels.flatMap(partsOfKernel), ...functions.flatMap(partsOfFunction), ...whole];
}

/** The parts that a prebuilt kernel needs. */
function partsOfKernel({ constants, specialized, programs }: PrebuiltKernel): ImagePart[] {
  const parts = programs.flatMap(partsOfProgram);
  return constants.length + specialized.length > 0 ? [...parts, "constants"] : parts;
}

/** The parts that a prebuilt function needs, for kernels whose code is generated at run time. */
function partsOfFunction({ code }: PrebuiltFunction): ImagePart[] {
  if (!code) return [];
  return partsIf({
    printing: code.sites.some(({ kind }) => kind === "log"),
    pointers: code.pointers.length > 0,
    groupCode: code.needs.some((need) => need.kind === "query" && isOfGroups(need.query)),
    constantCode: code.needs.some(({ kind }) => kind === "value"),
  });
}

function partsOfProgram({ console, access, plan, one, many }: PrebuiltProgram): ImagePart[] {
  return partsIf({
    printing: console !== null,
    pointers: access.hasPointers,
    groups: plan !== null,
    privateCopies: (many ?? one).some(({ privatised }) => privatised.length > 0),
  });
}

function partsIf(needs: Partial<Record<ImagePart, boolean>>): ImagePart[] {
  // The object's own keys.
  return (Object.keys(needs) as ImagePart[]).filter((name) => needs[name]);
}

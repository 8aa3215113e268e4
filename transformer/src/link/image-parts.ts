// What device images need of the runtime that others do without. The emitted code hands it over with them, so that bundlers leave out the rest
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

/** By name, which entry of lanewise has it: emitted code calls these by the names on the right. */
const entryOf = {
  globals: "__lanewise",
  printing: "__lanewise",
  pointers: "__lanewise",
  constants: "__lanewise",
  privateCopies: "__lanewise",
  groups: "__lanewise",
  groupCode: "__lanewise_code",
  constantCode: "__lanewise_code",
  reductionCode: "__lanewise_code",
  mathCode: "__lanewise_code",
  wideMathCode: "__lanewise_code",
} as const satisfies Record<NeededPart, string> & Record<string, string>;

type ImagePart = keyof typeof entryOf;

interface BuiltImage {
  readonly image: DeviceImage;
  /** What it was made from. */
  readonly module: Module;
}

/** How emitted code gets the exports of another module. */
export type Import = (local: string, entry: string) => string;

export const importAll: Import = (local, entry) => `import * as ${local} from "${entry}"; `;

/** What the code has that registers the images, and others that it needs besides; "lanewise/internal" it imports anyway. */
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
  return image.properties["lanewise/reducers"] ? [...parts, "reductionCode"] : parts;
}

function partsOfHeader({ kernels, functions, tables }: WasmImageHeader): ImagePart[] {
  const parts = [...kernels.flatMap(partsOfKernel), ...functions.flatMap(partsOfFunction)];
  return tables.some(({ globals }) => globals.length > 0) ? [...parts, "globals"] : parts;
}

/** Of one that was generated ahead of time. */
function partsOfKernel({ constants, specialized, programs }: PrebuiltKernel): ImagePart[] {
  const parts = programs.flatMap(partsOfProgram);
  return constants.length + specialized.length > 0 ? [...parts, "constants"] : parts;
}

/** Of one that kernels call for which code is generated. */
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
  // What the object has.
  return (Object.keys(needs) as ImagePart[]).filter((name) => needs[name]);
}

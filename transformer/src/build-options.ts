// How kernels are built unless a launch or a queue says otherwise, and how they are split into images: asked for by a command's
// options, else in the tsconfig's entry of our plugin (plugin-entry.ts), which counts for the commands too (docs/image.md).

import type { Target } from "./targets.js";

/** The value that stands first is the default; an image records a value's place in its list. */
export const buildOptionValues = {
  bounds: ["checked", "unchecked"],
  fp: ["default", "strict"],
  split: ["per_source", "per_kernel", "off", "auto"],
  /** Where WebAssembly of the target "wasm" stands: in the JavaScript, or in files that it reads or imports. */
  wasm: ["inline", "files", "modules"],
  /** Relocatable device code: whether device functions of other modules are linked at launches. */
  rdc: ["on", "off"],
} as const;
export type Split = (typeof buildOptionValues)["split"][number];

type Values = typeof buildOptionValues;
export type BuildOptions = { readonly [Name in keyof Values]?: Values[Name][number] } & {
  /** What kernels are built for. Default: ["ir"]. */
  readonly targets?: readonly Target[];
};

/** The table's keys, which TypeScript gives as strings. */
export const buildOptionNames = Object.keys(buildOptionValues) as readonly (keyof Values)[];

/** What the runtime must know; how images were split they show themselves. */
export const recordedOptionNames = ["bounds", "fp"] as const satisfies readonly (keyof Values)[];

/** What commands ask for, and whether only the diagnostics are wanted: then no images are made that nothing is found out by. */
export interface CompileOptions extends BuildOptions {
  readonly checkOnly?: boolean;
}

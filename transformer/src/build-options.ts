// How kernels are built unless a launch or a queue overrides it, and how they are split into images. Set by a command's
// options, else by our plugin's entry in tsconfig.json (plugin-entry.ts), which also applies to the commands (docs/image.md).

import type { Target } from "./targets.js";

/** The first value is the default; an image records a value's index in its list. */
export const buildOptionValues = {
  bounds: ["checked", "unchecked"],
  fp: ["default", "strict"],
  split: ["per_source", "per_kernel", "off", "auto"],
  /** Where the "wasm" target's WebAssembly goes: into the JavaScript, or into files that it reads or imports. */
  wasm: ["inline", "files", "modules"],
  /** Relocatable device code: whether launches link device functions of other modules. */
  rdc: ["on", "off"],
} as const;
export type Split = (typeof buildOptionValues)["split"][number];

type Values = typeof buildOptionValues;
/** How kernels are built. The tsconfig's plugin entry, the plugins of bundlers and the commands have these options. */
export type BuildOptions = { readonly [Name in keyof Values]?: Values[Name][number] } & {
  /** The targets of kernels. Default: ["ir"]. */
  readonly targets?: readonly Target[];
};

/** The table's keys, which TypeScript types as strings. */
export const buildOptionNames = Object.keys(buildOptionValues) as readonly (keyof Values)[];

/** Options that the runtime must know; images themselves show how they were split. */
export const recordedOptionNames = ["bounds", "fp"] as const satisfies readonly (keyof Values)[];

/** A command's options, and whether only diagnostics are wanted: then images are built only if diagnostics need them. */
export interface CompileOptions extends BuildOptions {
  readonly checkOnly?: boolean;
}

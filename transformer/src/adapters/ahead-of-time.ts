// `target: "wasm"` of the plugins: kernels are WebAssembly, made now, and the program's `lanewise` is the one without a code generator. So a
// program changes no import for it.

import type { BundlerOptions, ProjectOptions } from "./project-options.js";

/** What stands for "lanewise" in such bundles. */
export const AHEAD_ENTRY = "lanewise/aot/full";

export function builtFor(target: BundlerOptions["target"], options: ProjectOptions): ProjectOptions {
  return target && !options.targets ? { ...options, targets: [target] } : options;
}

// `target: "wasm"` of the plugins: compiles kernels to WebAssembly at build time, and replaces `lanewise` by the entry without a code
// generator. The program's imports need not change.

import type { BundlerOptions, ProjectOptions } from "./project-options.js";

/** Replaces "lanewise" in such bundles. */
export const AHEAD_ENTRY = "lanewise/aot/full";

export function builtFor(target: BundlerOptions["target"], options: ProjectOptions): ProjectOptions {
  return target && !options.targets ? { ...options, targets: [target] } : options;
}

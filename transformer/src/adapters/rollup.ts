// The plugin for Rollup: see bundlers.ts.

import type { Plugin } from "rollup";
import { plugin } from "./bundlers.js";
import type { PluginOptions } from "./project-options.js";
import { workerAsset } from "./worker-asset.js";

export type { PluginOptions } from "./project-options.js";

/**
 * The plugin for Rollup: compiles the kernels in the modules that Rollup loads.
 *
 *     // rollup.config.js
 *     export default { input: "src/main.ts", plugins: [lanewise()] };
 */
export default function lanewise(options?: PluginOptions): Plugin[] {
  return [plugin.rollup(options), workerAsset].flat();
}

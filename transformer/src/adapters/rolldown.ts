// The plugin for rolldown: see bundlers.ts.

import type { Plugin } from "rolldown";
import { plugin } from "./bundlers.js";
import { rolldownPages } from "./page-bundle.js";
import type { PluginOptions } from "./project-options.js";
import { workerAsset } from "./worker-asset.js";

export type { PluginOptions } from "./project-options.js";

/**
 * The plugin for rolldown: compiles the kernels in the modules that rolldown loads.
 *
 *     // rolldown.config.js
 *     export default { input: "src/main.ts", plugins: [lanewise()] };
 */
export default function lanewise(options?: PluginOptions): Plugin[] {
  return [plugin.rolldown(options), workerAsset, rolldownPages(options)].flat();
}

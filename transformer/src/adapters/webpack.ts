// The plugin for webpack: see bundlers.ts.

import type { WebpackPluginInstance } from "webpack";
import { plugin } from "./bundlers.js";
import type { PluginOptions } from "./project-options.js";

export type { PluginOptions } from "./project-options.js";

/**
 * The plugin for webpack: compiles the kernels in the modules that webpack loads.
 *
 *     // webpack.config.js
 *     export default { entry: "./src/main.ts", plugins: [lanewise()] };
 */
export default function lanewise(options?: PluginOptions): WebpackPluginInstance {
  return plugin.webpack(options);
}

// The plugin for Rspack: see bundlers.ts.

import type { RspackPluginInstance } from "@rspack/core";
import { plugin } from "./bundlers.js";
import type { PluginOptions } from "./project-options.js";

export type { PluginOptions } from "./project-options.js";

/**
 * The plugin for Rspack: compiles the kernels in the modules that Rspack loads.
 *
 *     // rspack.config.js
 *     export default { entry: "./src/main.ts", plugins: [lanewise()] };
 */
export default function lanewise(options?: PluginOptions): RspackPluginInstance {
  return plugin.rspack(options);
}

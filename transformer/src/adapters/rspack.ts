// The plugin for Rspack: see bundlers.ts.

import type { RspackPluginInstance } from "@rspack/core";
import { plugin } from "./bundlers.js";
import type { PluginOptions } from "./project-options.js";

export type { PluginOptions } from "./project-options.js";

export default function lanewise(options?: PluginOptions): RspackPluginInstance {
  return plugin.rspack(options);
}

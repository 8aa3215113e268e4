// The plugin for webpack: see bundlers.ts.

import type { WebpackPluginInstance } from "webpack";
import { plugin } from "./bundlers.js";
import type { PluginOptions } from "./project-options.js";

export type { PluginOptions } from "./project-options.js";

export default function lanewise(options?: PluginOptions): WebpackPluginInstance {
  return plugin.webpack(options);
}

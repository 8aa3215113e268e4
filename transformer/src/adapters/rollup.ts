// The plugin for Rollup: see bundlers.ts.

import type { Plugin } from "rollup";
import { plugin } from "./bundlers.js";
import type { PluginOptions } from "./project-options.js";
import { workerAsset } from "./worker-asset.js";

export type { PluginOptions } from "./project-options.js";

export default function lanewise(options?: PluginOptions): Plugin[] {
  return [plugin.rollup(options), workerAsset].flat();
}

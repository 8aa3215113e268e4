// The plugin for rolldown: see bundlers.ts.

import type { Plugin } from "rolldown";
import { plugin } from "./bundlers.js";
import type { PluginOptions } from "./project-options.js";
import { workerAsset } from "./worker-asset.js";

export type { PluginOptions } from "./project-options.js";

export default function lanewise(options?: PluginOptions): Plugin[] {
  return [plugin.rolldown(options), workerAsset].flat();
}

// The plugin for rolldown: see bundlers.ts.

import { type PluginOptions, plugin } from "./bundlers.js";
import { workerAsset } from "./worker-asset.js";

export type { PluginOptions } from "./bundlers.js";

export default (options?: PluginOptions) => [plugin.rolldown(options), workerAsset];

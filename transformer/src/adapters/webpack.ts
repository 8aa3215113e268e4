// The plugin for webpack: see bundlers.ts.

import { plugin } from "./bundlers.js";

export type { PluginOptions } from "./bundlers.js";

export default plugin.webpack;

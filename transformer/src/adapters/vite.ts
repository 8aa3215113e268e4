// The plugin for Vite: see bundlers.ts.

import { plugin } from "./bundlers.js";

export type { PluginOptions } from "./bundlers.js";

export default plugin.vite;

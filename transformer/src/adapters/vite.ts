// The plugin for Vite: see bundlers.ts. Vite builds workers' modules separately, with separate plugins; it is added to those too.

import type { Plugin, PluginOption } from "vite";
import { plugin } from "./bundlers.js";
import { vitePages } from "./page-bundle.js";
import type { PluginOptions } from "./project-options.js";

export type { PluginOptions } from "./project-options.js";

/**
 * The plugin for Vite: compiles the kernels in the modules that Vite loads.
 *
 *     // vite.config.ts
 *     export default defineConfig({ plugins: [lanewise()] });
 */
export default function lanewise(options?: PluginOptions): Plugin[] {
  const kernels: readonly Plugin[] = [plugin.vite(options)].flat();
  const inWorkers: Plugin = {
    name: "lanewise-workers",
    // Vite merges this result into the project's plugins.
    config: ({ worker }) => ({ worker: { plugins: () => [unlessNamed(kernels, worker?.plugins?.())] } }),
  };
  return [...kernels, inWorkers, vitePages(options)];
}

/** Empty if the project names the plugin for its workers itself: otherwise modules would be compiled twice. */
async function unlessNamed(kernels: readonly Plugin[], named: PluginOption): Promise<Plugin[]> {
  const names = new Set((await flatten(named)).map(({ name }) => name));
  return kernels.filter(({ name }) => !names.has(name));
}

async function flatten(option: PluginOption): Promise<Plugin[]> {
  const plugin = await option;
  if (Array.isArray(plugin)) return (await Promise.all(plugin.map(flatten))).flat();
  return plugin ? [plugin] : [];
}

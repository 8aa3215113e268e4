// Hot updates of kernels in Vite's server, and in that of vitest, which has no hot updates but the same modules. A module with a kernel is made
// anew when a file changes that the kernel may hang on: Vite itself takes the former text of a module whose imports have changed. A module that no page imports any more gives back its images and device globals.

import type { EnvironmentModuleGraph, EnvironmentModuleNode, Plugin, ResolvedConfig, ViteDevServer } from "vite";
import { identifyModule } from "../recognise/package-of.js";
import type { ProjectService } from "./project-service.js";

export interface HotUpdates {
  readonly configResolved: (config: ResolvedConfig) => void;
  readonly configureServer: (server: ViteDevServer) => void;
  readonly hotUpdate: Extract<Plugin["hotUpdate"], (...args: never[]) => unknown>;
  /** Of any bundler: a file has changed. */
  changed(file: string): void;
  /** Says what the text of a module was made from. */
  watch(id: string, files: readonly string[]): void;
  /** What stands behind a module's text. */
  ending(file: string): string;
}

export function createHotUpdates(service: ProjectService): HotUpdates {
  const madeFrom = new Map<string, ReadonlySet<string>>();
  const servers = new Set<ViteDevServer>();
  let isServer = false;
  const invalidate = (graph: EnvironmentModuleGraph, file: string): EnvironmentModuleNode[] => {
    const concerned = [...madeFrom].flatMap(([id, files]) => (files.has(file) ? (graph.getModuleById(id) ?? []) : []));
    for (const module of concerned) graph.invalidateModule(module);
    return concerned;
  };
  return {
    configResolved({ command }) {
      isServer = command === "serve";
    },
    configureServer(server) {
      servers.add(server);
    },
    hotUpdate({ file, modules }) {
      service.invalidate();
      return [...new Set([...modules, ...invalidate(this.environment.moduleGraph, file)])];
    },
    changed(file) {
      service.invalidate();
      for (const { environments } of servers) {
        for (const { moduleGraph } of Object.values(environments)) invalidate(moduleGraph, file);
      }
    },
    watch(id, files) {
      madeFrom.set(id, new Set(files));
    },
    ending(file) {
      if (!isServer) return "";
      const name = JSON.stringify(identifyModule(file).module);
      return `if (import.meta.hot) import.meta.hot.prune(() => __lanewise.unregister(${name}));\n`;
    },
  };
}

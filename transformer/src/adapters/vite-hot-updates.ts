// Hot updates of kernels in Vite's server. A module with a kernel is made anew when a file changes that the kernel may hang on: Vite itself takes
// the former text of a module whose imports have changed. A module that no page imports any more gives back its images and device globals.

import type { Plugin, ResolvedConfig } from "vite";
import { identifyModule } from "../recognise/package-of.js";
import type { ProjectService } from "./project-service.js";

export interface HotUpdates {
  readonly configResolved: (config: ResolvedConfig) => void;
  readonly hotUpdate: Extract<Plugin["hotUpdate"], (...args: never[]) => unknown>;
  /** Says what the text of a module was made from. */
  watch(id: string, files: readonly string[]): void;
  /** What stands behind a module's text. */
  ending(file: string): string;
}

export function createHotUpdates(service: ProjectService): HotUpdates {
  const madeFrom = new Map<string, ReadonlySet<string>>();
  let isServer = false;
  return {
    configResolved({ command }) {
      isServer = command === "serve";
    },
    hotUpdate({ file, modules }) {
      service.invalidate();
      const { moduleGraph } = this.environment;
      const concerned = [...madeFrom].flatMap(([id, files]) =>
        files.has(file) ? (moduleGraph.getModuleById(id) ?? []) : [],
      );
      for (const module of concerned) moduleGraph.invalidateModule(module);
      return [...new Set([...modules, ...concerned])];
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

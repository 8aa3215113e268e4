// Hot updates of kernels in Vite's server, and in that of vitest, which has no hot updates but the same modules. A module with a kernel is
// answered anew when an edit of another file makes another text of it: Vite itself takes the former text of a module whose imports have
// changed. A module that no page imports any more gives back its images and device globals.

import path from "node:path";
import type { EnvironmentModuleGraph, EnvironmentModuleNode, Plugin, ResolvedConfig, ViteDevServer } from "vite";
import { identifyModule } from "../recognise/package-of.js";
import { fileStamp } from "./config-finder.js";
import type { ProjectService, TransformedFile } from "./project-service.js";

export interface HotUpdates {
  readonly configResolved: (config: ResolvedConfig) => void;
  readonly configureServer: (server: ViteDevServer) => void;
  readonly hotUpdate: Extract<Plugin["hotUpdate"], (...args: never[]) => unknown>;
  /** Of any bundler: a file has changed. */
  changed(file: string): void;
  /** Says what a module was answered with. `watch` is the bundler's way to make it anew when a file changes. */
  answered(id: string, found: TransformedFile, watch: (file: string) => void): void;
  /** Whether Vite serves, and does not build. */
  readonly isServer: () => boolean;
  /** Whether that is for pages, and not for vitest. */
  readonly isPageServer: () => boolean;
  /** What stands behind a module's text. */
  ending(file: string): string;
}

interface Answer {
  readonly code: string | undefined;
  readonly isFaulty: boolean;
  readonly madeFrom: ReadonlySet<string>;
}

export function createHotUpdates(service: ProjectService): HotUpdates {
  const answers = new Map<string, Answer>();
  const servers = new Set<ViteDevServer>();
  // What a server is still to be told of.
  const pending = new WeakMap<EnvironmentModuleGraph, Set<EnvironmentModuleNode>>();
  let last: string | undefined;
  let isServer = false;
  let isVitest = false;
  const isOther = (id: string, { code, isFaulty }: Answer): boolean => {
    const found = service.transform(fileOf(id));
    return isFaulty || found.errors.length > 0 || found.edited?.code !== code;
  };
  const invalidate = (graph: EnvironmentModuleGraph, ids: readonly string[]): void => {
    const concerned = pending.get(graph) ?? new Set();
    const seen = new Set<EnvironmentModuleNode>();
    for (const id of ids) {
      const module = graph.getModuleById(id);
      if (!module) continue;
      graph.invalidateModule(module, seen);
      concerned.add(module);
    }
    pending.set(graph, concerned);
  };
  return {
    configResolved({ command, plugins }) {
      isServer = command === "serve";
      isVitest = plugins.some(({ name }) => name.startsWith("vitest"));
    },
    configureServer(server) {
      servers.add(server);
    },
    hotUpdate({ modules }) {
      const graph = this.environment.moduleGraph;
      const concerned = pending.get(graph) ?? [];
      pending.delete(graph);
      return [...new Set([...modules, ...concerned])];
    },
    changed(file) {
      // Each of a server's environments says it.
      const change = `${file} ${fileStamp(file)}`;
      if (change === last) return;
      last = change;
      service.invalidate();
      if (servers.size === 0) return;
      const made = [...answers].filter(([, { madeFrom }]) => madeFrom.has(file));
      const ids = made.filter(([id, answer]) => isOther(id, answer)).map(([id]) => id);
      for (const { environments } of servers) {
        for (const { moduleGraph } of Object.values(environments)) invalidate(moduleGraph, ids);
      }
    },
    answered(id, { edited, errors, watchFiles: reached }, watch) {
      const watchFiles = reached();
      answers.set(id, { code: edited?.code, isFaulty: errors.length > 0, madeFrom: new Set(watchFiles) });
      // To Vite, a watched file is one more import, with whose edits it makes the module anew. Vitest finds by it what tests to run again.
      if (servers.size === 0 || isVitest) for (const file of watchFiles) watch(file);
      else for (const server of servers) server.watcher.add(watchFiles.filter((file) => isOutside(server, file)));
    },
    isServer: () => isServer,
    isPageServer: () => isServer && !isVitest,
    ending(file) {
      if (!isServer) return "";
      const name = JSON.stringify(identifyModule(file).module);
      return `if (import.meta.hot) import.meta.hot.prune(() => __lanewise.unregister(${name}));\n`;
    },
  };
}

/** Its server watches its own folder. */
function isOutside({ config }: ViteDevServer, file: string): boolean {
  const relative = path.relative(config.root, file);
  return relative.startsWith("..") || path.isAbsolute(relative);
}

/** A module's name may have a query behind it. */
export function fileOf(id: string): string {
  return id.replace(/\?.*$/, "");
}

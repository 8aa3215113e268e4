// Hot updates of kernels in the servers of Vite and vitest; the latter has no hot updates, but the same modules. A module with a kernel is
// served again when an edit of another file changes its text: Vite itself reuses a module's text if only its imports change. A module that
// no page imports any more releases its images and device globals.

import path from "node:path";
import type { EnvironmentModuleGraph, EnvironmentModuleNode, Plugin, ResolvedConfig, ViteDevServer } from "vite";
import { identifyModule } from "../recognise/package-of.js";
import { fileStamp } from "./config-finder.js";
import type { ProjectService, TransformedFile } from "./project-service.js";

export interface HotUpdates {
  readonly configResolved: (config: ResolvedConfig) => void;
  readonly configureServer: (server: ViteDevServer) => void;
  readonly hotUpdate: Extract<Plugin["hotUpdate"], (...args: never[]) => unknown>;
  /** For any bundler: says that a file has changed. */
  changed(file: string): void;
  /** Records a module's result. `watch` makes the bundler transform it again when a file changes. */
  answered(id: string, found: TransformedFile, watch: (file: string) => void): void;
  /** Whether Vite serves rather than builds. */
  readonly isServer: () => boolean;
  /** Whether it serves pages rather than vitest. */
  readonly isPageServer: () => boolean;
  /** The code after a module's text. */
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
  // Modules not yet reported to a server.
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
      // Each of a server's environments reports it.
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
      // For Vite, a watched file is one more import, whose edits make it transform the module again. Vitest uses it to find the tests to
      // rerun.
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

/** Whether a file is outside the folder that the server watches. */
function isOutside({ config }: ViteDevServer, file: string): boolean {
  const relative = path.relative(config.root, file);
  return relative.startsWith("..") || path.isAbsolute(relative);
}

/** A module's name may end with a query. */
export function fileOf(id: string): string {
  return id.replace(/\?.*$/, "");
}

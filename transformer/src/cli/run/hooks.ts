// Module hooks that serve a module table: for the thread of module.register (Node 20), which loads this file and calls
// initialize, and for module.registerHooks, which takes createHooks' result in process.

import { type LoadedModule, type ModuleTable, resolveImport, withoutQuery } from "./module-table.js";

interface Resolution {
  readonly url: string;
  readonly format: string;
  readonly shortCircuit: true;
}

interface Loading extends LoadedModule {
  readonly shortCircuit: true;
}

type Next<Context, Result> = (subject: string, context: Context) => Result;

/** `next` may answer with a promise or at once: what is not ours is passed through either way. */
export function createHooks(table: ModuleTable) {
  return {
    resolve<Context extends { parentURL?: string | undefined }, Result>(
      specifier: string,
      context: Context,
      next: Next<Context, Result>,
    ): Resolution | Result {
      const url = resolveImport(table, specifier, context.parentURL);
      const found = url === undefined ? undefined : table.modules.get(withoutQuery(url));
      if (url === undefined || found === undefined) return next(specifier, context);
      return { url, format: found.format, shortCircuit: true };
    },
    load<Context, Result>(url: string, context: Context, next: Next<Context, Result>): Loading | Result {
      const found = table.modules.get(withoutQuery(url));
      return found === undefined ? next(url, context) : { ...found, shortCircuit: true };
    },
  };
}

let hooks = createHooks({ modules: new Map(), imports: new Map() });

export function initialize(table: ModuleTable): void {
  hooks = createHooks(table);
}

export const resolve: typeof hooks.resolve = (specifier, context, next) => hooks.resolve(specifier, context, next);
export const load: typeof hooks.load = (url, context, next) => hooks.load(url, context, next);

// Module hooks that serve a session's modules: for the thread of module.register (Node 20), which loads this file and calls initialize, and for
// module.registerHooks, which runs createHooks' result in process.

import type { ModuleFormat } from "./module-table.js";
import { createSession, type Session, type SessionData } from "./session.js";

interface Resolution {
  readonly url: string;
  readonly shortCircuit: true;
}

interface Loading {
  readonly format: ModuleFormat;
  /** Undefined if Node's own CommonJS loader reads it, which also asks the session. */
  readonly source: string | undefined;
  readonly shortCircuit: true;
}

type Next<Context, Result> = (subject: string, context: Context) => Result;

/** `next` may return a promise or a value; its result is passed through unchanged. */
export function createHooks(session: Session) {
  return {
    resolve<Context extends { parentURL?: string | undefined }, Result>(
      specifier: string,
      context: Context,
      next: Next<Context, Result>,
    ): Resolution | Result {
      const url = session.resolve(specifier, context.parentURL);
      return url === undefined ? next(specifier, context) : { url, shortCircuit: true };
    },
    load<Context, Result>(url: string, context: Context, next: Next<Context, Result>): Loading | Result {
      const found = session.load(url);
      if (!found) return next(url, context);
      // Makes `require.main` the program.
      const isMain = url === session.data.entry && found.format === "commonjs";
      return { format: found.format, source: isMain ? undefined : found.source, shortCircuit: true };
    },
  };
}

let hooks = createHooks(createSession({ tables: [], asked: {}, entry: undefined }));

export function initialize(data: SessionData): void {
  hooks = createHooks(createSession(data));
}

export const resolve: typeof hooks.resolve = (specifier, context, next) => hooks.resolve(specifier, context, next);
export const load: typeof hooks.load = (url, context, next) => hooks.load(url, context, next);

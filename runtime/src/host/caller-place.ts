// Where the code is that calls a function: its file, or its address in a browser, as the engine knows it, not as a source map names it. What
// registers is told apart by that (module-conflict.ts).

import type { CallerOf, CallerPlace } from "./host.js";

interface CallSite {
  getFileName(): string | null | undefined;
  getScriptNameOrSourceURL?(): string | null | undefined;
  getLineNumber(): number | null;
  getColumnNumber(): number | null;
}

/** V8's and JavaScriptCore's, and of late Firefox's: not in the language's own types. */
interface Traces {
  stackTraceLimit: number;
  prepareStackTrace: ((error: Error, sites: readonly CallSite[]) => unknown) | undefined;
  captureStackTrace(target: object, callee: CallerOf): void;
}

export function callerPlace(callee: CallerOf): CallerPlace | undefined {
  const traces = Error as unknown as Traces;
  const { stackTraceLimit, prepareStackTrace } = traces;
  const trace: { stack?: unknown } = {};
  let place: CallerPlace | undefined;
  try {
    traces.stackTraceLimit = 1;
    traces.prepareStackTrace = (_, [site]) => {
      place = placeOf(site);
    };
    traces.captureStackTrace(trace, callee);
    // Engines may ask for it only when it is read, and only V8 asks.
    const { stack } = trace;
    return place ?? placeIn(stack);
  } catch {
    // Programs may freeze Error; engines may have no such thing.
    return undefined;
  } finally {
    Reflect.set(traces, "stackTraceLimit", stackTraceLimit);
    Reflect.set(traces, "prepareStackTrace", prepareStackTrace);
  }
}

function placeOf(site: CallSite | undefined): CallerPlace | undefined {
  const file = site?.getFileName() || site?.getScriptNameOrSourceURL?.();
  return site && file ? { file, position: `${site.getLineNumber()}:${site.getColumnNumber()}` } : undefined;
}

/** In the first line of Firefox's and Safari's stacks, `name@address:line:column`. */
export function placeIn(stack: unknown): CallerPlace | undefined {
  const [, file, position] = (typeof stack === "string" && /^[^\n]*?@(.+):(\d+:\d+)(\n|$)/.exec(stack)) || [];
  return file && position ? { file, position } : undefined;
}

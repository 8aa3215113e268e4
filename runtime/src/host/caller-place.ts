// Finds the code that calls a function: its file, or its address in a browser, as the engine knows it, not as a source map names it. It tells
// registrations apart (module-conflict.ts).

import type { CallerOf, CallerPlace } from "./host.js";

interface CallSite {
  getFileName(): string | null | undefined;
  getScriptNameOrSourceURL?(): string | null | undefined;
  getLineNumber(): number | null;
  getColumnNumber(): number | null;
}

/** The stack trace API of V8, JavaScriptCore and recent Firefox; not in the language's own types. */
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
    // Engines may call `prepareStackTrace` only when the stack is read, and only V8 calls it.
    const { stack } = trace;
    return place ?? placeIn(stack);
  } catch {
    // Programs may freeze Error; engines may lack this API.
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

/** Reads the first line of Firefox's and Safari's stacks, `name@address:line:column`. */
export function placeIn(stack: unknown): CallerPlace | undefined {
  const [, file, position] = (typeof stack === "string" && /^[^\n]*?@(.+):(\d+:\d+)(\n|$)/.exec(stack)) || [];
  return file && position ? { file, position } : undefined;
}

// A debugger without a window, over the protocol of V8's inspector: breakpoints in sources, before scripts exist that have them, steps, values.

import { generatedPositionFor, LEAST_UPPER_BOUND, originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";

/** What is used of an inspector's session. */
export interface Inspector {
  post(method: string, params?: object): Promise<object>;
  on(event: string, listener: (params: object) => void): void;
}

/** Where a program has stopped: in a source, with values of expressions. */
export interface Stop {
  readonly reason: "breakpoint" | "step" | "debugger";
  /** The source's last part and its line, from 1; undefined outside of all that have a map. */
  readonly source: string | undefined;
  readonly line: number | undefined;
  /** Names of functions, the innermost first. */
  readonly stack: readonly string[];
  /** The names of the variables of the innermost block and those around it, up to the function. */
  readonly names: readonly string[];
  evaluate(expression: string): Promise<unknown>;
}

export interface Breakpoint {
  /** The end of the source's URL. */
  readonly source: string;
  readonly line: number;
}

interface Script {
  readonly id: string;
  readonly map: TraceMap | undefined;
}
interface Paused {
  readonly reason: string;
  readonly hitBreakpoints?: readonly string[];
  readonly data?: { readonly scriptId?: string };
  readonly callFrames: readonly CallFrame[];
}
interface CallFrame {
  readonly callFrameId: string;
  readonly functionName: string;
  readonly location: { readonly scriptId: string; readonly lineNumber: number; readonly columnNumber?: number };
  readonly scopeChain: readonly { readonly type: string; readonly object: { readonly objectId?: string } }[];
}

/** Goes on with the program from each stop as `next` says. Stops where there is no source are left by a step of the same kind. */
export async function debug(
  inspector: Inspector,
  breakpoints: readonly Breakpoint[],
  next: (stop: Stop) => Promise<"resume" | "stepOver" | "stepInto" | "stepOut">,
): Promise<void> {
  const scripts = new Map<string, Script>();
  let last = "resume";
  inspector.on("Debugger.scriptParsed", (params) => {
    const { scriptId, sourceMapURL = "", url } = params as { scriptId: string; sourceMapURL?: string; url: string };
    scripts.set(scriptId, { id: scriptId, map: mapIn(sourceMapURL, url) });
  });
  const goOn = async (command: string): Promise<void> => {
    last = command;
    await inspector.post(`Debugger.${command}`);
  };
  const stopped = async (paused: Paused): Promise<void> => {
    if (paused.reason === "instrumentation") {
      const script = scripts.get(paused.data?.scriptId ?? "");
      if (script) await setBreakpoints(inspector, script, breakpoints);
      await goOn("resume");
      return;
    }
    const stop = await stopOf(inspector, paused, scripts, last);
    await goOn(stop.source === undefined && last !== "resume" ? last : await next(stop));
  };
  inspector.on("Debugger.paused", (params) => {
    // A failure is the test's: it waits for a program that does not go on.
    stopped(params as Paused).catch((error: unknown) => console.error("debugger:", error));
  });
  await inspector.post("Debugger.enable");
  await inspector.post("Debugger.setInstrumentationBreakpoint", {
    instrumentation: "beforeScriptWithSourceMapExecution",
  });
}

function mapIn(url: string, script: string): TraceMap | undefined {
  const [, base64, text] = /^data:application\/json[^,]*?(;base64)?,(.*)$/s.exec(url) ?? [];
  if (text === undefined) return undefined;
  return new TraceMap(base64 ? Buffer.from(text, "base64").toString() : decodeURIComponent(text), script);
}

async function setBreakpoints(inspector: Inspector, { id, map }: Script, asked: readonly Breakpoint[]): Promise<void> {
  if (!map) return;
  for (const { source, line } of asked) {
    const found = map.resolvedSources.find((one) => one.endsWith(source));
    if (!found) continue;
    const place = generatedPositionFor(map, { source: found, line, column: 0, bias: LEAST_UPPER_BOUND });
    if (place.line === null) continue;
    const location = { scriptId: id, lineNumber: place.line - 1, columnNumber: place.column };
    await inspector.post("Debugger.setBreakpoint", { location });
  }
}

async function stopOf(
  inspector: Inspector,
  { callFrames, hitBreakpoints = [] }: Paused,
  scripts: ReadonlyMap<string, Script>,
  last: string,
): Promise<Stop> {
  const [frame] = callFrames;
  if (!frame) throw new Error("a program stops in a function");
  const { scriptId, lineNumber, columnNumber = 0 } = frame.location;
  const map = scripts.get(scriptId)?.map;
  const place = map && originalPositionFor(map, { line: lineNumber + 1, column: columnNumber });
  const stepped = last === "resume" ? "debugger" : "step";
  return {
    reason: hitBreakpoints.length > 0 ? "breakpoint" : stepped,
    source: place?.source?.split("/").at(-1) ?? undefined,
    line: place?.line ?? undefined,
    stack: callFrames.map(({ functionName }) => functionName),
    names: await namesIn(inspector, frame),
    evaluate: (expression) => evaluateIn(inspector, frame, expression),
  };
}

async function evaluateIn(inspector: Inspector, { callFrameId }: CallFrame, expression: string): Promise<unknown> {
  const found = await inspector.post("Debugger.evaluateOnCallFrame", {
    callFrameId,
    expression,
    returnByValue: true,
  });
  return (found as { result: { value?: unknown } }).result.value;
}

async function namesIn(inspector: Inspector, { scopeChain }: CallFrame): Promise<string[]> {
  const names: string[] = [];
  for (const { type, object } of scopeChain) {
    if (type !== "block" && type !== "local") break;
    const found = await inspector.post("Runtime.getProperties", { objectId: object.objectId, ownProperties: true });
    names.push(...(found as { result: readonly { name: string }[] }).result.map(({ name }) => name));
    if (type === "local") break;
  }
  return names;
}

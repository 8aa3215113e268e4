// Stack traces that begin at the user's line: the frames of this package at the top are taken away when an error is made. They tell nothing of
// the user's program, and are often more than the ten that V8 keeps. In a bundle, where the package's code is in the program's own file,
// nobody can tell the frames apart, and all stay.

/** V8's and, of late, other engines': not in the language's own types. */
interface Traces {
  stackTraceLimit: number;
  captureStackTrace?(target: object): void;
}

/** Deeper than this package ever calls. */
const DEEP = 64;

let areWhole = false;

/** From now on all frames are shown: LANEWISE_STACK is set. */
export function keepWholeStacks(): void {
  areWhole = true;
}

export function startAtUser(error: Error): void {
  if (areWhole) return;
  const own = ownFolder();
  if (own === undefined) return;
  captureDeeply(error);
  const { stack } = error;
  if (typeof stack === "string") error.stack = withoutTop(stack, error.message, own);
}

/** The engine keeps as many frames as the program has asked for; they must not all be ours. */
function captureDeeply(error: Error): void {
  const traces = Error as unknown as Traces;
  if (!traces.captureStackTrace) return;
  const { stackTraceLimit } = traces;
  if (!(stackTraceLimit < DEEP) || !Reflect.set(traces, "stackTraceLimit", stackTraceLimit + DEEP)) return;
  traces.captureStackTrace(error);
  Reflect.set(traces, "stackTraceLimit", stackTraceLimit);
}

/** Engines put the error's text before the frames, as V8 does, or leave it out. */
function withoutTop(stack: string, message: string, own: string): string {
  const end = stack.indexOf(message);
  const [head, tail] =
    end < 0 ? ["", stack] : [stack.slice(0, end + message.length), stack.slice(end + message.length)];
  const frames = tail.split("\n").filter((line) => line !== "");
  // Behind ours there may be the engine's alone: then the work was done after the call.
  const isOurs = (line: string) =>
    line.includes(own) || /node_modules\/@lanewise\/(?:codegen|ir)\/|\(node:internal/.test(line);
  const first = frames.findIndex((line) => !isOurs(line));
  const limit = (Error as unknown as Partial<Traces>).stackTraceLimit ?? DEEP;
  const shown = first < 0 ? [] : frames.slice(first, first + limit);
  return head === "" ? `${shown.join("\n")}\n` : [head, ...shown].join("\n");
}

let folder: { readonly path: string | undefined } | undefined;

/** Where this package's files are, as stacks name them; undefined in a bundle. */
function ownFolder(): string | undefined {
  folder ??= { path: findFolder() };
  return folder.path;
}

function findFolder(): string | undefined {
  const { stack } = new Error();
  const [, path, file] =
    /((?:file:\/\/|https?:\/\/|\/|\w:[\\/])[^\s()@]*[\\/])([^\\/\s()]+?):\d+:\d+/.exec(stack ?? "") ?? [];
  const isAlone = file !== undefined && /^user-stack\.[jt]s/.test(file);
  if (path === undefined) return undefined;
  // This file is in a folder of the package's.
  if (isAlone) return path.replace(/errors[\\/]$/, "");
  return path.includes("/node_modules/") ? path : undefined;
}

// Makes stack traces begin at the user's line, by removing this package's frames from the top when an error is made. Those frames tell nothing
// about the user's program, and are often more than the ten that V8 keeps. In a bundle, where the package's code is in the program's own file, the
// frames cannot be distinguished, and all remain.

/** Properties of `Error` in V8 and, recently, in other engines; TypeScript's library does not have them. */
interface Traces {
  stackTraceLimit: number;
  captureStackTrace?(target: object): void;
}

/** More frames than this package ever has on the stack. */
const DEEP = 64;

let areWhole = false;

/** Shows all frames from now on: LANEWISE_STACK is set. */
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

/** Captures more frames than the program's limit, so that not all of them are this package's. */
function captureDeeply(error: Error): void {
  const traces = Error as unknown as Traces;
  if (!traces.captureStackTrace) return;
  const { stackTraceLimit } = traces;
  if (!(stackTraceLimit < DEEP) || !Reflect.set(traces, "stackTraceLimit", stackTraceLimit + DEEP)) return;
  traces.captureStackTrace(error);
  Reflect.set(traces, "stackTraceLimit", stackTraceLimit);
}

/** Removes this package's frames from the top. Engines put the error's text before the frames, as V8 does, or omit it. */
function withoutTop(stack: string, message: string, own: string): string {
  const end = stack.indexOf(message);
  const [head, tail] =
    end < 0 ? ["", stack] : [stack.slice(0, end + message.length), stack.slice(end + message.length)];
  const frames = tail.split("\n").filter((line) => line !== "");
  // If only engine frames follow this package's, the work was done after the call.
  const isOurs = (line: string) =>
    line.includes(own) || /node_modules\/@lanewise\/(?:codegen|ir)\/|\(node:internal/.test(line);
  const first = frames.findIndex((line) => !isOurs(line));
  const limit = (Error as unknown as Partial<Traces>).stackTraceLimit ?? DEEP;
  const shown = first < 0 ? [] : frames.slice(first, first + limit);
  return head === "" ? `${shown.join("\n")}\n` : [head, ...shown].join("\n");
}

let folder: { readonly path: string | undefined } | undefined;

/** Returns the folder of this package's files, as stacks name it; undefined in a bundle. */
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
  // This file is in a folder of the package.
  if (isAlone) return path.replace(/errors[\\/]$/, "");
  return path.includes("/node_modules/") ? path : undefined;
}

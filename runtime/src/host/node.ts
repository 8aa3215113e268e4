// The host in Node and in what imitates it (Bun, Deno). Found through globals, because shared code has no node: imports:
// `process.getBuiltinModule` gives Node's modules to code that bundlers for browsers may read too.

import { cpuQuota } from "./cpu-quota.js";
import type { Host } from "./host.js";

interface ProcessLike {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly versions: { readonly node?: string };
  readonly getBuiltinModule?: (name: string) => unknown;
}

/** What is used of Node's modules. */
interface NodeWorker {
  on(event: "error", listener: (error: unknown) => void): void;
  on(event: "exit", listener: (code: number) => void): void;
  postMessage(message: unknown): void;
  terminate(): Promise<number>;
  unref(): void;
}
interface WorkerThreads {
  readonly Worker: new (url: URL, options: object) => NodeWorker;
  readonly parentPort: { on(event: "message", listener: (message: unknown) => void): void } | null;
}
interface Os {
  availableParallelism(): number;
}
interface FileSystem {
  existsSync(path: URL): boolean;
  readFileSync(path: string, encoding: "utf8"): string;
}
interface Timer {
  ref(): void;
  unref(): void;
}

function isProcess(value: unknown): value is ProcessLike {
  return typeof value === "object" && value !== null && "env" in value && "versions" in value;
}

/** One of Node's modules; undefined where this is not Node, or one too old to hand it out. */
function builtin(name: string): unknown {
  const process: unknown = Reflect.get(globalThis, "process");
  return isProcess(process) ? process.getBuiltinModule?.(`node:${name}`) : undefined;
}
// Node's documentation states these shapes.
const workerThreads = () => builtin("worker_threads") as WorkerThreads | undefined;
const fileSystem = () => builtin("fs") as FileSystem | undefined;
const os = () => builtin("os") as Os | undefined;

/** Where a worker of Node gets its messages; undefined elsewhere. */
export function workerPort(): WorkerThreads["parentPort"] | undefined {
  return workerThreads()?.parentPort;
}

/** Undefined where this is not Node. */
export function createNodeHost(): Host | undefined {
  const process: unknown = Reflect.get(globalThis, "process");
  const setImmediate: unknown = Reflect.get(globalThis, "setImmediate");
  if (!isProcess(process) || process.versions.node === undefined || typeof setImmediate !== "function")
    return undefined;
  let timer: Timer | undefined;
  return {
    variable: (name) => process.env[name],
    defer: (task) => {
      setImmediate(task);
    },
    canGenerateCode: mayGenerateCode(),
    cores,
    canBlock: true,
    workerProblem: (url) => {
      if (!workerThreads()) return "this version of Node does not hand out worker_threads";
      const file = workerUrl(url);
      if (!file) return "a bundle does not say where the worker's file is (the option workerUrl does)";
      const isMissing = file.protocol === "file:" && fileSystem()?.existsSync(file) === false;
      return isMissing
        ? `the worker's file ${file.pathname} is not there (the option workerUrl says where it is)`
        : undefined;
    },
    startWorker,
    keepAlive: (isWanted) => {
      // A timer that never matters: what a pending Atomics.waitAsync does not do.
      timer ??= globalThis.setInterval(() => undefined, 2 ** 30) as unknown as Timer; // Node's setInterval gives a Timer.
      if (isWanted) timer.ref();
      else timer.unref();
    },
  };
}

/** Undefined in bundles of CommonJS, which have no `import.meta.url`. */
function workerUrl(url: string | undefined): URL | undefined {
  const path = url ?? "./worker.js";
  const base: string | undefined = import.meta.url;
  return URL.canParse(path, base) ? new URL(path, base) : undefined;
}

const startWorker: Host["startWorker"] = (url, onEnd) => {
  const threads = workerThreads();
  const file = workerUrl(url);
  if (!threads || !file) throw new Error("workerProblem was not asked");
  // Without the flags and the environment of the process: its loaders and --import modules are not for workers.
  const worker = new threads.Worker(file, { execArgv: [], env: {}, name: "lanewise" });
  worker.on("error", (error) => onEnd(error instanceof Error ? error.message : String(error)));
  worker.on("exit", (code) => onEnd(`it ended with code ${code}`));
  worker.unref();
  return {
    post: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
  };
};

function cores(): number {
  const files = fileSystem();
  const read = (path: string): string | undefined => {
    try {
      return files?.readFileSync(path, "utf8");
    } catch {
      // Systems without control groups, or with the other version of them.
      return undefined;
    }
  };
  return Math.max(1, Math.floor(Math.min(os()?.availableParallelism() ?? 1, cpuQuota(read))));
}

/** False under --disallow-code-generation-from-strings. */
function mayGenerateCode(): boolean {
  try {
    return new Function("return true")() === true;
  } catch (error) {
    if (error instanceof EvalError) return false;
    throw error;
  }
}

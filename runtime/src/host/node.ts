// The host in Node and its imitations (Bun, Deno).

import { keepWholeStacks } from "../errors/index.js";
import { fileSystem, isProcess, type NodeWorker, os, workerThreads } from "./builtins/index.js";
import { callerPlace } from "./caller-place.js";
import { cpuQuota } from "./cpu-quota.js";
import { fetchBytes } from "./fetch-bytes.js";
import type { Host } from "./host.js";
import { mayGenerateCode } from "./may-generate-code.js";
import { showSource } from "./source-files.js";
import { workerText } from "./worker-text.js";

interface Timer {
  ref(): void;
  unref(): void;
}

/** Undefined outside Node. */
export function createNodeHost(): Host | undefined {
  const process: unknown = Reflect.get(globalThis, "process");
  const setImmediate: unknown = Reflect.get(globalThis, "setImmediate");
  if (!isProcess(process) || process.versions.node === undefined || typeof setImmediate !== "function")
    return undefined;
  let timer: Timer | undefined;
  if (process.env.LANEWISE_STACK) keepWholeStacks();
  return {
    variable: (name) => process.env[name],
    defer: (task) => {
      setImmediate(task);
    },
    canGenerateCode: mayGenerateCode(),
    cores,
    canBlock: true,
    workerProblem: (url) => {
      if (!workerThreads()) return "this version of Node does not provide worker_threads";
      if (url === undefined) return undefined;
      const file = absolute(url);
      if (!file) return `a bundle does not say where ${url} is (set workerUrl to an absolute URL)`;
      const isMissing = file.protocol === "file:" && fileSystem()?.existsSync(file) === false;
      return isMissing
        ? `the worker's file ${file.pathname} does not exist (set the option workerUrl to its address)`
        : undefined;
    },
    // A bundle may be a single file.
    workerSources: ["text"],
    startWorker,
    keepAlive: (isWanted) => {
      // A timer that never fires in practice: it keeps the process alive, which a pending Atomics.waitAsync does not.
      timer ??= globalThis.setInterval(() => undefined, 2 ** 30) as unknown as Timer; // Node's setInterval returns a Timer.
      if (isWanted) timer.ref();
      else timer.unref();
    },
    readBytes,
    callerPlace,
    showSource,
    keepsCodeIn: "files",
  };
}

/** Undefined for relative URLs in CommonJS bundles, which have no `import.meta.url`. */
function absolute(url: string): URL | undefined {
  const base: string | undefined = import.meta.url;
  return URL.canParse(url, base) ? new URL(url, base) : undefined;
}

const startWorker: Host["startWorker"] = (source, onEnd) => {
  const threads = workerThreads();
  const script = typeof source === "object" ? absolute(source.url) : workerText;
  if (!threads || !script) throw new Error("workerProblem was not asked");
  // Without the flags and environment of the process: its loaders and --import modules are not for workers.
  const options = { execArgv: [], env: {}, name: "lanewise", eval: script === workerText };
  const worker = new threads.Worker(script, options);
  worker.on("error", (error) => onEnd(error instanceof Error ? error.message : String(error)));
  worker.on("exit", (code) => onEnd(`it ended with code ${code}`));
  worker.unref();
  return {
    post: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    hasEnded: tellsOfEnd(worker),
  };
};

/**
 * Asks the thread itself through Node, which knows before the event loop does. For a thread not yet seen running, Node returns 0. Hosts that imitate
 * Node cannot tell.
 */
function tellsOfEnd(worker: NodeWorker): () => boolean {
  if (isImitation()) return () => false;
  let wasSeen = false;
  const hasEnded = (): boolean => {
    const { idle, active } = worker.performance.eventLoopUtilization();
    const lives = idle >= 0 && active > 0;
    wasSeen ||= lives;
    return wasSeen && !lives;
  };
  worker.on("online", hasEnded);
  return hasEnded;
}

function isImitation(): boolean {
  const process: unknown = Reflect.get(globalThis, "process");
  return isProcess(process) && (process.versions.bun !== undefined || process.versions.deno !== undefined);
}

/** A text that is not an absolute URL is a path. */
async function readBytes(address: string): Promise<Uint8Array> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isFile = url === undefined || url.protocol === "file:" || isDrive(url);
  const files = fileSystem();
  if (!isFile || !files) return fetchBytes(address);
  return files.promises.readFile(url?.protocol === "file:" ? url : address);
}

/** `C:\\images\\noise.image` is a path. */
const isDrive = ({ protocol }: URL): boolean => /^[a-z]:$/.test(protocol);

function cores(): number {
  const files = fileSystem();
  const read = (path: string): string | undefined => {
    try {
      return files?.readFileSync(path, "utf8");
    } catch {
      // Systems without control groups, or with their other version.
      return undefined;
    }
  };
  return Math.max(1, Math.floor(Math.min(os()?.availableParallelism() ?? 1, cpuQuota(read))));
}

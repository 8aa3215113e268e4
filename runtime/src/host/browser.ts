// The host in browsers and their workers. `MessageChannel` schedules tasks without the 4 ms delay of nested timers.

import { callerPlace } from "./caller-place.js";
import { fetchBytes } from "./fetch-bytes.js";
import type { Host, WorkerSource } from "./host.js";
import { workerText } from "./worker-text.js";

/** In a process that imitates a page, a port keeps the process alive unless it says otherwise. */
type Port = MessagePort & { ref?(): void; unref?(): void };

export function createBrowserHost(): Host {
  const tasks: (() => void)[] = [];
  let ports: { readonly port1: Port; readonly port2: Port } | undefined;
  const open = (): NonNullable<typeof ports> => {
    const opened: NonNullable<typeof ports> = new MessageChannel();
    opened.port1.onmessage = () => {
      tasks.shift()?.();
      if (tasks.length === 0) opened.port1.unref?.();
    };
    return opened;
  };
  return {
    variable: () => undefined,
    defer: (task) => {
      ports ??= open();
      tasks.push(task);
      ports.port1.ref?.();
      ports.port2.postMessage(undefined);
    },
    canGenerateCode: false,
    cores: () => globalThis.navigator?.hardwareConcurrency ?? 1,
    canBlock: mayBlock(),
    workerProblem: () => {
      if (typeof Worker === "undefined") return "this environment has no workers";
      if (globalThis.crossOriginIsolated !== true) {
        return "the page is not cross-origin isolated (send Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp)";
      }
      return undefined;
    },
    // The file is needed where a page's policy allows no blobs. Scripts that are not modules do not know their own address.
    workerSources: typeof import.meta.url !== "string" ? ["text"] : workerText === "" ? ["file"] : ["file", "text"],
    startWorker: (source, onEnd) => {
      const worker = createWorker(source);
      worker.onerror = (event) => {
        event.preventDefault();
        onEnd(event.message ?? refusals[typeof source === "object" ? "url" : source]);
      };
      return {
        post: (message) => worker.postMessage(message),
        // Browsers do not report when a worker has ended.
        terminate: async () => worker.terminate(),
        hasEnded: () => false,
      };
    },
    // Pages live until they are closed.
    keepAlive: () => undefined,
    readBytes: fetchBytes,
    callerPlace,
    showSource: () => undefined,
    keepsCodeIn: "database",
  };
}

/** Why a worker that reports no reason did not start. */
const refusals = {
  url: "the worker's file, named by workerUrl, does not load",
  file: "the worker's file lanewise-worker.js is not beside the bundle",
  text: "the page's policy has no worker-src blob: (publish lanewise/worker as a file, and name it by workerUrl)",
} as const;

let blobUrl: string | undefined;

function createWorker(source: WorkerSource): Worker {
  const name = "lanewise";
  // Bundlers recognise this form and emit the file.
  if (source === "file") {
    return new Worker(new URL("./lanewise-worker.js", import.meta.url), { type: "module", name: "lanewise" });
  }
  if (source !== "text") return new Worker(source.url, { type: "module", name });
  blobUrl ??= URL.createObjectURL(new Blob([workerText], { type: "text/javascript" }));
  return new Worker(blobUrl, { name });
}

function mayBlock(): boolean {
  if (typeof SharedArrayBuffer === "undefined") return false;
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 1);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

// The host in browsers and their workers. `MessageChannel` comes back to a task without the 4 ms that nested timers wait.

import { fetchBytes } from "./fetch-bytes.js";
import type { Host } from "./host.js";

/** `close` lets a process that imitates a browser end. */
export function createBrowserHost(): Host & { close(): void } {
  const tasks: (() => void)[] = [];
  let channel: MessageChannel | undefined;
  const open = (): MessageChannel => {
    const opened = new MessageChannel();
    opened.port1.onmessage = () => tasks.shift()?.();
    return opened;
  };
  return {
    variable: () => undefined,
    defer: (task) => {
      channel ??= open();
      tasks.push(task);
      channel.port2.postMessage(undefined);
    },
    canGenerateCode: false,
    cores: () => globalThis.navigator?.hardwareConcurrency ?? 1,
    canBlock: mayBlock(),
    workerProblem: () => {
      if (typeof Worker === "undefined") return "there are no workers here";
      if (globalThis.crossOriginIsolated !== true) {
        return "the page is not cross-origin isolated (send Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp)";
      }
      return undefined;
    },
    startWorker: (url, onEnd) => {
      // Bundlers recognise the second form and emit the file.
      const worker =
        url === undefined
          ? new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "lanewise" })
          : new Worker(url, { type: "module", name: "lanewise" });
      worker.onerror = (event) => {
        event.preventDefault();
        onEnd(event.message ?? "the worker's file does not load");
      };
      return {
        post: (message) => worker.postMessage(message),
        // Browsers do not say when.
        terminate: async () => worker.terminate(),
      };
    },
    // Pages live until they are closed.
    keepAlive: () => undefined,
    readBytes: fetchBytes,
    keepsCodeIn: "database",
    close: () => channel?.port1.close(),
  };
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

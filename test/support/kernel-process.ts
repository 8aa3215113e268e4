// Programs with kernels in processes of their own, for what only a whole process shows.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { longImage } from "../runtime/long-kernels.js";

export const runtimeFolder = fileURLToPath(new URL("../../runtime/dist", import.meta.url));
export const urlInRuntime = (name: string): string => JSON.stringify(pathToFileURL(join(runtimeFolder, name)));

/**
 * A module that may launch `spin(out, rounds)` over 20,000 items of `out` on the queue `q`, and `untilOne(out)`, which ends when `out[0]`
 * is 1.
 */
export const kernelProgram = (code: string): string => `
  import { Queue, Context, getDevices } from ${urlInRuntime("index.js")};
  import { kernel, register } from ${urlInRuntime("internal.js")};
  register({ protocol: 2, module: "test@1.0.0/src/threads.ts", images: [${JSON.stringify(longImage())}], globals: {} });
  const spin = (out, rounds) => kernel("test@1.0.0/src/threads.ts:spin#0", () => [out, rounds], () => {});
  const untilOne = (out) => kernel("test@1.0.0/src/threads.ts:await#0", () => [out], () => {});
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const forever = 2 ** 31 - 1;
  const q = new Queue({ device: "cpu" });
  const items = 20_000;
  const out = q.mallocShared(Int32Array, items);
  ${code}`;

export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

/** Runs it to its end; after `timeout` ms it is killed. */
export function runKernels(code: string, environment: Readonly<Record<string, string>> = {}, timeout = 30_000): Ended {
  const start = performance.now();
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", kernelProgram(code)],
    {
      encoding: "utf8",
      env: { ...process.env, LANEWISE_THREADS: "2", ...environment },
      timeout,
      killSignal: "SIGKILL",
    },
  );
  return { status, signal, stdout, stderr, ms: performance.now() - start };
}

// The native baselines: the kernel's C in a process of its own, which stays alive and runs when it is told to (native.c).

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { compileC, marchFlags, openMpFlags, sse2Flags } from "../clang.js";
import { outFolder } from "../folders.js";
import type { Kernel } from "../kernel.js";
import { NotMeasured, type Prepared } from "../variant.js";
import { constructorOf, outputsOf, type TypedArray, type Workload } from "../workload.js";

export interface NativeSettings {
  readonly flags: readonly string[];
  /** The file of the kernel's folder. */
  readonly source: "kernel.c" | "sse.c";
  readonly environment?: Readonly<Record<string, string>>;
}

export const sse2: NativeSettings = { flags: sse2Flags, source: "kernel.c" };
export const sse2Hand: NativeSettings = { flags: sse2Flags, source: "sse.c" };
export const march: NativeSettings = { flags: marchFlags, source: "kernel.c" };

/** Threads stop spinning soon after their work, so that they do not disturb who is measured next. */
export function openMp(threads: number): NativeSettings {
  const environment = { OMP_NUM_THREADS: String(threads), KMP_BLOCKTIME: "2" };
  return { flags: openMpFlags, source: "kernel.c", environment };
}

let workloads = 0;

export async function prepareNative(kernel: Kernel, workload: Workload, settings: NativeSettings): Promise<Prepared> {
  if (process.arch !== "x64") throw new NotMeasured(`native baselines are for x64, this is ${process.arch}`);
  const sources = `kernels/${kernel.name}/${settings.source} harness/native.c`;
  const program = compileC(sources, kernel.name, settings.flags);
  mkdirSync(join(outFolder, "data"), { recursive: true });
  const path = join(outFolder, "data", `${kernel.name}-${process.pid}-${workloads++}`);
  writeWorkload(path, workload);
  const child = spawn(program, [path], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...settings.environment },
  });
  const ask = createDialogue(child);
  await ask("run 0"); // it has read the workload
  rmSync(path);
  return {
    run: async (times) => Number(await ask(`run ${times}`)) / 1e6,
    outputs: async () => {
      const numbers = workload.outputs.map((name) => Object.keys(workload.arrays).indexOf(name));
      await ask(`dump ${path} ${numbers.join(" ")}`);
      const outputs = readOutputs(path, workload);
      rmSync(path);
      return outputs;
    },
    dispose: async () => {
      const exit = once(child, "exit");
      child.stdin?.end();
      await exit;
    },
  };
}

/** Sends a line, gives the line that comes back. */
function createDialogue(child: ChildProcess): (line: string) => Promise<string> {
  if (!child.stdout) throw new Error("the child's output is a pipe");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (line) => {
    child.stdin?.write(`${line}\n`);
    const { value, done } = await lines.next();
    if (done) throw new NotMeasured("the native program ended early");
    return value;
  };
}

function writeWorkload(path: string, { arrays, scalars }: Workload): void {
  const file = openSync(path, "w");
  writeSync(file, Uint32Array.of(Object.keys(arrays).length, Object.keys(scalars).length));
  writeSync(file, Float64Array.from(Object.values(scalars)));
  for (const array of Object.values(arrays)) {
    writeSync(file, BigUint64Array.of(BigInt(array.byteLength)));
    for (let at = 0; at < array.byteLength; ) at += writeSync(file, bytesOf(array), at);
  }
  closeSync(file);
}

function readOutputs(path: string, workload: Workload): readonly TypedArray[] {
  const bytes = readFileSync(path);
  let at = 0;
  return outputsOf(workload, workload.arrays).map((original) => {
    const output = new (constructorOf(original))(original.length);
    bytesOf(output).set(bytes.subarray(at, at + original.byteLength));
    at += original.byteLength;
    return output;
  });
}

function bytesOf(array: TypedArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

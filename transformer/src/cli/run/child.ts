// Runs a program in a separate process, started by Node with our loader: for the inspector, and for restarts.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import { LOADER_VARIABLE, type LoaderInput } from "../../run/loader-input.js";
import { gpuDefault } from "./gpu-default.js";

export interface Start {
  readonly file: string;
  readonly args: readonly string[];
  /** Flags for Node. */
  readonly flags: readonly string[];
  readonly given: LoaderInput;
}

export function startChild({ file, args, flags, given }: Start): ChildProcess {
  const loader = new URL("../../adapters/register.js", import.meta.url).href;
  const before = gpuDefault(file);
  const imports = [...(before === undefined ? [] : ["--import", before]), "--import", loader];
  return spawn(process.execPath, [...process.execArgv, ...flags, ...imports, file, ...args], {
    stdio: "inherit",
    env: { ...process.env, [LOADER_VARIABLE]: JSON.stringify(given) },
  });
}

/** Ends this process as the child ends. */
export async function runChild(start: Start): Promise<void> {
  const child = startChild(start);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  process.exitCode = await exitCodeOf(child);
}

/** The exit code as shells count it: 128 plus the signal's number if a signal ended it. */
export async function exitCodeOf(child: ChildProcess): Promise<number> {
  // The arguments of a child process's "exit" event.
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  return code ?? 128 + (signal ? os.constants.signals[signal] : 0);
}

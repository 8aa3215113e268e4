// `lanewise run FILE`: runs in this process or, if Node needs other flags, in a child. Reports errors like tsc; with errors, nothing runs. Loads
// no compiler if the cache has the program.

import { existsSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildOptions } from "../../build-options.js";
import { installLoader, startProgram } from "../../run/load-program.js";
import type { CheckRequest, LoaderInput } from "../../run/loader-input.js";
import { printReport } from "../../run/report.js";
import { createSession, findOrCompile } from "../../run/session.js";
import { CommandError } from "../command-error.js";
import { gpuDefault } from "./gpu-default.js";

export interface RunOptions extends BuildOptions {
  /** The trace file; true if no program was named. */
  readonly profile?: string | true;
  readonly checkRaces?: "first" | "all" | true;
  /** Words of `overflowWords`. */
  readonly checkOverflow?: readonly OverflowWord[] | true;
  readonly watch?: true;
  /** The address of Node's inspector; empty for Node's default. */
  readonly inspect?: string | true;
  readonly inspectBrk?: string | true;
}

export async function runProgram(fileName: string, args: readonly string[], options: RunOptions): Promise<void> {
  const file = path.resolve(fileName);
  assertRunnable(file, fileName);
  const { profile, checkRaces, checkOverflow, watch, inspect, inspectBrk, ...asked } = options;
  const trace = typeof profile === "string" ? path.resolve(profile) : undefined;
  const given = { asked, trace, check: checkOf(options) };
  const flags = [
    ...(inspect === undefined ? [] : [flag("--inspect", inspect)]),
    ...(inspectBrk === undefined ? [] : [flag("--inspect-brk", inspectBrk)]),
  ];
  if (watch) {
    const { watchProgram } = await import("./watch-program.js");
    await watchProgram({ file, args, flags, given });
  } else if (flags.length > 0) {
    const { runChild } = await import("./child.js");
    await runChild({ file, args, flags, given });
  } else await runHere(realpathSync(file), [file, ...args], given);
}

export const overflowWords = ["first", "all", "floats", "zeros"] as const;
export type OverflowWord = (typeof overflowWords)[number];

function checkOf({ checkRaces, checkOverflow }: RunOptions): CheckRequest | undefined {
  if (checkRaces && checkOverflow)
    throw new CommandError("--check-races and --check-overflow: one at a time; run the program twice.");
  if (checkRaces) return { kind: "races", collect: checkRaces === "all" };
  if (!checkOverflow) return undefined;
  const has = (word: OverflowWord): boolean => checkOverflow !== true && checkOverflow.includes(word);
  return { kind: "overflow", collect: has("all"), floats: has("floats"), zeros: has("zeros") };
}

function flag(name: string, value: string | true): string {
  return value === true || value === "" ? name : `${name}=${value}`;
}

async function runHere(file: string, argv: readonly string[], { asked, trace, check }: LoaderInput): Promise<void> {
  // In Yarn's archives, require() only finds modules that were imported before.
  if (process.versions.pnp !== undefined) await import("../../run/compile-program.js");
  const { program, report } = findOrCompile(file, asked);
  if (report) process.stderr.write(printReport(report, process.stderr));
  if (!program) {
    process.exitCode = 1;
    return;
  }
  process.argv = [process.execPath, ...argv];
  if (trace !== undefined) {
    const { collectProfile } = await import("./profile/collect.js");
    collectProfile(trace);
  }
  if (check !== undefined) {
    const { runUnderCheck } = await import("./run-under-check.js");
    runUnderCheck(file, check);
  }
  const before = gpuDefault(file);
  if (before !== undefined) await import(before);
  const session = createSession({ tables: [program.table], asked, entry: undefined });
  installLoader(session);
  startProgram(session, pathToFileURL(file).href);
}

function assertRunnable(file: string, fileName: string): void {
  if (!existsSync(file)) throw new CommandError(`${fileName}: no such file (looked at ${file}).`);
  if (statSync(file).isDirectory()) throw new CommandError(`${fileName} is a folder; name the file to run.`);
  if (/\.d\.[cm]?ts$/.test(file))
    throw new CommandError(`${fileName} holds declarations only; there is nothing to run.`);
  if (/\.[cm]?tsx?$/.test(file)) return;
  throw new CommandError(
    `${fileName} is not TypeScript (.ts, .mts, .cts, .tsx); run JavaScript with \`node ${fileName}\`.`,
  );
}

// `lanewise run FILE`: compiles the project around a TypeScript file and runs the file in this process, from memory. Errors are
// reported like tsc's, and then nothing runs.

import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { Command } from "commander";
import type { BuildOptions } from "../build-options.js";
import { compileWith, withBuildOptions } from "./build-arguments.js";
import { CommandError } from "./command-error.js";
import { compileForRun } from "./run/compile-for-run.js";
import { loadProgram } from "./run/load-program.js";
import { collectProfile } from "./run/profile/collect.js";
import { writeDiagnostics } from "./terminal.js";

export function runCommand(): Command {
  const command = new Command("run")
    .summary("compile and run a TypeScript file with its kernels")
    .description("Compiles the project of the tsconfig.json above FILE (strict defaults without one) and runs FILE.")
    .argument("<file>", "a .ts, .mts, .cts or .tsx file")
    .argument("[args...]", "arguments of the program")
    .option("--profile [=file]", `measure each kernel, and write a trace for Perfetto (default: ${defaultTrace})`)
    .passThroughOptions()
    .action(runFile);
  const { parseOptions } = command;
  command.parseOptions = (args) => parseOptions.call(command, withTraceFile(args));
  return withBuildOptions(command);
}

const defaultTrace = "lanewise-trace.json";

/** A `--profile` before the program gets its file, so that it does not take the program's name for one. */
function withTraceFile(args: readonly string[]): string[] {
  const program = args.findIndex((arg) => /\.[cm]?tsx?$/.test(arg));
  return args.map((arg, index) => (arg === "--profile" && index < program ? `--profile=${defaultTrace}` : arg));
}

interface RunOptions extends BuildOptions {
  /** Where the trace goes; true where no program was named. */
  readonly profile?: string | true;
}

async function runFile(fileName: string, args: readonly string[], options: RunOptions): Promise<void> {
  const file = path.resolve(fileName);
  assertRunnable(file, fileName);
  const { default: typescript } = await import("typescript-6");
  const compiled = compileForRun(typescript, file, compileWith({ ...options, wasm: "inline" }));
  const { table, entry, errors, warnings } = compiled;
  writeDiagnostics(typescript, [...errors, ...warnings], compiled.options, process.stderr);
  if (errors.length > 0) {
    process.exitCode = 1;
    return;
  }
  process.argv = [process.execPath, file, ...args];
  if (typeof options.profile === "string") collectProfile(path.resolve(options.profile));
  loadProgram(table, entry);
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

// The arguments of `lanewise run FILE`; run/run-program.ts executes it. A call without options bypasses this file
// (start.ts).

import { Command, InvalidArgumentError, Option } from "commander";
import { withBuildOptions } from "./build-arguments.js";
import { type OverflowWord, overflowWords, type RunOptions, runProgram } from "./run/run-program.js";

const defaultTrace = "lanewise-trace.json";
const address = "[=[host:]port]";

export function runCommand(): Command {
  const command = new Command("run")
    .summary("compile and run a TypeScript file with its kernels")
    .description(
      "Compiles the project of the nearest tsconfig.json above FILE, or with strict defaults if there is none, and runs FILE.",
    )
    .argument("<file>", "a .ts, .mts, .cts or .tsx file")
    .argument("[args...]", "arguments for the program")
    .option("--watch", "run again when a file that matters changes")
    .option(`--inspect ${address}`, "open Node's inspector (default: 127.0.0.1:9229)")
    .option(`--inspect-brk ${address}`, "open the inspector, and wait for a debugger before the first line")
    .option("--profile [=file]", `measure each kernel, and write a trace for Perfetto (default: ${defaultTrace})`)
    .addOption(
      new Option(
        "--check-races [=which]",
        "run kernels in an interpreter that looks for data races: the first, or all",
      ).choices(["first", "all"]),
    )
    .addOption(
      new Option(
        "--check-overflow [=which]",
        `run kernels in an interpreter that looks for numbers that differ from JavaScript's: ${overflowWords.join(", ")}, or several of these, separated by commas`,
      ).argParser(overflowOf),
    )
    .passThroughOptions()
    .action((file: string, args: readonly string[], options: RunOptions) => runProgram(file, args, options));
  const { parseOptions } = command;
  command.parseOptions = (args) => parseOptions.call(command, withValues(args));
  return withBuildOptions(command);
}

function overflowOf(value: string): readonly OverflowWord[] {
  const isWord = (word: string): word is OverflowWord => overflowWords.some((known) => known === word);
  const words = value.split(",");
  if (words.every(isWord)) return words;
  throw new InvalidArgumentError(`Allowed choices are ${overflowWords.join(", ")}.`);
}

/** The values of options whose value is optional and missing. */
const standard: Readonly<Record<string, string>> = {
  "--profile": defaultTrace,
  "--inspect": "",
  "--check-races": "first",
  "--check-overflow": "first",
  "--inspect-brk": "",
};

/** Gives such options before the program their default value, so that they do not take the program's name as one. */
function withValues(args: readonly string[]): string[] {
  const program = args.findIndex((arg) => /\.[cm]?tsx?$/.test(arg));
  return args.map((arg, index) => {
    const value = index < program ? standard[arg] : undefined;
    return value === undefined ? arg : `${arg}=${value}`;
  });
}

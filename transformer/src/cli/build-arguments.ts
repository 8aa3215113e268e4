// `--bounds`, `--fp` and `--split`, which all commands that compile have, and their values as the compiler takes them.

import { type Command, Option } from "commander";
import type { Compile } from "../adapters/text-program.js";
import { type BuildOptions, buildOptionNames, buildOptionValues } from "../build-options.js";
import { compileProgram } from "../compile.js";

const meanings = {
  bounds: "whether kernels check indices, unless a queue or launch says otherwise",
  fp: "strict: every operation of a kernel rounds, on every engine",
  split: "how kernels are spread over device images",
} as const satisfies Record<keyof BuildOptions, string>;

export function withBuildOptions(command: Command): Command {
  for (const name of buildOptionNames) {
    command.addOption(new Option(`--${name} <value>`, meanings[name]).choices(buildOptionValues[name]));
  }
  return command;
}

/** What was asked for goes before the tsconfig.json's plugin entry. */
export function compileWith({ bounds, fp, split }: BuildOptions): Compile {
  const asked = { ...(bounds && { bounds }), ...(fp && { fp }), ...(split && { split }) };
  return (typescript, program) => compileProgram(typescript, program, asked);
}

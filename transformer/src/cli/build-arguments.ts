// The build options `bounds`, `fp`, `split`, `rdc`, `targets` and `wasm` for all commands that compile, and their values for the
// compiler.

import { type Command, Option } from "commander";
import type ts from "typescript-6";
import { type BuildOptions, buildOptionNames, buildOptionValues, type CompileOptions } from "../build-options.js";
import type { Compilation } from "../compilation.js";
import { compileProgram, type TypeScript } from "../compile.js";
import { targetForms, toTargets } from "../targets.js";
import type { CompilerMemory } from "../watch/compiler-memory.js";
import { CommandError } from "./command-error.js";

const meanings = {
  bounds: "whether kernels check indices, unless a queue or launch says otherwise",
  fp: "strict: kernels round every operation, on every engine",
  split: "how to distribute kernels over device images",
  wasm: "where to put the WebAssembly of the target wasm: in the JavaScript, or in files that the JavaScript reads or imports",
  rdc: "off: every device image contains all device functions that it calls",
} as const satisfies Record<(typeof buildOptionNames)[number], string>;

export function withBuildOptions(command: Command): Command {
  for (const name of buildOptionNames) {
    command.addOption(new Option(`--${name} <value>`, meanings[name]).choices(buildOptionValues[name]));
  }
  return command.addOption(
    new Option(
      "--targets <list>",
      "targets to build kernels for: ir,wasm,wasm+scalar,wasm+simd128+relaxed (default: ir)",
    ).argParser(parseTargets),
  );
}

export function parseTargets(text: string): readonly string[] {
  const targets = text.split(",");
  if (toTargets(targets)) return targets;
  throw new CommandError(`--targets ${text}: expected a list of ${targetForms.replace(/, or .*/, "")}, with commas.`);
}

/** With a memory, only what has changed since its last compilation is redone. */
export type CompileAgain = (
  typescript: TypeScript,
  program: ts.Program,
  memory?: CompilerMemory,
  only?: Pick<CompileOptions, "checkOnly">,
) => Compilation;

/** The options given here override the tsconfig.json's plugin entry. */
export function compileWith({ bounds, fp, split, targets, wasm, rdc }: BuildOptions): CompileAgain {
  const asked = {
    ...(bounds && { bounds }),
    ...(fp && { fp }),
    ...(split && { split }),
    ...(targets && { targets }),
    ...(wasm && { wasm }),
    ...(rdc && { rdc }),
  };
  return (typescript, program, memory, only) => compileProgram(typescript, program, { ...asked, ...only }, memory);
}

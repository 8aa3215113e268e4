// `lanewise build -b`: builds projects and their references with TypeScript's own builder, so that up-to-date checks, order, output
// and exit codes are those of `tsc -b`.

import type ts from "typescript-6";
import type { TypeScript } from "../../compile.js";
import type { CompileAgain } from "../build-arguments.js";
import { isPretty } from "../terminal.js";
import { createKernelPrograms, createReporter } from "./kernel-programs.js";

/** Returns the exit code; undefined while watching. */
export function buildSolution(
  typescript: TypeScript,
  compile: CompileAgain,
  projects: readonly string[],
  options: ts.BuildOptions,
  isWatching: boolean,
): number | undefined {
  const { sys } = typescript;
  const roots = projects.length > 0 ? projects : ["."];
  const programs = createKernelPrograms(typescript, compile);
  const report = createReporter(typescript, options);
  const status = typescript.createBuilderStatusReporter(sys, isPretty(options, process.stdout));
  if (isWatching) {
    const host = typescript.createSolutionBuilderWithWatchHost(sys, programs, report, status);
    typescript.createSolutionBuilderWithWatch(host, roots, options).build();
    return undefined;
  }
  const host = typescript.createSolutionBuilderHost(sys, programs, report, status, reportSummary(typescript, options));
  const builder = typescript.createSolutionBuilder(host, roots, options);
  return options.clean ? builder.clean() : builder.build();
}

function reportSummary({ sys }: TypeScript, options: ts.BuildOptions): ts.ReportEmitErrorSummary | undefined {
  if (!isPretty(options, process.stdout)) return undefined;
  return (count) => {
    if (count > 0) sys.write(`\nFound ${count} error${count === 1 ? "" : "s"}.\n\n`);
  };
}

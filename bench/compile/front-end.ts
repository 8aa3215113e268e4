// Measures the front end: one generated project, compiled by plain TypeScript and by us, interleaved in one process. Both
// check and emit everything, to nowhere.

import { join } from "node:path";
import { compileProgram, createTextProgram } from "@lanewise/transformer";
import ts from "typescript-6";
import { median, timed } from "../statistics.js";

export interface FrontEndResult {
  readonly files: number;
  readonly plainMs: number;
  readonly lanewiseMs: number;
  /** lanewiseMs / plainMs, the median of the runs' own ratios. */
  readonly ratio: number;
  /** Our own passes (without the second program and its emit), by kernel. */
  readonly passesMsPerKernel: number;
}

function parse(folder: string): ts.ParsedCommandLine {
  const file = join(folder, "tsconfig.json");
  return ts.parseJsonConfigFileContent(ts.readConfigFile(file, ts.sys.readFile).config, ts.sys, folder);
}

function compile(folder: string, withKernels: boolean): { passes: number } {
  const { fileNames, options } = parse(folder);
  const host = ts.createCompilerHost(options);
  const program = ts.createProgram({ rootNames: fileNames, options, host });
  let passes = 0;
  const emitting = withKernels
    ? createTextProgram(ts, program, host, (typescript, checked) => {
        ts.getPreEmitDiagnostics(checked); // types are found by whoever asks first; keep that out of the passes' time
        let compilation = compileProgram(typescript, checked);
        passes = timed(() => {
          compilation = compileProgram(typescript, checked);
        });
        return compilation;
      }).program
    : program;
  const errors = ts.getPreEmitDiagnostics(emitting);
  if (errors[0]) throw new Error(`the generated project has errors: ${String(errors[0].messageText)}`);
  emitting.emit(undefined, () => undefined);
  return { passes };
}

export function measureFrontEnd(folder: string, files: number, runs: number): FrontEndResult {
  const plain: number[] = [];
  const ours: number[] = [];
  const passes: number[] = [];
  for (let run = 0; run <= runs; run++) {
    const plainMs = timed(() => compile(folder, false));
    let inPasses = 0;
    const oursMs = timed(() => {
      inPasses = compile(folder, true).passes;
    });
    if (run === 0) continue; // warms both up
    plain.push(plainMs);
    ours.push(oursMs - inPasses); // the passes ran twice, once to be timed
    passes.push(inPasses);
  }
  return {
    files,
    plainMs: median(plain),
    lanewiseMs: median(ours),
    ratio: median(ours.map((ms, index) => ms / (plain[index] ?? Number.NaN))),
    passesMsPerKernel: median(passes) / files,
  };
}

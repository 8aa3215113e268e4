// Measures the front end as users meet it: whole commands on one generated project, `tsc -p` and `lanewise build -p` in turn,
// each in a process of its own; and, in this process, our own passes alone.

import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { compileProgram } from "@lanewise/transformer";
import ts from "typescript-6";
import { median, timed } from "../statistics.js";

export interface FrontEndResult {
  readonly kernels: number;
  readonly plainMs: number;
  readonly lanewiseMs: number;
  /** The median of the pairs' own ratios. */
  readonly ratio: number;
  readonly ratios: readonly number[];
  /** Our own passes, types already known to the checker. */
  readonly passesMsPerKernel: number;
}

function measureCommand(folder: string, ...command: readonly string[]): number {
  rmSync(join(folder, "dist"), { recursive: true, force: true });
  return timed(() => {
    const { status } = spawnSync(process.execPath, [...command, "-p", folder], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    if (status !== 0) throw new Error(`${command.join(" ")} failed on the generated project`);
  });
}

/** Medians of a few compilations after a first one. */
function measurePasses(folder: string): number {
  const config = ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile).config;
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const times = Array.from({ length: 4 }, () => {
    const program = ts.createProgram({ rootNames: fileNames, options });
    ts.getPreEmitDiagnostics(program);
    return timed(() => compileProgram(ts, program));
  });
  return median(times.slice(1));
}

export function measureFrontEnd(root: string, folder: string, kernels: number, pairs: number): FrontEndResult {
  const plain: number[] = [];
  const ours: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    plain.push(measureCommand(folder, join(root, "node_modules/typescript/bin/tsc")));
    ours.push(measureCommand(folder, join(root, "transformer/bin/lanewise.js"), "build"));
  }
  const ratios = ours.map((ms, index) => ms / (plain[index] ?? Number.NaN));
  return {
    kernels,
    plainMs: median(plain),
    lanewiseMs: median(ours),
    ratio: median(ratios),
    ratios,
    passesMsPerKernel: measurePasses(folder) / kernels,
  };
}

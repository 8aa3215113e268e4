// The ways in which a project can ask TypeScript to write it, one row each, and the programs that are written in all of them.

import type { Files } from "../projects.js";

export interface Mode {
  /** On top of those of projects.ts; undefined takes one away. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly type?: "module" | "commonjs";
  /** The program's JavaScript; undefined: none is written. Default: dist/main.js. */
  readonly main?: string | undefined;
  /** Files that are written beside it. */
  readonly writes?: readonly string[];
  /** The compiler begins with what it knows of the last time. */
  readonly isKept?: boolean;
  /** How the compiler ends with a mistake in a kernel, and whether it writes then. Default: 2, and it does. */
  readonly failed?: { readonly code: number; readonly isWritten: boolean };
}

const withoutDeclarations = { declaration: undefined, declarationMap: undefined };
const nothingWritten = { code: 1, isWritten: false };

export const modes: Readonly<Record<string, Mode>> = {
  "ES modules, declarations with maps": {
    options: { declaration: true, declarationMap: true },
    writes: ["dist/main.d.ts", "dist/main.d.ts.map", "dist/scale.d.ts.map"],
  },
  "CommonJS, declarations elsewhere": {
    options: { declaration: true, declarationMap: undefined, declarationDir: "types" },
    type: "commonjs",
    writes: ["types/main.d.ts"],
  },
  "isolatedModules, verbatimModuleSyntax, inlineSourceMap, inlineSources": {
    options: {
      ...withoutDeclarations,
      isolatedModules: true,
      verbatimModuleSyntax: true,
      sourceMap: undefined,
      inlineSourceMap: true,
      inlineSources: true,
    },
  },
  "an older target, isolatedModules, inlineSourceMap, CommonJS": {
    options: {
      ...withoutDeclarations,
      target: "es2018",
      isolatedModules: true,
      sourceMap: undefined,
      inlineSourceMap: true,
    },
    type: "commonjs",
  },
  "isolatedDeclarations, removeComments, rootDir above the sources": {
    options: { isolatedDeclarations: true, removeComments: true, rootDir: "." },
    main: "dist/src/main.js",
    writes: ["dist/src/main.d.ts"],
  },
  "beside the sources": {
    options: { ...withoutDeclarations, outDir: undefined, rootDir: undefined },
    main: "src/main.js",
  },
  "incremental, outDir elsewhere": {
    options: { incremental: true, tsBuildInfoFile: "cache/info.json", outDir: "build/js" },
    main: "build/js/main.js",
    writes: ["cache/info.json"],
    isKept: true,
  },
  "composite, noEmitOnError": {
    options: { composite: true, noEmitOnError: true },
    writes: ["dist/main.d.ts", "tsconfig.tsbuildinfo"],
    failed: nothingWritten,
    isKept: true,
  },
  "composite, CommonJS": { options: { composite: true }, type: "commonjs", isKept: true },
  noEmitOnError: { options: { noEmitOnError: true }, failed: nothingWritten },
  emitDeclarationOnly: {
    options: { emitDeclarationOnly: true, sourceMap: undefined },
    main: undefined,
    writes: ["dist/main.d.ts"],
  },
  "emitDeclarationOnly, composite": {
    options: { emitDeclarationOnly: true, sourceMap: undefined, composite: true },
    main: undefined,
    writes: ["dist/main.d.ts"],
  },
  noEmit: { options: { noEmit: true }, main: undefined },
  "noEmit, incremental": { options: { noEmit: true, incremental: true }, main: undefined },
};

/** An explicit device, so that a program whose kernels are not compiled throws. It launches when it is loaded. */
const main = `import { Queue } from "lanewise";
import { scale } from "./scale.js";
declare const console: { log(text: string): void };
declare const process: { readonly argv: readonly string[] };

/** What is scaled. */
export const data: Float32Array = new Float32Array([1, 2, 3]);
const q: Queue = new Queue({ device: "cpu", threads: 1 });
const launched = q.parallelFor(3, (i) => { data[i] = scale(data[i]!); });
launched.then(() => {
  console.log(data.join());
  if (process.argv[2] === "fail") throw new Error("failed");
});
`;

export const scaleBy = (factor: number): Files => ({
  "src/scale.ts": `export function scale(x: number): number {\n  return x * ${factor};\n}\n`,
});
export const files: Files = { "src/main.ts": main, ...scaleBy(3) };
export const printed = (factor: number) => `${factor},${2 * factor},${3 * factor}\n`;

/** LW1102, in the function that the kernel calls: only the whole program shows that it is a mistake. */
export const faulty: Files = {
  "src/scale.ts": 'export function scale(x: number): number {\n  if (x > 2) throw new Error("no");\n  return x;\n}\n',
};
export const faultAt = "src/scale.ts(2,14)";

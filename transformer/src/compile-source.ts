// The entry `@lanewise/transformer/source`: compiles kernels from a text at run time to device images for `createKernelBundle`
// (requirement M9). The text is an ordinary module; its kernels capture what it declares without a value.

import { createHash } from "node:crypto";
import path from "node:path";
import { encodeImage } from "@lanewise/ir";
import type ts from "typescript-6";
import { toTypeScriptDiagnostic } from "./adapters/typescript-diagnostic.js";
import type { BuildOptions } from "./build-options.js";
import { compileProgram } from "./compile.js";
import { printDiagnostics } from "./diagnostics/print-diagnostics.js";
import { ownTypeScript } from "./own-typescript.js";

const typescript = ownTypeScript();

/** The options of `compileSource`. */
export interface SourceOptions extends BuildOptions {
  /**
   * The text's name in messages and in the symbols of kernels and device globals; different texts need different names. Default:
   * `source-<digest of the text>.ts`.
   */
  readonly fileName?: string;
  /** Where to look for `lanewise` and other packages. Default: the current folder. */
  readonly folder?: string;
}

/**
 * Thrown if the text has errors. The message lists them all as tsc does: `if (error instanceof SourceError) console.error(error.message)`.
 */
export class SourceError extends Error {
  override readonly name = "SourceError";
}

const compilerOptions: ts.CompilerOptions = {
  module: typescript.ModuleKind.NodeNext,
  target: typescript.ScriptTarget.ESNext,
  lib: ["lib.esnext.d.ts"],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  moduleDetection: typescript.ModuleDetectionKind.Force,
  skipLibCheck: true,
  noEmit: true,
};

/**
 * Compiles a module's kernels, and returns its device images. Throws SourceError.
 *
 *     const images = compileSource(`
 *       import type { f32, Kernel1 } from "lanewise";
 *       declare const a: f32, x: Float32Array, y: Float32Array;
 *       export const saxpy: Kernel1 = (i) => { y[i]! += a * x[i]!; };
 *     `);
 *     const executable = build(createKernelBundle(q.context, images));
 *     q.submit((h) => { h.setArgs({ a: 2, x, y }); h.parallelFor(n, executable.getKernel("saxpy")); });
 */
export function compileSource(text: string, options: SourceOptions = {}): readonly Uint8Array[] {
  const { fileName = ownName(text), folder = process.cwd(), ...asked } = options;
  const program = createProgram(path.resolve(folder, fileName), text, folder);
  const compilation = compileProgram(typescript, program, { ...asked, split: "per_source", wasm: "inline" });
  const found = [
    ...typescript.getPreEmitDiagnostics(program),
    ...compilation.diagnostics.map((diagnostic) => toTypeScriptDiagnostic(typescript, program, diagnostic)),
  ];
  const errors = found.filter(({ category }) => category === typescript.DiagnosticCategory.Error);
  if (errors.length > 0) {
    throw new SourceError(printDiagnostics(typescript, errors, { pretty: false, currentDirectory: folder }).trimEnd());
  }
  return [...compilation.files.values()].flatMap(({ images }) => images.map(encodeImage));
}

/** A name that depends on the text only, so that cached code for it is found again. */
function ownName(text: string): string {
  return `source-${createHash("sha256").update(text).digest("hex").slice(0, 12)}.ts`;
}

function createProgram(file: string, text: string, folder: string): ts.Program {
  const host = typescript.createCompilerHost(compilerOptions);
  const { getSourceFile, fileExists, readFile } = host;
  host.getCurrentDirectory = () => folder;
  host.fileExists = (name) => name === file || fileExists(name);
  host.readFile = (name) => (name === file ? text : readFile(name));
  host.getSourceFile = (name, version, ...rest) =>
    name === file ? typescript.createSourceFile(name, text, version) : getSourceFile(name, version, ...rest);
  return typescript.createProgram({ rootNames: [file], options: compilerOptions, host });
}

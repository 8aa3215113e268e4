// The front end's pass list: a TypeScript program in; edits, images and diagnostics out. Read it top to bottom:
// recognise -> check -> outline -> lower -> verify -> split -> properties -> embed.

import { invariant, verify } from "@lanewise/ir";
import type ts from "typescript-6";
import type { Compilation, CompiledFile } from "./compilation.js";
import { createReporter } from "./diagnostics/reporter.js";
import { type EmbeddedKernel, embed } from "./embed.js";
import { splitPerSource } from "./link/split.js";
import { capturesOf, lowerKernel } from "./lower/functions.js";
import { createModuleBuilder, type ModuleBuilder } from "./lower/module-builder.js";
import { nameKernel } from "./name-kernels.js";
import { outline } from "./outline.js";
import type { PassContext, TypeScript } from "./pass-context.js";
import { type Kernel, recognise } from "./recognise/kernels.js";
import { isFromLibrary } from "./recognise/library.js";
import { identifyModule } from "./recognise/package-of.js";

export type { TypeScript } from "./pass-context.js";

export function compileProgram(typescript: TypeScript, program: ts.Program): Compilation {
  const context: PassContext = {
    ts: typescript,
    program,
    checker: program.getTypeChecker(),
    reporter: createReporter(),
  };
  const { reporter } = context;
  const sources = sourceFiles(program);
  const { kernels, globals } = recognise(context, sources);
  const ordinals = new Map<string, number>();
  const files = new Map<string, CompiledFile>();
  for (const file of sources) {
    const own = [...kernels.values()].filter(({ declaration }) => declaration.getSourceFile() === file);
    const declared = globals.get(file) ?? [];
    if (own.length === 0 && declared.length === 0) continue;
    const { module } = identifyModule(file.fileName);
    const builder = createModuleBuilder(module);
    const dependencies = new Set<ts.SourceFile>();
    for (const global of declared) builder.globalIndex(global);
    const embedded = own.flatMap((kernel) => compileKernel(context, kernel, builder, ordinals, dependencies));
    const built = builder.finish();
    if (reporter.diagnostics.some(({ category }) => category === "error")) continue;
    const violations = verify(built);
    invariant(violations.length === 0, `lowering gives valid IR: ${JSON.stringify(violations[0])}`);
    const images = splitPerSource(built);
    const edits = embed(context, file, { module, kernels: embedded, globals: declared, images });
    const others = [...dependencies].filter((other) => other !== file).map((other) => other.fileName);
    files.set(file.fileName, { fileName: file.fileName, edits, images, dependencies: others });
  }
  return { files, diagnostics: reporter.diagnostics };
}

/** The program's own TypeScript files, if it uses the library at all. */
function sourceFiles(program: ts.Program): ts.SourceFile[] {
  const all = program.getSourceFiles();
  if (!all.some((file) => isFromLibrary(file))) return [];
  return all.filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file));
}

/** The kernel in the module's IR, and how the host marks it; nothing where something was reported. */
function compileKernel(
  context: PassContext,
  kernel: Kernel,
  builder: ModuleBuilder,
  ordinals: Map<string, number>,
  dependencies: Set<ts.SourceFile>,
): EmbeddedKernel[] {
  const { declaration, dimensions } = kernel;
  const { symbol, name } = nameKernel(context, declaration, ordinals);
  const outlined = outline(context, kernel);
  if (!outlined) return [];
  const { collection, instance } = outlined;
  lowerKernel(collection, builder, instance, { symbol, name, dimensions });
  for (const file of collection.files) dependencies.add(file);
  return [{ declaration, symbol, captures: capturesOf(instance).map((capture) => capture.name) }];
}

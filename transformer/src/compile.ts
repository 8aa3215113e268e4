// The front end's pass list: a TypeScript program in; edits, images and diagnostics out. Read it top to bottom:
// recognise -> check -> outline -> lower -> verify -> split -> properties -> embed.

import { invariant, verify } from "@lanewise/ir";
import type ts from "typescript-6";
import { type BuildOptions, projectOptions } from "./build-options.js";
import { errorInPackage, hasTypeErrors } from "./check/type-errors.js";
import type { Compilation, CompiledFile } from "./compilation.js";
import { atCallSite } from "./diagnostics/call-site.js";
import { createReporter } from "./diagnostics/reporter.js";
import { dump } from "./dump.js";
import { type EmbeddedKernel, embed } from "./embed.js";
import { splitPerSource } from "./link/split.js";
import { capturesOf, lowerKernel } from "./lower/functions.js";
import { createModuleBuilder, type ModuleBuilder } from "./lower/module-builder.js";
import { nameKernel } from "./name-kernels.js";
import { outline } from "./outline.js";
import type { PassContext, TypeScript } from "./pass-context.js";
import type { DeviceGlobal } from "./recognise/device-globals.js";
import { reportHiddenGlobals } from "./recognise/hidden-globals.js";
import { type Kernel, recognise } from "./recognise/kernels.js";
import { isFromLibrary } from "./recognise/library.js";
import { identifyModule } from "./recognise/package-of.js";
import type { StructOfCall } from "./recognise/struct-of.js";
import { withVisibleSources } from "./visible-sources.js";

export type { TypeScript } from "./pass-context.js";

/** `asked` goes before what the tsconfig's plugin entry says. */
export function compileProgram(typescript: TypeScript, given: ts.Program, asked: BuildOptions = {}): Compilation {
  const own = sourceFiles(given);
  const { program, sources } = withVisibleSources(typescript, given, own);
  const context: PassContext = {
    ts: typescript,
    program,
    checker: program.getTypeChecker(),
    reporter: createReporter(),
    userProgram: given,
    visibleSources: sources,
  };
  const options = { ...projectOptions(context), ...asked };
  const { kernels, globals, structs } = recognise(context, own);
  reportHiddenGlobals(context, own);
  const kernelsOf = new Map<ts.SourceFile, Kernel[]>();
  // In the order of the text, so that their names do not hang on which file is looked at first.
  for (const kernel of [...kernels.values()].sort((a, b) => a.declaration.pos - b.declaration.pos)) {
    const source = kernel.declaration.getSourceFile();
    kernelsOf.set(source, [...(kernelsOf.get(source) ?? []), kernel]);
  }
  const files = new Map<string, CompiledFile>();
  for (const source of new Set([...globals.keys(), ...kernelsOf.keys(), ...structs.keys()])) {
    const content: FileContent = {
      kernels: kernelsOf.get(source) ?? [],
      globalsOf: globals,
      structs: structs.get(source) ?? [],
    };
    const file = compileFile(context, source, content, options);
    if (file) files.set(source.fileName, file);
  }
  const isOwn = (file: string) => given.getSourceFile(file) !== undefined;
  return { files, diagnostics: context.reporter.diagnostics.map((found) => atCallSite(found, isOwn)) };
}

/** What is compiled of a source file. */
interface FileContent {
  readonly kernels: readonly Kernel[];
  /** Of all files: initial values come from others. */
  readonly globalsOf: ReadonlyMap<ts.SourceFile, readonly DeviceGlobal[]>;
  readonly structs: readonly StructOfCall[];
}

/** One source file's kernels, globals and layouts; undefined where something was reported. */
function compileFile(
  context: PassContext,
  source: ts.SourceFile,
  { kernels, globalsOf, structs }: FileContent,
  options: BuildOptions,
): CompiledFile | undefined {
  const { module } = identifyModule(source.fileName);
  const builder = createModuleBuilder(module);
  const dependencies = new Set<ts.SourceFile>();
  const globals = globalsOf.get(source) ?? [];
  for (const { files } of structs) for (const file of files) dependencies.add(file);
  const embedded = kernels.flatMap((kernel, ordinal) => compileKernel(context, kernel, ordinal, builder, dependencies));
  if (context.reporter.diagnostics.some(({ category }) => category === "error")) return undefined;
  const built = builder.finish();
  const [violation] = verify(built);
  invariant(!violation, `lowering gives valid IR: ${violation?.where} ${violation?.message}`);
  const images = splitPerSource(built, options);
  const edits = embed(context, source, { module, kernels: embedded, globals, structs, images });
  for (const global of [source, ...dependencies].flatMap((file) => globalsOf.get(file) ?? [])) {
    for (const file of [...global.initialFiles, ...global.typeFiles]) dependencies.add(file);
  }
  dependencies.delete(source);
  const compiled = { fileName: source.fileName, edits, images, dependencies: [...dependencies].map(nameOf) };
  dump(compiled, built);
  return compiled;
}

function nameOf(file: ts.SourceFile): string {
  return file.fileName;
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
  ordinal: number,
  builder: ModuleBuilder,
  dependencies: Set<ts.SourceFile>,
): EmbeddedKernel[] {
  const { declaration, dimensions } = kernel;
  const { reporter } = context;
  const { symbol, name } = nameKernel(context, declaration, ordinal);
  const before = reporter.diagnostics.length;
  const { collection, instance } = outline(context, kernel);
  for (const file of collection.files) dependencies.add(file);
  if (hasTypeErrors(context, collection.functions)) {
    reporter.withdraw(before); // what TypeScript could not type, we would only report again
    return [];
  }
  const error = errorInPackage(context, collection.functions);
  if (error) {
    reporter.withdraw(before);
    const message = context.ts.flattenDiagnosticMessageText(error.messageText, " ");
    const { file, start = 0, length = 0 } = error;
    const notes = file ? [{ file: file.fileName, start, length, message: "it is here" }] : [];
    reporter.report("LW1902", kernel.use, [message], notes);
    return [];
  }
  if (!instance) return [];
  lowerKernel(collection, builder, instance, { symbol, name, dimensions });
  return [{ declaration, symbol, captures: capturesOf(instance).map((capture) => capture.name) }];
}

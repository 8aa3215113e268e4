// Compiles one source file up to the point where its kernels go into images: outline -> lower -> races -> verify, and the rest that its
// text needs. The result depends only on the file and its imports, so a watching compiler caches it (watch/compiler-memory.ts).

import type { Module } from "@lanewise/ir";
import type ts from "typescript-6";
import { checkRaces } from "./check/check-races.js";
import { checkReadonlyParameters } from "./check/check-readonly-parameters.js";
import { checkEarlyReads } from "./check/early-reads.js";
import { compileDeviceFn, compileKernel } from "./compile-functions.js";
import { isError } from "./diagnostics/diagnostic.js";
import type { EmbeddedKernel, Embedding } from "./embed.js";
import type { ImportedName } from "./link/package-functions.js";
import { createModuleBuilder } from "./lower/module-builder.js";
import type { PassContext } from "./pass-context.js";
import type { KeptGlobal } from "./recognise/device-globals.js";
import { declarationsOf, importedDeviceFnsOf } from "./recognise/imported-device-fns.js";
import { importsOf } from "./recognise/imported-globals.js";
import type { Findings, Kernel } from "./recognise/kernels.js";
import { identifyModule } from "./recognise/package-of.js";

/** The compiled content of a source file. */
export interface FileContent {
  readonly source: ts.SourceFile;
  readonly kernels: readonly Kernel[];
  /**
   * The file of each kernel's use. An editor parses only edited text, so a node of one file becomes a node of the next version at another
   * position.
   */
  readonly usedIn: readonly ts.SourceFile[];
  readonly findings: Findings;
}

/** A source file before its kernels go into images. */
export interface LoweredFile {
  readonly content: FileContent;
  readonly module: Module;
  readonly kernels: readonly EmbeddedKernel[];
  readonly imports: Embedding["imports"];
  /** Device functions of packages that are built separately. */
  readonly importedFunctions: readonly ImportedName[];
  readonly dependencies: ReadonlySet<ts.SourceFile>;
}

export interface Lowering {
  /** Undefined if an error was reported. */
  readonly file?: LoweredFile;
  /** TypeScript's errors in functions that kernels reach; those kernels are not in the file. */
  readonly typeErrors: ReadonlySet<ts.Diagnostic>;
  /** The kernels, and all functions that they and device functions reach. */
  readonly functions: ReadonlySet<ts.Node>;
  /** The lowered files: the module has positions in them. */
  readonly places: ReadonlySet<ts.SourceFile>;
}

/** `globalsOf` returns the globals that a file declares; their initial values come from other files. */
export function lowerFile(
  context: PassContext,
  content: FileContent,
  globalsOf: (file: ts.SourceFile) => readonly KeptGlobal[],
): Lowering {
  const { source, kernels, findings } = content;
  const { reporter } = context;
  const before = reporter.diagnostics.length;
  const builder = createModuleBuilder(identifyModule(source.fileName).module);
  const dependencies = new Set<ts.SourceFile>();
  const functions = new Set<ts.Node>();
  const typeErrors = new Set<ts.Diagnostic>();
  const places = new Set<ts.SourceFile>();
  const reached = { files: dependencies, functions, typeErrors };
  for (const { files } of findings.structs) for (const file of files) dependencies.add(file);
  const embedded = kernels.flatMap((kernel, ordinal) => compileKernel(context, kernel, ordinal, builder, reached));
  for (const fn of findings.deviceFns) if (!fn.isExternal) compileDeviceFn(context, fn, builder, reached);
  for (const file of builder.sources()) places.add(file);
  for (const file of dependencies) places.add(file);
  if (reporter.diagnostics.slice(before).some(isError)) return { typeErrors, functions, places };
  const module = builder.finish();
  checkReadonlyParameters(reporter, module, findings.deviceFns);
  for (const { declaration, symbol } of embedded) {
    const kernel = kernels.find((one) => one.declaration === declaration);
    if (kernel) checkRaces(context, kernel, symbol, module, builder.sourceOf);
  }
  checkEarlyReads(context, module, embedded);
  const declared = [source, ...dependencies].flatMap((file) => globalsOf(file));
  for (const global of [...declared, ...findings.specConstants]) {
    for (const file of [...global.initialFiles, ...global.typeFiles]) dependencies.add(file);
  }
  dependencies.delete(source);
  const imports = [
    ...importsOf(context, source).filter((one) => module.globals.some(({ id }) => id === one.id)),
    ...importedDeviceFnsOf(context, source).map(({ symbol, expression }) => ({ id: symbol, expression })),
  ];
  const importedFunctions = importedDeviceFnsOf(context, source)
    .filter(({ isExternal }) => !isExternal)
    .map((fn) => ({ name: fn.symbol, declarations: declarationsOf(context, source, fn) }));
  const file = { content, module, kernels: embedded, imports, importedFunctions, dependencies };
  return { typeErrors, functions, places, file };
}

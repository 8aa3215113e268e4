// One project of a service: its TypeScript program, with files from the disk or as tools have read them, and its compilation. Files that
// no configuration includes are added when requested.

import { createHash } from "node:crypto";
import type ts from "typescript-6";
import type { BuildOptions } from "../build-options.js";
import type { AddedFile, Compilation, CompiledFile } from "../compilation.js";
import { compileProgram, type TypeScript } from "../compile.js";
import { isError } from "../diagnostics/diagnostic.js";
import { guardHost, NESTED_TOO_DEEP, parsed } from "../faults/nesting.js";
import { javaScriptBehind } from "../package-bodies/javascript-behind.js";
import { applyEdits, type EditedText } from "../text-edits.js";
import { withVisibleSources } from "../visible-sources.js";
import { createMemory, reachedImports } from "../watch/compiler-memory.js";
import { type FoundConfig, fileStamp } from "./config-finder.js";
import { libraryFolder, methodsOfSource } from "./named-methods.js";
import { askedImports } from "./package-resolutions.js";
import { type Problem, problemOf } from "./problem.js";
import type { TransformedFile } from "./project-service.js";
import { toTypeScriptDiagnostic } from "./typescript-diagnostic.js";
import { kernelsWithoutTypes } from "./uncompiled-kernels.js";

export interface Project {
  readonly config: FoundConfig;
  transform(file: string, text: string | undefined): TransformedFile;
  /** A digest of everything that may decide the output of the project's files; compiles nothing. */
  digest(file: string): string;
  added(): AddedFile | undefined;
  invalidate(): void;
}

interface Compiled {
  readonly program: ts.Program;
  readonly compilation: Compilation;
}

export function createProject(typescript: TypeScript, config: FoundConfig, asked: BuildOptions): Project {
  const roots = new Set(config.fileNames);
  // Bundlers do not put their output beside the sources, so assets are inlined into the text.
  const options: BuildOptions = { ...asked, wasm: "inline" };
  const sources = createSources(typescript, config.options);
  const memory = createMemory(true);
  const edited = new WeakMap<CompiledFile, EditedText>();
  let current: ts.Program | undefined;
  let compiled: Compiled | undefined;
  let digested: { readonly program: ts.Program; readonly digest: string } | undefined;
  let isStale = true;
  const look = (): ts.Program => {
    if (current && !isStale) return current;
    sources.refresh();
    const program = typescript.createProgram({
      rootNames: [...roots],
      options: config.options,
      host: sources.host,
      ...(current && { oldProgram: current }),
    });
    current = program;
    isStale = false;
    return program;
  };
  const programWith = (file: string): ts.Program => {
    const found = look();
    if (found.getSourceFile(file)) return found;
    roots.add(file);
    isStale = true;
    return look();
  };
  const compileWith = (file: string, text: string | undefined): Compiled => {
    if (text === undefined ? sources.recheck(file) : sources.replace(file, text)) isStale = true;
    const program = programWith(file);
    if (compiled?.program === program) return compiled;
    if (compiled && isSameProgram(program, compiled.program)) compiled = { ...compiled, program };
    else compiled = { program, compilation: compileProgram(typescript, program, options, memory) };
    return compiled;
  };
  return {
    config,
    transform(file, text) {
      const { program, compilation } = compileWith(file, text);
      const source = program.getSourceFile(file);
      const problem = (diagnostic: ts.Diagnostic): Problem => problemOf(typescript, diagnostic);
      const { errors = [], typeErrors = [] } = compilation.faults.get(file) ?? {};
      const isLost = errors.some(({ code }) => code === NESTED_TOO_DEEP);
      const uncompiled = source && !isLost ? kernelsWithoutTypes(typescript, program, source) : [];
      const own = [...errors, ...uncompiled].map((error) => toTypeScriptDiagnostic(typescript, program, error));
      const warnings = compilation.diagnostics.filter((one) => one.file === file && !isError(one));
      const made = compilation.files.get(file);
      return {
        edited: source && made && made.edits.length > 0 ? textOf(edited, made, source) : undefined,
        // The type errors are TypeScript's own diagnostics.
        errors: [...config.errors, ...own, ...(typeErrors as readonly ts.Diagnostic[])].map(problem),
        warnings: warnings.map((warning) => problem(toTypeScriptDiagnostic(typescript, program, warning))),
        watchFiles: (known) => (source ? reachedImports(memory, typescript, program, source, known) : []),
        packageImports: () => askedImports(typescript, program, file, made?.dependencies ?? [], memory.javascript),
        methods: () => (source ? methodsOfSource(typescript, program, source) : []),
        library: () => libraryFolder(program),
      };
    },
    digest(file) {
      const program = programWith(file);
      if (digested?.program !== program) digested = { program, digest: digestOf(typescript, program, options) };
      return digested.digest;
    },
    added: () => compiled?.compilation.added,
    invalidate() {
      isStale = true;
    },
  };
}

/** Returns the same object for the same compiled file. */
function textOf(edited: WeakMap<CompiledFile, EditedText>, made: CompiledFile, source: ts.SourceFile): EditedText {
  const known = edited.get(made) ?? applyEdits(made.fileName, source.text, made.edits);
  edited.set(made, known);
  return known;
}

function digestOf(typescript: TypeScript, given: ts.Program, asked: BuildOptions): string {
  const own = given.getSourceFiles().filter((file) => !file.isDeclarationFile);
  const { program } = withVisibleSources(typescript, given, own);
  // The options refer to their whole configuration file; its content is already in the options.
  const options = { ...given.getCompilerOptions(), configFile: undefined };
  const hash = createHash("sha256").update(JSON.stringify([typescript.version, options, asked]));
  for (const { fileName, text } of program.getSourceFiles()) hash.update(`\0${fileName}\0`).update(text);
  for (const [name, text] of javaScriptBehind(typescript, program, own)) hash.update(`\0${name}\0`).update(text);
  return hash.digest("hex");
}

function isSameProgram(a: ts.Program, b: ts.Program): boolean {
  const [files, others] = [a.getSourceFiles(), b.getSourceFiles()];
  return files.length === others.length && files.every((file, index) => file === others[index]);
}

interface Sources {
  readonly host: ts.CompilerHost;
  /** Makes the host read the disk again. */
  refresh(): void;
  /** Reads one file again; returns whether it has changed. */
  recheck(file: string): boolean;
  /** Sets the text that a tool has read; returns whether it differs from the text before. */
  replace(file: string, text: string): boolean;
}

interface KnownFile {
  readonly source: ts.SourceFile;
  readonly stamp: string | undefined;
}

/** The project's source files, parsed again only if they change. */
function createSources(typescript: TypeScript, options: ts.CompilerOptions): Sources {
  const host = guardHost(typescript, typescript.createCompilerHost(options));
  host.jsDocParsingMode = typescript.JSDocParsingMode.ParseForTypeErrors;
  const { getSourceFile } = host;
  const known = new Map<string, KnownFile>();
  const replaced = new Map<string, { readonly text: string; readonly stamp: string | undefined }>();
  const checked = new Set<string>();
  host.getSourceFile = (name, version, ...rest) => {
    const before = known.get(name);
    if (before && checked.has(name)) return before.source;
    checked.add(name);
    const stamp = fileStamp(name);
    const text = replaced.get(name);
    const isReplaced = text !== undefined && text.stamp === stamp;
    if (before && before.stamp === stamp && (!isReplaced || before.source.text === text.text)) return before.source;
    const source = isReplaced
      ? parsed(
          typescript,
          name,
          () => text.text,
          () => typescript.createSourceFile(name, text.text, version),
        )
      : getSourceFile.call(host, name, version, ...rest);
    if (source) known.set(name, { source, stamp });
    else known.delete(name);
    return source;
  };
  return {
    host,
    refresh: () => checked.clear(),
    recheck(file) {
      const before = known.get(file);
      return before !== undefined && before.stamp !== fileStamp(file) && checked.delete(file);
    },
    replace(file, text) {
      const before = known.get(file);
      if (before?.source.text === text) return false;
      replaced.set(file, { text, stamp: fileStamp(file) });
      checked.delete(file);
      return true;
    },
  };
}

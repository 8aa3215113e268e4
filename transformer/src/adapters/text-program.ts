// Turns a checked program into one that emits: the user's program (P0) is checked and compiled; a second one (P1) with the
// edited text emits. The result looks like one program: diagnostics are P0's and ours, output is P1's with maps to the user's
// text. Shared by tsc, `lanewise build` and `lanewise run`; knows nothing of kernels.

import { createHash } from "node:crypto";
import type ts from "typescript-6";
import type { AddedFile, Compilation } from "../compilation.js";
import type { TypeScript } from "../compile.js";
import { unpatchedCreateProgram } from "../create-program.js";
import { isError } from "../diagnostics/diagnostic.js";
import { isUnreadable } from "../faults/nesting.js";
import { applyEdits, type EditedText } from "../text-edits.js";
import { createFollower, type Follower } from "./follow-program.js";
import { presentDiagnostics } from "./present-diagnostics.js";
import { redirectEmit } from "./redirect-emit.js";
import { stampDeclarations } from "./stamp-declarations.js";
import { toTypeScriptDiagnostic } from "./typescript-diagnostic.js";

export type Compile = (typescript: TypeScript, program: ts.Program) => Compilation;

export interface TextProgram {
  /** Emits the edited text; its error diagnostics are the user's program's and ours. */
  readonly program: ts.Program;
  readonly compilation: Compilation;
  /** Our diagnostics that are not errors: tsc fails on every diagnostic of a program, so they are not among the program's. */
  readonly warnings: readonly ts.Diagnostic[];
}

export function createTextProgram(
  typescript: TypeScript,
  checked: ts.Program,
  host: ts.CompilerHost,
  compile: Compile,
): TextProgram {
  const compilation = wholeOrNothing(compileChecked(typescript, checked, compile));
  const diagnostics = compilation.diagnostics.map((own) => toTypeScriptDiagnostic(typescript, checked, own));
  const errors = diagnostics.filter(({ category }) => category === typescript.DiagnosticCategory.Error);
  const warnings = diagnostics.filter((diagnostic) => !errors.includes(diagnostic));
  const replaced = replacedFiles(checked, compilation);
  const { added } = compilation;
  const program = replaced.size > 0 ? createEditedProgram(typescript, checked, host, replaced, added) : checked;
  const follow = createFollower(typescript, checked, errors);
  presentDiagnostics(typescript, program, checked, errors, follow);
  if (program !== checked) redirectEmit(program, checked, host, (name) => replaced.get(name)?.edited, compilation);
  emitAsFarAsFollowed(program, follow);
  stampDeclarations(typescript, program, checked, host);
  return { program, compilation, warnings };
}

function emitAsFarAsFollowed(program: ts.Program, follow: Follower): void {
  const { emit } = program;
  program.emit = (...args) =>
    follow(
      () => emit(...args),
      (diagnostics) => ({ emitSkipped: true, diagnostics }),
    );
}

/** Emits a program with errors as the user wrote it. */
function wholeOrNothing(compilation: Compilation): Compilation {
  const { faults, diagnostics } = compilation;
  return diagnostics.some(isError) ? { files: new Map(), faults, diagnostics } : compilation;
}

/**
 * Compiles the checked program. The compiler may meet anything in a program with type errors; if it fails there, those errors
 * are the report.
 */
function compileChecked(typescript: TypeScript, checked: ts.Program, compile: Compile): Compilation {
  try {
    return compile(typescript, checked);
  } catch (error) {
    const isBroken = typescript
      .getPreEmitDiagnostics(checked)
      .some(({ category }) => category === typescript.DiagnosticCategory.Error);
    if (isBroken) return { files: new Map(), faults: new Map(), diagnostics: [] };
    throw error;
  }
}

interface ReplacedFile {
  readonly edited: EditedText;
  /** The version that --incremental compares. Covers our diagnostics too: an edit of a callee may change only those. */
  readonly version: string;
}

/** The files whose text or, for a builder program, whose version differs between P0 and P1. */
function replacedFiles(checked: ts.Program, compilation: Compilation): Map<string, ReplacedFile> {
  const names = new Set(compilation.files.keys());
  if (isVersioned(checked)) for (const { file } of compilation.diagnostics) names.add(file);
  else if (checked.getCompilerOptions().noEmit) return new Map();
  const replaced = new Map<string, ReplacedFile>();
  for (const name of names) {
    const file = checked.getSourceFile(name);
    if (file === undefined || isUnreadable(file)) continue;
    const edited = applyEdits(name, file.text, compilation.files.get(name)?.edits ?? []);
    const own = compilation.diagnostics.filter((diagnostic) => diagnostic.file === name);
    const version = createHash("sha256").update(edited.code).update(JSON.stringify(own)).digest("hex");
    replaced.set(file.fileName, { edited, version });
  }
  return replaced;
}

/** Internal to TypeScript, set by hosts of builder programs; without it, --incremental refuses a file. */
interface VersionedFile {
  version?: string;
}

function versionOf(file: ts.SourceFile): string | undefined {
  // Every SourceFile object has room for the internal field; it is absent outside builder programs.
  return (file as VersionedFile).version;
}

/** Whether a builder program will use this one. */
function isVersioned(program: ts.Program): boolean {
  return program.getSourceFiles().some((file) => versionOf(file) !== undefined);
}

function createEditedProgram(
  typescript: TypeScript,
  checked: ts.Program,
  host: ts.CompilerHost,
  replaced: ReadonlyMap<string, ReplacedFile>,
  added: AddedFile | undefined,
): ts.Program {
  const getSourceFile: ts.CompilerHost["getSourceFile"] = (name, languageVersion, ...rest) => {
    if (name === added?.fileName) return createAddedFile(typescript, checked, added, languageVersion);
    const file = checked.getSourceFile(name);
    // createProgram itself merges two names of one package's file: pass the unmerged file.
    if (file === undefined || "redirectInfo" in file) return host.getSourceFile(name, languageVersion, ...rest);
    const replacement = replaced.get(file.fileName);
    if (replacement === undefined) return file;
    const created = typescript.createSourceFile(name, replacement.edited.code, languageVersion);
    if (versionOf(file) !== undefined) Object.assign(created, { version: replacement.version } satisfies VersionedFile);
    return created;
  };
  const { getSourceFileByPath: _unused, ...others } = host;
  return unpatchedCreateProgram(typescript)({
    rootNames: [...checked.getRootFileNames(), ...(added ? [added.fileName] : [])],
    options: optionsForEmitting(checked),
    projectReferences: checked.getProjectReferences() ?? [],
    configFileParsingDiagnostics: checked.getConfigFileParsingDiagnostics(),
    host: {
      ...others,
      getSourceFile,
      fileExists: (name) => name === added?.fileName || host.fileExists(name),
    },
  });
}

function createAddedFile(
  typescript: TypeScript,
  checked: ts.Program,
  { fileName, text }: AddedFile,
  languageVersion: ts.ScriptTarget | ts.CreateSourceFileOptions,
): ts.SourceFile {
  const created = typescript.createSourceFile(fileName, text, languageVersion);
  const version = createHash("sha256").update(text).digest("hex");
  return isVersioned(checked) ? Object.assign(created, { version } satisfies VersionedFile) : created;
}

/**
 * P1 need not check again what P0 has checked, and P0 itself writes the declarations, which the edits do not change. If no
 * const enum can be inlined, files are emitted one by one without type information. Builder programs record their options, so
 * these stay the same.
 */
function optionsForEmitting(checked: ts.Program): ts.CompilerOptions {
  const options = checked.getCompilerOptions();
  if (isVersioned(checked)) return options;
  const isolatedModules = options.isolatedModules ?? !checked.getSourceFiles().some(hasConstEnum);
  return { ...options, ...withoutDeclarations, noCheck: true, isolatedModules };
}

const withoutDeclarations = {
  declaration: false,
  declarationMap: false,
  composite: false,
  isolatedDeclarations: false,
  emitDeclarationOnly: false,
} satisfies ts.CompilerOptions;

function hasConstEnum(file: ts.SourceFile): boolean {
  return /\bconst\s+enum\b/.test(file.text);
}

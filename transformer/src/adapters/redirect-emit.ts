// Emits through two programs: JavaScript comes from the edited text, with maps chained to the user's; declarations come
// from the user's text. A program whose options still ask for declarations (under a builder) writes both itself.

import { writeFileSync } from "node:fs";
import path from "node:path";
import type ts from "typescript-6";
import type { Compilation } from "../compilation.js";
import { originalOffset } from "../text-edits.js";
import { chainMaps, type EditedFiles } from "./chain-maps.js";

type Emit = ts.Program["emit"];

export function redirectEmit(
  program: ts.Program,
  checked: ts.Program,
  host: ts.CompilerHost,
  editedFiles: EditedFiles,
  compilation: Compilation,
): void {
  const emit = program.emit;
  const options = program.getCompilerOptions();
  // `rest` also carries arguments that are internal to TypeScript, which its builder programs pass.
  const emitJavaScript: Emit = (target, writeFile = host.writeFile, ...rest) => {
    const write: ts.WriteFileCallback = (name, text, bom, onError, sources = [], data) => {
      writeFile(name, chainMaps(name, text, sources, editedFiles, options), bom, onError, sources, data);
      if (/\.[cm]?jsx?$/.test(name)) for (const { fileName } of sources) writeAssets(name, fileName, compilation);
    };
    const emitted = target && program.getSourceFile(target.fileName);
    const result = emit(emitted, write, ...rest);
    return { ...result, diagnostics: result.diagnostics.map((found) => toUserText(found, checked, compilation)) };
  };
  const wanted = checked.getCompilerOptions();
  const isSplit = declares(wanted) && !declares(options);
  program.emit = isSplit ? emitBoth(checked, emitJavaScript, wanted) : emitJavaScript;
}

/** Writes the assets beside a source file's JavaScript. TypeScript's file writers only take text. */
function writeAssets(emitted: string, sourceFile: string, { files, added }: Compilation): void {
  const compiled = added?.fileName === sourceFile ? added : files.get(sourceFile);
  for (const { name, bytes } of compiled?.assets ?? []) writeFileSync(path.join(path.dirname(emitted), name), bytes);
}

function declares(options: ts.CompilerOptions): boolean {
  return options.declaration === true || options.composite === true;
}

function emitBoth(checked: ts.Program, emitJavaScript: Emit, options: ts.CompilerOptions): Emit {
  const emitDeclarations: Emit = (target, writeFile, token, _only, ...rest) => {
    const original = target && checked.getSourceFile(target.fileName);
    return checked.emit(original, writeFile, token, true, ...rest);
  };
  return (target, writeFile, token, onlyDeclarations, ...rest) => {
    if (onlyDeclarations || options.emitDeclarationOnly) {
      return emitDeclarations(target, writeFile, token, true, ...rest);
    }
    const faults = options.noEmitOnError ? checked.getDeclarationDiagnostics(undefined, token) : [];
    if (faults.length > 0) return { emitSkipped: true, diagnostics: faults };
    const code = emitJavaScript(target, writeFile, token, false, ...rest);
    if (code.emitSkipped) return code;
    const types = emitDeclarations(target, writeFile, token, true, ...rest);
    return {
      emitSkipped: types.emitSkipped,
      diagnostics: [...code.diagnostics, ...types.diagnostics],
      ...(code.emittedFiles && { emittedFiles: [...code.emittedFiles, ...(types.emittedFiles ?? [])] }),
    };
  };
}

/** Moves a diagnostic to the user's text: emitting may find errors (in declarations) at positions of the edited text. */
function toUserText(diagnostic: ts.Diagnostic, checked: ts.Program, compilation: Compilation): ts.Diagnostic {
  const { relatedInformation } = diagnostic;
  const moved = { ...diagnostic, ...toUserPosition(diagnostic, checked, compilation) };
  if (relatedInformation === undefined) return moved;
  const related = relatedInformation.map((item) => ({ ...item, ...toUserPosition(item, checked, compilation) }));
  return { ...moved, relatedInformation: related };
}

function toUserPosition(
  { file, start, length }: ts.DiagnosticRelatedInformation,
  checked: ts.Program,
  compilation: Compilation,
): Partial<ts.DiagnosticRelatedInformation> {
  const original = file && checked.getSourceFile(file.fileName);
  if (original === undefined || original === file || start === undefined || length === undefined) return {};
  const edits = compilation.files.get(original.fileName)?.edits ?? [];
  const begin = originalOffset(edits, start);
  return { file: original, start: begin, length: originalOffset(edits, start + length) - begin };
}

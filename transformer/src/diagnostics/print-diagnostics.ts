// Prints diagnostics, ours and TypeScript's in one list that looks like tsc's: position, code and message, with source line and
// colours on a terminal; then the notes, the help line and the count. tsc itself prints ours without this file.

import path from "node:path";
import type ts from "typescript-6";
import { partsOfOurs } from "../adapters/typescript-diagnostic.js";
import type { TypeScript } from "../compile.js";
import type { PrintOptions } from "./print-options.js";

/** Prints diagnostics in tsc's order, without duplicates, followed by their count if pretty. */
export function printDiagnostics(
  typescript: TypeScript,
  diagnostics: readonly ts.Diagnostic[],
  options: PrintOptions,
): string {
  const sorted = typescript.sortAndDeduplicateDiagnostics(diagnostics);
  const printed = sorted.map((diagnostic) => printDiagnostic(typescript, diagnostic, options));
  // If pretty, tsc leaves an empty line after each diagnostic.
  return options.pretty
    ? printed.map((text) => `${text}\n`).join("") + summary(typescript, sorted, options)
    : printed.join("");
}

export function printDiagnostic(typescript: TypeScript, diagnostic: ts.Diagnostic, options: PrintOptions): string {
  const host = formatHost(typescript, options);
  const format = options.pretty ? typescript.formatDiagnosticsWithColorAndContext : typescript.formatDiagnostics;
  const ours = partsOfOurs(diagnostic);
  if (ours === undefined) return format([diagnostic], host);
  const { relatedInformation = [], ...main } = diagnostic;
  const notes = options.pretty && relatedInformation.length > 0 ? { relatedInformation } : {};
  const text = format([{ ...main, ...notes, messageText: ours.message }], host);
  const plainNotes = options.pretty ? "" : relatedInformation.map((note) => printNote(note, host)).join("");
  return `${text.replace(` TS${diagnostic.code}: `, ` ${ours.code}: `)}${plainNotes}  ${help(options)}${ours.help}\n`;
}

function help(options: PrintOptions): string {
  return options.pretty ? "\u001b[96mhelp\u001b[0m: " : "help: ";
}

function printNote(note: ts.DiagnosticRelatedInformation, host: ts.FormatDiagnosticsHost): string {
  const message = typeof note.messageText === "string" ? note.messageText : note.messageText.messageText;
  return `  ${printPosition(note, host)}note: ${message}\n`;
}

function printPosition({ file, start }: ts.DiagnosticRelatedInformation, host: ts.FormatDiagnosticsHost): string {
  if (file === undefined || start === undefined) return "";
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return `${path.relative(host.getCurrentDirectory(), file.fileName)}(${line + 1},${character + 1}): `;
}

function formatHost(typescript: TypeScript, options: PrintOptions): ts.FormatDiagnosticsHost {
  return {
    getCurrentDirectory: () => options.currentDirectory,
    getCanonicalFileName: (name) => (typescript.sys.useCaseSensitiveFileNames ? name : name.toLowerCase()),
    getNewLine: () => "\n",
  };
}

function summary(typescript: TypeScript, diagnostics: readonly ts.Diagnostic[], options: PrintOptions): string {
  const errors = diagnostics.filter(({ category }) => category === typescript.DiagnosticCategory.Error);
  const [first] = errors;
  if (first === undefined) return "";
  const files = new Set(errors.flatMap(({ file }) => file?.fileName ?? []));
  const count = `Found ${errors.length} error${errors.length === 1 ? "" : "s"}`;
  if (files.size > 1) return `\n${count} in ${files.size} files.\n\n`;
  if (first.file === undefined || first.start === undefined) return `\n${count}.\n\n`;
  const { line } = first.file.getLineAndCharacterOfPosition(first.start);
  const at = `${path.relative(options.currentDirectory, first.file.fileName)}\u001b[90m:${line + 1}\u001b[0m`;
  return `\n${count} in ${errors.length === 1 ? at : `the same file, starting at: ${at}`}\n\n`;
}

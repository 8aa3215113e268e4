// Converts our diagnostics to TypeScript's, so that tsc sorts, merges, stores and prints them beside its own.
// TypeScript only knows numbers: LW1001 becomes 91001, in a range that it does not use for errors.

import type ts from "typescript-6";
import type { TypeScript } from "../compile.js";
import type { DiagnosticCode } from "../diagnostics/catalogue.js";
import type { Diagnostic, Span } from "../diagnostics/diagnostic.js";
import { textOnly } from "../faults/text-only.js";
import { configFileOf } from "../plugin-entry.js";

/** The `ts.Diagnostic.source` of our diagnostics. */
const DIAGNOSTIC_SOURCE = "lanewise";
const HELP = "help: ";

/** The part of a program that finds positions in files. */
type FileFinder = Pick<ts.Program, "getSourceFile" | "getCompilerOptions">;

export function codeNumber(code: DiagnosticCode): number {
  return 90_000 + Number(code.slice(2));
}

/** Finds positions in a file that is in no program. */
export function programOf(source: ts.SourceFile): FileFinder {
  return { getSourceFile: () => source, getCompilerOptions: () => ({}) };
}

export function toTypeScriptDiagnostic(
  typescript: TypeScript,
  program: FileFinder,
  diagnostic: Diagnostic,
): ts.Diagnostic {
  const categories = typescript.DiagnosticCategory;
  const category = diagnostic.category === "error" ? categories.Error : categories.Warning;
  const code = codeNumber(diagnostic.code);
  const notes = diagnostic.notes.map((note) => ({
    ...location(typescript, program, note),
    category: categories.Message,
    code,
    messageText: note.message,
  }));
  return {
    ...location(typescript, program, diagnostic),
    category,
    code,
    source: DIAGNOSTIC_SOURCE,
    messageText: {
      messageText: `${diagnostic.code}: ${diagnostic.message}`,
      category,
      code,
      next: [{ messageText: HELP + diagnostic.help, category: categories.Message, code }],
    },
    // tsc prints an empty line for an empty list.
    ...(notes.length > 0 ? { relatedInformation: notes } : {}),
  };
}

function location(
  typescript: TypeScript,
  program: FileFinder,
  span: Span,
): Pick<ts.Diagnostic, "file" | "start" | "length"> {
  const known = program.getSourceFile(span.file);
  // For a referenced project, the program has the declarations under the source's name.
  const isAnother = known?.isDeclarationFile && known.fileName !== span.file;
  const own = isAnother ? undefined : known;
  const file = own ?? readSource(typescript, span.file) ?? configFileOf(program.getCompilerOptions());
  return { file, start: span.start, length: span.length };
}

/** Reads a package.json, or a package's source of which the program only has declarations. */
function readSource(typescript: TypeScript, name: string): ts.SourceFile | undefined {
  const isManifest = /[\\/]package\.json$/.test(name);
  const found = isManifest || /\.[cm]?[jt]sx?$/.test(name) ? typescript.sys.readFile(name) : undefined;
  // It may exist but be a folder.
  const text = found ?? (isManifest ? "" : undefined);
  if (text === undefined) return undefined;
  const file = textOnly(typescript, name, text);
  // Internal to TypeScript, which sets these on the files of its programs and writes them into a .tsbuildinfo.
  const path = typescript.sys.useCaseSensitiveFileNames ? name : name.toLowerCase();
  return Object.assign(file, { path, resolvedPath: path });
}

/** The parts of our diagnostics, even if read back from a .tsbuildinfo; undefined for TypeScript's own. */
export function partsOfOurs(diagnostic: ts.Diagnostic): { code: string; message: string; help: string } | undefined {
  if (diagnostic.source !== DIAGNOSTIC_SOURCE || typeof diagnostic.messageText === "string") return undefined;
  const [, code = "", message = ""] = /^(LW\d+): ([\s\S]*)$/.exec(diagnostic.messageText.messageText) ?? [];
  const help = diagnostic.messageText.next?.[0]?.messageText.slice(HELP.length) ?? "";
  return { code, message, help };
}

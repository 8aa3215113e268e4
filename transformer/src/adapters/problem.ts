// A diagnostic in the form of bundlers and loaders: text with its code, the position in the file, the line itself, and the help.
// Ours and TypeScript's look alike.

import type ts from "typescript-6";
import type { TypeScript } from "../compile.js";
import { partsOfOurs } from "./typescript-diagnostic.js";

export interface Place {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 0, in UTF-16 units. */
  readonly column: number;
  readonly length: number;
  readonly lineText: string;
}

export interface Problem {
  /** "LW1203" or "TS2322". */
  readonly code: string;
  readonly message: string;
  /** Undefined for mistakes in a configuration. */
  readonly place: Place | undefined;
  readonly notes: readonly { readonly message: string; readonly place: Place | undefined }[];
  /** How to fix it, in our diagnostics. */
  readonly help: string | undefined;
}

export function problemOf(typescript: TypeScript, diagnostic: ts.Diagnostic): Problem {
  const ours = partsOfOurs(diagnostic);
  const text = (message: string | ts.DiagnosticMessageChain) => typescript.flattenDiagnosticMessageText(message, "\n");
  return {
    code: ours?.code ?? `TS${diagnostic.code}`,
    message: ours?.message ?? text(diagnostic.messageText),
    place: placeOf(diagnostic),
    notes: (diagnostic.relatedInformation ?? []).map((note) => ({
      message: text(note.messageText),
      place: placeOf(note),
    })),
    help: ours?.help,
  };
}

function placeOf({ file, start, length = 0 }: ts.DiagnosticRelatedInformation): Place | undefined {
  if (!file || start === undefined) return undefined;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  const lineText = file.text.slice(start - character).split(/\r\n|[\n\r\u2028\u2029]/, 1)[0] ?? "";
  const inLine = Math.min(length, lineText.length - character);
  return { file: file.fileName, line: line + 1, column: character, length: inLine, lineText };
}

/** Prints a problem like tsc: `src/main.ts(3,5): error LW1203: …`, with notes and help below. Paths are relative to `folder`. */
export function printProblem(
  category: "error" | "warning",
  problem: Problem,
  relative: (file: string) => string,
): string {
  const at = (place: Place | undefined) =>
    place ? `${relative(place.file)}(${place.line},${place.column + 1}): ` : "";
  const notes = problem.notes.map((note) => `\n  ${at(note.place)}note: ${note.message}`);
  const help = problem.help === undefined ? "" : `\n  help: ${problem.help}`;
  return `${at(problem.place)}${category} ${problem.code}: ${problem.message}${notes.join("")}${help}`;
}

// Quick fixes as the editor requests them: at a position, or throughout a file.

import type ts from "typescript-6";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { TypeScript } from "../pass-context.js";
import { type Fix, nodeOfSpan, type TextEdit } from "./fixes/fix.js";
import { fixTable } from "./fixes/table.js";
import type { Compiled } from "./project-compiler.js";

/** The TypeScript numbers of the diagnostics with fixes. */
export const fixableCodes: readonly number[] = Object.keys(fixTable).map(numberOf);

function numberOf(code: string): number {
  return 90_000 + Number(code.slice(2));
}

/** The fixes of diagnostics with these numbers that touch the span. */
export function fixesAt(
  typescript: TypeScript,
  compiled: Compiled | undefined,
  fileName: string,
  span: { readonly start: number; readonly end: number },
  codes: readonly number[],
): ts.CodeFixAction[] {
  if (!compiled) return [];
  const isHere = ({ code, start, length }: Diagnostic) =>
    codes.includes(numberOf(code)) && start <= span.end && start + length >= span.start;
  return fixableIn(compiled, fileName).flatMap((diagnostic) =>
    (isHere(diagnostic) ? (fixTable[diagnostic.code] ?? []) : []).flatMap((fix) => {
      const edits = editsOf(typescript, compiled, diagnostic, fix);
      if (!edits) return [];
      const { id, title, all } = fix;
      const everywhere = all === undefined ? {} : { fixId: id, fixAllDescription: all };
      return [{ fixName: id, description: title, changes: changesOf(edits), ...everywhere }];
    }),
  );
}

function fixableIn({ compilation }: Compiled, fileName: string): Diagnostic[] {
  return compilation.diagnostics.filter(({ file, code }) => file === fileName && fixTable[code]);
}

/**
 * Applies a fix throughout a file; undefined if it is not ours. Of overlapping edits, only the first is made; the others
 * are offered again.
 */
export function fixesInFile(
  typescript: TypeScript,
  compiled: Compiled | undefined,
  fileName: string,
  fixId: unknown,
): ts.CombinedCodeActions | undefined {
  const all = Object.values(fixTable).flat();
  if (!all.some((fix) => fix.id === fixId && fix.all !== undefined)) return undefined;
  const made: TextEdit[] = [];
  for (const diagnostic of compiled ? fixableIn(compiled, fileName) : []) {
    const fix = fixTable[diagnostic.code]?.find(({ id }) => id === fixId);
    const edits = (compiled && fix && editsOf(typescript, compiled, diagnostic, fix)) ?? [];
    const added = edits.filter((edit) => !made.some((one) => isSame(one, edit)));
    if (!added.some((edit) => made.some((one) => touches(one, edit)))) made.push(...added);
  }
  return { changes: changesOf(made) };
}

function editsOf(
  typescript: TypeScript,
  { program }: Compiled,
  diagnostic: Diagnostic,
  fix: Fix,
): readonly TextEdit[] | undefined {
  const source = program.getSourceFile(diagnostic.file);
  const node = source && nodeOfSpan(typescript, source, diagnostic);
  return node && fix.edits({ ts: typescript, program, checker: program.getTypeChecker(), diagnostic, source, node });
}

function isSame(a: TextEdit, b: TextEdit): boolean {
  return a.file === b.file && a.start === b.start && a.length === b.length && a.text === b.text;
}

function touches(a: TextEdit, b: TextEdit): boolean {
  if (a.file !== b.file) return false;
  // The result of insertions at one position would depend on their order.
  return a.length === 0 && b.length === 0
    ? a.start === b.start
    : a.start < b.start + b.length && b.start < a.start + a.length;
}

export function changesOf(edits: readonly TextEdit[]): ts.FileTextChanges[] {
  const files = new Map<string, ts.TextChange[]>();
  for (const { file, start, length, text } of [...edits].sort((a, b) => a.start - b.start)) {
    files.set(file, [...(files.get(file) ?? []), { span: { start, length }, newText: text }]);
  }
  return [...files].map(([fileName, textChanges]) => ({ fileName, textChanges }));
}

// Inserts the core's edits into a source file, and maps positions in the edited text back to the user's. Every adapter
// prints through this file; it knows nothing of TypeScript.

import MagicString, { type SourceMap } from "magic-string";
import type { Edit } from "./compilation.js";

/** A source file with the compiler's edits, and the way back to the user's lines. */
export interface EditedText {
  /** The user's text. */
  readonly original: string;
  readonly code: string;
  /** The map from the edited text to the user's, including the user's text. Computed on each call. */
  readonly map: () => SourceMap;
  /** The user's position for a position in the edited text, counted from 0; undefined inside an insertion. */
  readonly origin: (place: TextPlace) => TextPlace | undefined;
}

export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/**
 * Applies edits to a text; returns the result, its source map, and the original positions.
 *
 *     const { code, map } = applyEdits(fileName, text, compilation.files.get(fileName)?.edits ?? []);
 */
export function applyEdits(fileName: string, text: string, edits: readonly Edit[]): EditedText {
  const edited = new MagicString(text);
  for (const edit of edits) edited.appendLeft(edit.at, edit.text);
  const code = edited.toString();
  return {
    original: text,
    code,
    map: () => edited.generateMap({ source: fileName, includeContent: true, hires: true }),
    origin: createOrigin(code, text, edits),
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) starts.push(index + end.length);
  return starts;
}

function createOrigin(code: string, text: string, edits: readonly Edit[]): EditedText["origin"] {
  const starts = lineStarts(code);
  const originals = lineStarts(text);
  return ({ line, column }) => {
    const offset = (starts[line] ?? code.length) + column;
    if (isInserted(edits, offset)) return undefined;
    const original = originalOffset(edits, offset);
    // Only insertions at the end add lines, so the user's line is this one or an earlier one.
    let found = Math.min(line, originals.length - 1);
    while ((originals[found] ?? 0) > original) found--;
    return { line: found, column: original - (originals[found] ?? 0) };
  };
}

/** Strictly inside an insertion: at its start, the preceding text ends. */
function isInserted(edits: readonly Edit[], offset: number): boolean {
  let inserted = 0;
  for (const edit of edits) {
    const start = edit.at + inserted;
    if (offset <= start) return false;
    inserted += edit.text.length;
    if (offset < edit.at + inserted) return true;
  }
  return false;
}

/**
 * The offset in the user's text; inside an insertion, the offset where it was inserted. Edits are in ascending order.
 *
 *     const { text } = applyEdits(source, edits);
 *     const place = originalOffset(edits, text.indexOf("parallelFor"));
 */
export function originalOffset(edits: readonly Edit[], offset: number): number {
  let inserted = 0;
  for (const edit of edits) {
    const start = edit.at + inserted;
    if (offset < start) break;
    if (offset < start + edit.text.length) return edit.at;
    inserted += edit.text.length;
  }
  return offset - inserted;
}

// Edits to text: inserts what the core asked for into a source file, and leads positions back from the edited text to the
// user's. Every adapter prints through here; nothing in this file knows TypeScript.

import MagicString, { type SourceMap } from "magic-string";
import type { Edit } from "./compilation.js";

export interface EditedText {
  readonly code: string;
  /** From the edited text to the user's, with the user's text included. Computed on each call. */
  readonly map: () => SourceMap;
}

export function applyEdits(fileName: string, text: string, edits: readonly Edit[]): EditedText {
  const edited = new MagicString(text);
  for (const edit of edits) edited.appendLeft(edit.at, edit.text);
  return {
    code: edited.toString(),
    map: () => edited.generateMap({ source: fileName, includeContent: true, hires: true }),
  };
}

/** The offset in the user's text; inside an insertion, the place where it was inserted. Edits are in ascending order. */
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

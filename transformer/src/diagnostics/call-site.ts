// Moves a diagnostic in a package's source to the user's call that leads to it, with a note at the original position.

import type { Diagnostic } from "./diagnostic.js";

export function atCallSite(diagnostic: Diagnostic, isOwn: (file: string) => boolean): Diagnostic {
  const { file, start, length, notes } = diagnostic;
  const call = isOwn(file) ? undefined : notes.find((note) => isOwn(note.file));
  if (!call) return diagnostic;
  const place = { file, start, length, message: "the error is in this source of a package" };
  return {
    ...diagnostic,
    file: call.file,
    start: call.start,
    length: call.length,
    notes: [place, ...notes.filter((note) => note !== call)],
  };
}

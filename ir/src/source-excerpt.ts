// Renders a line of source text with marks below it, as messages show it for failing kernels and races.

import type { Position } from "./module/module.js";

/** Longer lines are cut around the column. */
const WIDTH = 110;
const BEFORE = 40;

/**
 * The line and the marks, without a final line break; undefined if the text has no such position. Marks `name` if it is there, otherwise one
 * character.
 *
 *     5 | out[i + 1] = x[i];
 *       | ^^^
 */
export function sourceExcerpt(
  text: string,
  { line, column }: Omit<Position, "file">,
  name: string = "",
): string | undefined {
  const whole = text.split("\n", line)[line - 1]?.trimEnd().replaceAll("\t", " ");
  if (whole === undefined || column > whole.length) return undefined;
  const at = column - 1;
  const start = at + name.length > WIDTH ? at - BEFORE : 0;
  const end = Math.min(whole.length, start + WIDTH);
  const shown = `${start > 0 ? "…" : ""}${whole.slice(start, end)}${end < whole.length ? "…" : ""}`;
  const marked = name !== "" && whole.startsWith(name, at) ? Math.min(name.length, end - at) : 1;
  const margin = " ".repeat(String(line).length);
  const indent = " ".repeat(at - start + (start > 0 ? 1 : 0));
  return `  ${line} | ${shown}\n  ${margin} | ${indent}${"^".repeat(marked)}`;
}

// Items in programs that are not compiled: plain objects with the same members (language/item.ts). Types are gone there, so that
// what tells a kernel of an item from one of indices is its text: an index, a number, has none of the members.

import type { LaunchRange } from "./range.js";

/** What indices do not have: `item.id(0)`, `item.linearId`. */
const members = "(?:id|range|offset|linearId|dimensions)";
const parameter = /^(?:function\b[^(]*)?\(?\s*([A-Za-z_$][\w$]*)/;

/** Whether a kernel uses its first parameter as an item. One that only passes it on does not show it. */
export function takesItem(kernel: (...args: never[]) => void): boolean {
  const text = String(kernel);
  const [, name] = parameter.exec(text) ?? [];
  if (name === undefined) return false;
  return new RegExp(`(?<![\\w$.])${name.replaceAll("$", "\\$")}\\s*\\.\\s*${members}\\b`).test(text);
}

/** The item of the work-item with that linear id and those indices. */
export function hostItem(linearId: number, indices: readonly number[], { dimensions, sizes, offset }: LaunchRange) {
  return {
    dimensions,
    linearId,
    id: (dimension = 0) => indices[dimension],
    range: (dimension = 0) => sizes[dimension],
    offset: (dimension = 0) => offset?.[dimension] ?? 0,
  };
}

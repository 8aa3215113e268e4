// The layouts in which a kernel compiled ahead of time may receive arrays of structs: for each struct either element by element, or with each field
// in its own column, which becomes a parameter.

import type { Module } from "@lanewise/ir";
import { ColumnsError } from "../column-places.js";
import { splitColumns } from "../columns.js";
import { structOf } from "../struct-leaves.js";

export interface KernelLayout {
  /** The captures laid out in columns. */
  readonly columns: readonly number[];
  readonly module: Module;
  /** Number of added parameters; those after the captures have moved by as many. */
  readonly added: number;
}

/** With more structs all share one layout: each layout doubles the code. */
const MOST_STRUCTS = 2;

/** All combinations of layouts by struct. If a kernel cannot have columns, only the first one, without. */
export function kernelLayouts(module: Module, kernel: number): readonly KernelLayout[] {
  const ofStruct = new Map<string, readonly number[]>();
  const { locals, parameters } = module.functions[kernel] ?? { locals: [], parameters: 0 };
  for (const [index, { type }] of locals.slice(0, parameters).entries()) {
    if (typeof type !== "object" || type.kind !== "span") continue;
    const struct = structOf(type.element, module.structs)?.name;
    if (struct !== undefined) ofStruct.set(struct, [...(ofStruct.get(struct) ?? []), index]);
  }
  const groups = ofStruct.size > MOST_STRUCTS ? [[...ofStruct.values()].flat()] : [...ofStruct.values()];
  const subsets: (readonly number[])[] = [[]];
  for (const group of groups) subsets.push(...subsets.map((one) => [...one, ...group]));
  return subsets.flatMap(
    (subset) =>
      layoutOf(
        module,
        kernel,
        subset.toSorted((a, b) => a - b),
      ) ?? [],
  );
}

function layoutOf(module: Module, kernel: number, columns: readonly number[]): KernelLayout | undefined {
  if (columns.length === 0) return { columns, module, added: 0 };
  try {
    const split = splitColumns(module, kernel, new Set(columns));
    return { columns, module: split.module, added: split.columns.length - columns.length };
  } catch (error) {
    // For example, a variable may be an array of either layout: launches get the error that no image has theirs.
    if (error instanceof ColumnsError) return undefined;
    throw error;
  }
}

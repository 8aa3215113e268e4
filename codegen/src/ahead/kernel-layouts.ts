// In which layouts arrays of structs may come to a kernel that is compiled before it is launched: those of one struct element by element, or
// each field in a column of its own, which then is a parameter.

import type { Module } from "@lanewise/ir";
import { ColumnsError } from "../column-places.js";
import { splitColumns } from "../columns.js";
import { structOf } from "../struct-leaves.js";

export interface KernelLayout {
  /** The captures that lie in columns. */
  readonly columns: readonly number[];
  readonly module: Module;
  /** How many parameters the kernel has more than before; those behind what it captures have moved by as many. */
  readonly added: number;
}

/** Of more structs all lie alike: each layout costs as much code again. */
const MOST_STRUCTS = 2;

/** Every struct's arrays this way or that. Where a kernel can have no columns, there is the first alone, without. */
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
    // As that a variable may be an array of either layout: launches are told that there is no image for theirs.
    if (error instanceof ColumnsError) return undefined;
    throw error;
  }
}

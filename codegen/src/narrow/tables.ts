// Computes the ranges of constant tables.

import { type Global, type Module, scalars } from "@lanewise/ir";
import { integers, type Range } from "./range.js";

/** The range of a global's elements; undefined if unknown. */
export type Tables = (global: number) => Range | undefined;

export const noTables: Tables = () => undefined;

export function tablesOf({ globals }: Module): Tables {
  const known = new Map<number, Range | undefined>();
  return (index) => {
    if (!known.has(index)) known.set(index, rangeOfTable(globals[index]));
    return known.get(index);
  };
}

function rangeOfTable(global: Global | undefined): Range | undefined {
  const numbers = numbersOf(global) ?? [];
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of numbers) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? integers(low, high) : undefined;
}

/** The numbers of a constant table of integers with at most 32 bits; undefined for all other globals. */
export function numbersOf(global: Global | undefined): readonly number[] | undefined {
  const { storage, type, initial } = global ?? {};
  if (storage !== "constant" || !initial || typeof type !== "object" || type.kind !== "array") return undefined;
  const { element } = type;
  if (typeof element !== "string" || !(element in scalars)) return undefined;
  const { kind, size, signed } = scalars[element];
  if (kind !== "integer" || size > 4) return undefined;
  const view = new DataView(initial.buffer, initial.byteOffset, initial.byteLength);
  return Array.from({ length: initial.byteLength / size }, (_, index) => numberAt(view, index * size, size, signed));
}

function numberAt(view: DataView, at: number, size: number, signed: boolean): number {
  if (size === 1) return signed ? view.getInt8(at) : view.getUint8(at);
  if (size === 2) return signed ? view.getInt16(at, true) : view.getUint16(at, true);
  return signed ? view.getInt32(at, true) : view.getUint32(at, true);
}

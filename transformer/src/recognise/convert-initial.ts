// Converts the initial value of a device global that is a copy of another (requirement D8): the same bytes if the types agree,
// else each scalar as `i32(x)` converts it (N11); booleans become 0 and 1, and numbers become whether they are nonzero.

import {
  type DataType,
  layoutOf,
  type ScalarType,
  type StructDefinition,
  scalarAccess,
  scalars,
  structureOf,
} from "@lanewise/ir";
import { conversions } from "./evaluate/conversions.js";

/** A type and its initial bytes; undefined means zeros. */
export interface Initialised {
  readonly type: DataType;
  readonly structs: readonly StructDefinition[];
  readonly initial: Uint8Array | undefined;
}

/** The bytes of `source` converted to the type; undefined if it does not convert. */
export function convertInitial(
  source: Initialised,
  type: DataType,
  structs: readonly StructDefinition[],
): Uint8Array | undefined {
  const given = source.initial ?? new Uint8Array(layoutOf(source.type, source.structs).size);
  if (structureOf(source.type, source.structs) === structureOf(type, structs)) return given;
  const from = scalarsOf(source.type);
  const to = scalarsOf(type);
  if (!from || !to || from.shape !== to.shape) return undefined;
  const bytes = new Uint8Array(to.count * scalars[to.scalar].size);
  const [read, written] = [new DataView(given.buffer, given.byteOffset), new DataView(bytes.buffer)];
  for (let index = 0; index < to.count; index++) {
    const value = scalarAccess[from.scalar].load(read, index * scalars[from.scalar].size);
    scalarAccess[to.scalar].store(written, index * scalars[to.scalar].size, converted(value, to.scalar));
  }
  return bytes;
}

/** The scalar, the count and the array lengths of a scalar or nested array of scalars. */
function scalarsOf(type: DataType): { scalar: ScalarType; count: number; shape: string } | undefined {
  if (typeof type === "string") return { scalar: type, count: 1, shape: "" };
  const inner = type.kind === "array" ? scalarsOf(type.element) : undefined;
  if (!inner || type.kind !== "array") return undefined;
  return { scalar: inner.scalar, count: inner.count * type.length, shape: `${type.length} ${inner.shape}` };
}

function converted(value: number | bigint | boolean, to: ScalarType): number | bigint | boolean {
  if (to === "bool") return typeof value === "bigint" ? value !== 0n : Number(value) !== 0;
  const number = typeof value === "boolean" ? Number(value) : value;
  return conversions[to]?.(number) ?? number;
}

// Which columns an array of structs has whose layout is "soa", and where they begin. The compiler's side is `splitColumns` of
// @lanewise/codegen, which takes the leaves in the same order.

import { GRANULE, spread } from "../memory/index.js";
import type { DataNode, StructNode } from "./struct-node.js";

/** A field that has a column of its own: a scalar or a fixed array. */
export interface Leaf {
  /** "pos.x". */
  readonly path: string;
  readonly node: DataNode;
}

/** The leaf fields in the order of their declaration, nested structs taken apart. */
export function leavesOf(node: StructNode, prefix = ""): readonly Leaf[] {
  return node.fields.flatMap(({ name, node: field }) => {
    const path = prefix + name;
    return field.kind === "struct" ? leavesOf(field, `${path}.`) : [{ path, node: field }];
  });
}

/** Where the columns of `length` elements begin, from the beginning of their memory, and how much that is, in bytes. */
export function columnExtents(node: StructNode, length: number): { offsets: readonly number[]; byteLength: number } {
  let byteLength = 0;
  const offsets = leavesOf(node).map((leaf) => {
    const offset = byteLength;
    byteLength += Math.ceil(spread(length * leaf.node.size) / GRANULE) * GRANULE;
    return offset;
  });
  return { offsets, byteLength };
}

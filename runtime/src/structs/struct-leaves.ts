// The columns of an array of structs with the layout "soa", and where they begin. The compiler's counterpart is `splitColumns` of
// @lanewise/codegen, which has the leaves in the same order.

import { GRANULE, spread } from "../memory/index.js";
import type { DataNode, StructNode } from "./struct-node.js";

/** A field with its own column: a scalar or a fixed array. */
export interface Leaf {
  /** "pos.x". */
  readonly path: string;
  readonly node: DataNode;
}

/** Returns the leaf fields in the order of their declaration; nested structs are split into theirs. */
export function leavesOf(node: StructNode, prefix = ""): readonly Leaf[] {
  return node.fields.flatMap(({ name, node: field }) => {
    const path = prefix + name;
    return field.kind === "struct" ? leavesOf(field, `${path}.`) : [{ path, node: field }];
  });
}

/** Returns where the columns of `length` elements begin, relative to their memory, and the size of that memory, in bytes. */
export function columnExtents(node: StructNode, length: number): { offsets: readonly number[]; byteLength: number } {
  let byteLength = 0;
  const offsets = leavesOf(node).map((leaf) => {
    const offset = byteLength;
    byteLength += Math.ceil(spread(length * leaf.node.size) / GRANULE) * GRANULE;
    return offset;
  });
  return { offsets, byteLength };
}

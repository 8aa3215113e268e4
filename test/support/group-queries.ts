// Random kernels ask for groups as if each work-item were one of its own: the same questions, for groups of any size.

import { type Block, build, type Expr, type Fn, type Query } from "@lanewise/ir";
import type { Random } from "./random.js";

/** What a query means where each work-item is a group of its own, as random kernels take it; some indices as those of group and work-item. */
const inPlain = {
  globalId: (dimension, random) => {
    const { query, op } = build;
    if (!random.oneIn(3)) return query("globalId", dimension);
    return op(
      "add",
      op("mul", query("groupId", dimension), query("localSize", dimension)),
      query("localId", dimension),
    );
  },
  globalSize: (dimension) => build.query("globalSize", dimension),
  groupId: (dimension) => build.query("globalId", dimension),
  groupCount: (dimension) => build.query("globalSize", dimension),
  localId: () => build.constant("i32", 0),
  localSize: () => build.constant("i32", 1),
  globalOffset: () => build.constant("i32", 0),
  subGroupId: () => build.constant("i32", 0),
  subGroupCount: () => build.constant("i32", 1),
  subGroupSize: () => build.constant("i32", 1),
  subGroupMembers: () => build.constant("i32", 1),
  subGroupLane: () => build.constant("i32", 0),
} as const satisfies Record<Query, (dimension: 0 | 1 | 2, random: Random) => Expr>;

export function withGroupIndices(random: Random, fn: Fn): Fn {
  const changed = (node: unknown): unknown => {
    if (typeof node !== "object" || node === null) return node;
    if (Array.isArray(node)) return node.map(changed);
    if ("query" in node) {
      // Nothing else has such a field.
      const { query, dimension } = node as Extract<Expr, { kind: "query" }>;
      return inPlain[query](dimension, random);
    }
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, changed(value)]));
  };
  // Statements with other indices are statements.
  return { ...fn, body: changed(fn.body) as Block };
}

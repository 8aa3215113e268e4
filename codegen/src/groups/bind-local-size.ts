// Makes an ordinary kernel of one that queries its position in its work-group but neither waits nor shares memory: its queries are answered from the
// global index. IR in, IR out, for one local size.

import {
  build,
  defaultSubGroupSize,
  type Expr,
  type Fn,
  type Module,
  type Query,
  type SubGroupSize,
} from "@lanewise/ir";
import { replaceInBlock } from "../analysis/replace.js";
import { findGlobalIndices } from "./global-indices.js";
import { subGroupAnswer } from "./sub-groups.js";

/** Work-items per group in each dimension, outermost first; unused ones 1. */
export type LocalSizes = readonly [number, number, number];

/** A launch's group sizes. */
export interface GroupShape {
  readonly local: LocalSizes;
  readonly subGroupSize: SubGroupSize;
}

type Answer = (dimension: 0 | 1 | 2, local: Expr) => Expr;

const answers: Readonly<Partial<Record<Query, Answer>>> = {
  localId: (dimension, local) => build.op("rem", build.query("globalId", dimension), local),
  localSize: (_, local) => local,
  groupId: (dimension, local) => build.op("div", build.query("globalId", dimension), local),
  groupCount: (dimension, local) => build.op("div", build.query("globalSize", dimension), local),
};

/** The module without group queries; global sizes must be multiples of the local ones. */
export function bindLocalSize(
  module: Module,
  kernel: number,
  sizes: LocalSizes,
  subGroupSize: SubGroupSize = defaultSubGroupSize,
): Module {
  const subGroups = { size: subGroupSize, local: sizes, dimensions: module.functions[kernel]?.dimensions ?? 0 };
  const size = (dimension: 0 | 1 | 2) => build.constant("i32", sizes[dimension]);
  const localId = (dimension: 0 | 1 | 2) => build.op("rem", build.query("globalId", dimension), size(dimension));
  const answer = (expr: Expr): Expr | undefined => {
    if (expr.kind !== "query") return undefined;
    const { query, dimension } = expr;
    return answers[query]?.(dimension, size(dimension)) ?? subGroupAnswer(query, subGroups, localId);
  };
  const bound = (fn: Fn): Fn => ({ ...fn, body: replaceInBlock(findGlobalIndices(fn, sizes).body, answer) });
  return { ...module, functions: module.functions.map(bound) };
}

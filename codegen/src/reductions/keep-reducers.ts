// Where a block keeps what a reducer combines: its target is one element, of which each lane has its own, or an array, of which the
// block has a copy.

import {
  build,
  type DataType,
  type Expr,
  type Fn,
  invariant,
  isValueScalar,
  type Module,
  type Position,
  type Stmt,
} from "@lanewise/ir";
import type { Locals } from "../simplify/locals.js";
import { withParameters } from "../simplify/parameters.js";
import type { KernelReduction } from "./kernel-reduction.js";
import { isNamedAsWhole, type KeptReducer } from "./reducer-places.js";

interface BlockReducer extends KeptReducer {
  /** The local that the kernel takes instead of the reducer. */
  readonly takes: number;
}

export interface LaneReducer extends BlockReducer {
  /** The lane's value while the block runs: a local or a place. */
  readonly own: Expr;
  /** Where the lane begins with, and leaves it. */
  readonly atLane: Expr;
}

/** `lane` is the lane's number among all of all blocks. */
export function keepInLanes(fn: Fn, reduction: KernelReduction, locals: Locals, lane: Expr, site: number): LaneReducer {
  const { parameter } = reduction;
  const { name, element } = reducerOf(fn, parameter);
  const span = build.local(parameter, { kind: "span", element });
  const placed = { ...reduction, takes: parameter, atLane: build.element(span, lane, site) };
  if (isValueScalar(element) && isNamedAsWhole(fn, parameter)) {
    const local = locals.add(`${name}.combined`, element);
    return { ...placed, keeping: { kind: "local", local, type: element }, own: build.local(local, element) };
  }
  const type = { kind: "array", element, length: 1 } as const;
  const array = build.address(locals.add(`${name}.combined`, type), type);
  return {
    ...placed,
    keeping: { kind: "memory", element: (index, at) => build.element(array, index, at) },
    own: build.element(array, build.constant("i32", 0), site),
  };
}

/** `block` is the block's number. */
export function keepInCopies(
  fn: Fn,
  reduction: KernelReduction,
  locals: Locals,
  block: Expr,
  site: number,
): BlockReducer {
  const { name, element } = reducerOf(fn, reduction.parameter);
  const copy = { kind: "array", element, length: reduction.length } as const;
  const takes = locals.add(name, { kind: "span", element: copy });
  const own = build.element(build.local(takes, { kind: "span", element: copy }), block, site);
  return { ...reduction, takes, keeping: { kind: "memory", element: (index, at) => build.element(own, index, at) } };
}

/** The module with `fn` as its kernel, which takes what is kept instead of its reducers, and `others` at the end. It has one site more. */
export function withReducers(
  module: Module,
  kernel: number,
  fn: Fn,
  kept: readonly BlockReducer[],
  others: readonly number[],
): Module {
  const own = Array.from({ length: fn.parameters }, (_, index) => kept.find((one) => one.parameter === index)?.takes);
  const made = withParameters(fn, [...own.map((local, index) => local ?? index), ...others]);
  return {
    ...module,
    sites: [...module.sites, { kind: "bounds", name: "what a block has combined", at: fn.at }],
    functions: module.functions.map((one, index) => (index === kernel ? made : one)),
  };
}

export function reducerOf({ locals }: Fn, parameter: number): { readonly name: string; readonly element: DataType } {
  const local = locals[parameter];
  const type = local?.type;
  invariant(local && typeof type === "object" && type.kind === "span", "a reducer is a span");
  return { name: local.name, element: type.element };
}

/** From a local or a place to another. */
export function copyElement(to: Expr, from: Expr, at: Position): Stmt {
  const value = from.kind === "element" && isScalarPlace(from) ? build.load(from) : from;
  return to.kind === "local" ? build.set(to.local, value) : build.store(to, value, at);
}

function isScalarPlace({ type }: Expr): boolean {
  return typeof type === "object" && type.kind === "ref" && typeof type.to === "string";
}

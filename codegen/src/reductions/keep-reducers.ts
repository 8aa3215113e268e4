// Storage in which a block combines a reducer's values: if the target is one element, one for each lane; if it is an array, a copy for the block.

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
  /** The local that the kernel takes in place of the reducer. */
  readonly takes: number;
  /** An additional one, taken at the end. */
  readonly takesBesides?: number;
}

export interface LaneReducer extends BlockReducer {
  /** The lane's value while the block runs: a local or an address. */
  readonly own: Expr;
  /** The memory that holds the lane's initial value, and finally its result. */
  readonly atLane: Expr;
}

/** `lane` is the lane's number across all blocks. */
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
    keeping: {
      kind: "memory",
      length: build.constant("i32", 1),
      element: (index, at) => build.element(array, index, at),
    },
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
  const { length } = reduction;
  if (length === undefined) return keepInSpan(fn, reduction, locals, block, site);
  const { name, element } = reducerOf(fn, reduction.parameter);
  const copy = { kind: "array", element, length } as const;
  const takes = locals.add(name, { kind: "span", element: copy });
  const own = build.element(build.local(takes, { kind: "span", element: copy }), block, site);
  return {
    ...reduction,
    takes,
    keeping: {
      kind: "memory",
      length: build.constant("i32", length),
      element: (index, at) => build.element(own, index, at),
    },
  };
}

/**
 * Copies whose length the launch gives: the reducer is the first copy, so its length is each copy's; the kernel also takes the elements of all
 * copies.
 */
function keepInSpan(fn: Fn, reduction: KernelReduction, locals: Locals, block: Expr, site: number): BlockReducer {
  const { name, element } = reducerOf(fn, reduction.parameter);
  invariant(isValueScalar(element), "reductions have values of registers");
  const span = { kind: "span", element } as const;
  const [takes, takesBesides] = [locals.add(name, span), locals.add(`${name}.copies`, span)];
  const first = build.local(takes, span);
  const begin = build.op("mul", block, build.length(first));
  const placed = (index: Expr, at: number, before: Stmt[]): Expr => {
    const [own, checked] = [locals.add(`${name}.index`, "i32"), locals.add(`${name}.first`, element)];
    const wanted = build.local(own, "i32");
    // Fails if the user's index is out of bounds, which in the span of all copies would be another copy's element.
    before.push(build.set(own, index), build.set(checked, build.load(build.element(first, wanted, at))));
    return build.element(build.local(takesBesides, span), build.op("add", begin, wanted), site);
  };
  return {
    ...reduction,
    takes,
    takesBesides,
    keeping: { kind: "memory", length: build.length(first), element: placed },
  };
}

/**
 * Makes `fn` the module's kernel: it takes the kept storage instead of its reducers, then `others`, then what reducers take besides. Adds one site.
 */
export function withReducers(
  module: Module,
  kernel: number,
  fn: Fn,
  kept: readonly BlockReducer[],
  others: readonly number[],
): Module {
  const own = Array.from({ length: fn.parameters }, (_, index) => kept.find((one) => one.parameter === index)?.takes);
  const besides = kept.flatMap(({ takesBesides = [] }) => takesBesides);
  const made = withParameters(fn, [...own.map((local, index) => local ?? index), ...others, ...besides]);
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

/** Copies from one local or address to another. */
export function copyElement(to: Expr, from: Expr, at: Position): Stmt {
  const value = from.kind === "element" && isScalarPlace(from) ? build.load(from) : from;
  return to.kind === "local" ? build.set(to.local, value) : build.store(to, value, at);
}

function isScalarPlace({ type }: Expr): boolean {
  return typeof type === "object" && type.kind === "ref" && typeof type.to === "string";
}

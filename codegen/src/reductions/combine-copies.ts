// Makes the kernel that combines the values that blocks and lanes have left of a reduction, and gives the result to the target: neighbours first,
// then their results, in a tree that depends only on their number. It is compiled like any other kernel, so values combine as in kernels.

import {
  type Block,
  build,
  COMBINING_NUMBERS,
  type DataType,
  type Expr,
  type Fn,
  GROUP_COMBINING_NUMBERS,
  invariant,
  type Local,
  type Module,
  type Position,
  type Stmt,
  type Type,
} from "@lanewise/ir";
import { withBarrierSites } from "../groups/barrier-sites.js";
import { Locals } from "../simplify/locals.js";
import { combineBy, findCombiner, resultOfCombiner } from "./find-combiner.js";
import { copyElement, reducerOf } from "./keep-reducers.js";
import type { KernelReduction } from "./kernel-reduction.js";

export interface CombiningKernel {
  readonly module: Module;
  readonly kernel: number;
}

/** Work-items per group for `combineCopiesInGroups`: as many as every GPU allows. */
export const COMBINING_ITEMS = 256;

/** Combines the second location's value into the first. */
type Combine = (to: Expr, other: Expr) => Block;

type CombinedReduction = Pick<KernelReduction, "parameter" | "op">;

/** Builds the body of a combining kernel. */
type Combining = (head: Fn, combine: Combine, locals: Locals, site: number) => Block;

const constant = (value: number): Expr => build.constant("i32", value);

/**
 * Makes the kernel over the elements of the target of one of `kernel`'s reductions. It takes a span of at least one copy, laid out one after another
 * and left in any state, then a span of the target, and COMBINING_NUMBERS.
 */
export function combineCopies(module: Module, kernel: number, reduction: CombinedReduction): CombiningKernel {
  return combiningKernel(module, kernel, reduction, byOneItem);
}

/**
 * The same for a target of one element, by the same tree, in groups of COMBINING_ITEMS work-items: each work-item combines a power of two of
 * neighbouring copies, then the work-items' results are combined. It also takes GROUP_COMBINING_NUMBERS: with more than one group, another launch
 * continues with the groups' results.
 */
export function combineCopiesInGroups(module: Module, kernel: number, reduction: CombinedReduction): CombiningKernel {
  const made = combiningKernel(module, kernel, reduction, byGroups, GROUP_COMBINING_NUMBERS);
  return { ...made, module: withBarrierSites(made.module, made.kernel) };
}

function combiningKernel(
  module: Module,
  kernel: number,
  { parameter, op }: CombinedReduction,
  bodyOf: Combining,
  besides: readonly string[] = [],
): CombiningKernel {
  const original = module.functions[kernel];
  invariant(original, `there is a function ${kernel}`);
  const { name, element } = reducerOf(original, parameter);
  const parameters = parametersOf(name, element, [...COMBINING_NUMBERS, ...besides]);
  const head: Fn = {
    ...original,
    symbol: `${original.symbol}.${name}`,
    name: `${original.name}, reduction ${name}`,
    linkage: "kernel",
    dimensions: 1,
    parameters: parameters.length,
    locals: parameters,
    body: [],
  };
  const locals = new Locals(head);
  const site = module.sites.length;
  const combine = op === "function" ? byFunction(module, kernel, parameter, locals) : byOperation(op, head.at);
  const body = bodyOf(head, combine, locals, site);
  const own = { kind: "bounds", name: "what a reduction has combined", at: head.at } as const;
  const functions = [...module.functions, { ...head, locals: locals.all, body }];
  return { module: { ...module, sites: [...module.sites, own], functions }, kernel: module.functions.length };
}

function parametersOf(name: string, element: DataType, numbers: readonly string[]): readonly Local[] {
  const type: Type = { kind: "span", element };
  return [{ name: `${name}.copies`, type }, { name, type }, ...numbers.map((name): Local => ({ name, type: "i32" }))];
}

function byOperation(op: Exclude<KernelReduction["op"], "function">, at: Position): Combine {
  return (to, other) => [build.store(to, build.op(op, build.load(to), build.load(other)), at)];
}

/** If the kernel combines nothing, only the identity exists. */
function byFunction(module: Module, kernel: number, parameter: number, locals: Locals): Combine {
  const combiner = findCombiner(module, kernel, new Set([parameter]));
  if (combiner === undefined) return () => [];
  const type = resultOfCombiner(module, combiner);
  const local = locals.add("combined", type);
  const at = module.functions[combiner]?.at;
  invariant(at, `there is a function ${combiner}`);
  return (to, other) => combineBy(module, combiner, type, local, [to, other], at);
}

/** The parts of a combining kernel's body. */
interface Copies {
  readonly at: Position;
  readonly copy: (index: Expr) => Expr;
  readonly count: Expr;
  readonly takesPart: Expr;
  readonly target: Expr;
}

/** `element`: the index in the target; `length`: the target's length. */
function copiesOf({ at }: Fn, locals: Locals, site: number, [element, length]: readonly [Expr, Expr]): Copies {
  const [copies, target] = [0, 1].map((local) => build.local(local, locals.all[local]?.type ?? "i32"));
  invariant(copies && target, "the spans come first");
  return {
    at,
    copy: (index) => build.element(copies, build.op("add", build.op("mul", index, length), element), site),
    count: build.local(2, "i32"),
    takesPart: build.local(3, "i32"),
    target: build.element(target, element, site),
  };
}

/** The tree over the copies from `first` to `end`, up to pairs less than `limit` apart: `first` ends up with the total. */
function tree(
  { at, copy }: Copies,
  combine: Combine,
  locals: Locals,
  [first, end, limit]: readonly [Expr, Expr, Expr],
): Block {
  const [stepLocal, pairLocal] = [locals.add("step", "i32"), locals.add("pair", "i32")];
  const [step, pair] = [build.local(stepLocal, "i32"), build.local(pairLocal, "i32")];
  const neighbour = build.op("add", pair, step);
  const doubled = build.op("mul", step, constant(2));
  const pairs = {
    condition: build.op("lt", neighbour, end),
    body: combine(copy(pair), copy(neighbour)),
    update: [build.set(pairLocal, build.op("add", pair, doubled))],
  };
  const levels = {
    condition: build.op("lt", step, limit),
    body: [build.set(pairLocal, first), build.loop(1, pairs, at)],
    update: [build.set(stepLocal, doubled)],
  };
  return [build.set(stepLocal, constant(1)), build.loop(0, levels, at)];
}

/** The first copy holds the total. */
function giveToTarget({ at, copy, takesPart, target }: Copies, combine: Combine): Stmt {
  const all = copy(constant(0));
  return build.ifElse(build.op("ne", takesPart, constant(0)), combine(target, all), [copyElement(target, all, at)]);
}

function byOneItem(head: Fn, combine: Combine, locals: Locals, site: number): Block {
  const copies = copiesOf(head, locals, site, [build.query("globalId", 0), build.query("globalSize", 0)]);
  const { count } = copies;
  return [...tree(copies, combine, locals, [constant(0), count, count]), giveToTarget(copies, combine)];
}

function byGroups(head: Fn, combine: Combine, locals: Locals, site: number): Block {
  const whole = copiesOf(head, locals, site, [constant(0), constant(1)]);
  const { at } = whole;
  const [slice, stride, gives] = GROUP_COMBINING_NUMBERS.map((_, number) =>
    build.local(FIRST_OF_GROUP + number, "i32"),
  );
  invariant(slice && stride && gives, "the combining kernel takes the slice, the stride and the results");
  const variable = (name: string) => {
    const local = locals.add(name, "i32");
    return { local, value: build.local(local, "i32") };
  };
  const [ofGroup, counted, chunked] = [variable("base"), variable("count"), variable("chunk")];
  const [placed, apart] = [variable("first"), variable("distance")];
  const [base, countHere, chunk, first, distance] = [ofGroup, counted, chunked, placed, apart].map(
    ({ value }) => value,
  );
  invariant(base && countHere && chunk && first && distance, "there are as many locals");
  const copy = (index: Expr) => whole.copy(build.op("mul", build.op("add", base, index), stride));
  const copies: Copies = { ...whole, copy, count: countHere };
  const own = build.query("localId", 0);
  const large = {
    condition: build.op("lt", build.op("mul", chunk, constant(COMBINING_ITEMS)), countHere),
    body: [],
    update: [build.set(chunked.local, build.op("mul", chunk, constant(2)))],
  };
  const end = build.op("min", build.op("add", first, chunk), countHere);
  const neighbour = build.op("add", first, distance);
  const doubled = build.op("mul", distance, constant(2));
  // Both are powers of two, or multiples of one.
  const isFirst = build.op("eq", build.op("rem", first, doubled), constant(0));
  const isPair = build.op("and", isFirst, build.op("lt", neighbour, countHere));
  const levels = {
    condition: build.op("lt", distance, countHere),
    body: [build.barrier("workGroup", at), build.ifElse(isPair, combine(copy(first), copy(neighbour)))],
    update: [build.set(apart.local, doubled)],
  };
  const isGiving = build.op("and", build.op("eq", own, constant(0)), build.op("ne", gives, constant(0)));
  return [
    build.set(ofGroup.local, build.op("mul", build.query("groupId", 0), slice)),
    build.set(counted.local, build.op("min", slice, build.op("sub", whole.count, base))),
    build.set(chunked.local, constant(1)),
    build.loop(2, large, at),
    build.set(placed.local, build.op("mul", own, chunk)),
    ...tree(copies, combine, locals, [first, end, chunk]),
    build.set(apart.local, chunk),
    build.loop(3, levels, at),
    build.ifElse(isGiving, [giveToTarget(copies, combine)]),
  ];
}

/** The first of the group numbers follows the spans and COMBINING_NUMBERS. */
const FIRST_OF_GROUP = 2 + COMBINING_NUMBERS.length;

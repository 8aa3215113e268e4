// The kernel that combines what blocks and lanes have left of a reduction, and gives it to the target: neighbours first, then what came of
// neighbours, a tree that depends on their number alone. It is compiled like any other one, so that values are combined as in kernels.

import {
  type Block,
  build,
  COMBINING_NUMBERS,
  type DataType,
  type Expr,
  type Fn,
  invariant,
  type Local,
  type Module,
  type Position,
  type Type,
} from "@lanewise/ir";
import { Locals } from "../simplify/locals.js";
import { combineBy, findCombiner, resultOfCombiner } from "./find-combiner.js";
import { copyElement, reducerOf } from "./keep-reducers.js";
import type { KernelReduction } from "./kernel-reduction.js";

export interface CombiningKernel {
  readonly module: Module;
  readonly kernel: number;
}

/** Puts the second place's value into the first one's. */
type Combine = (to: Expr, other: Expr) => Block;

const constant = (value: number): Expr => build.constant("i32", value);

/**
 * The kernel over the elements of the target of a reduction of `kernel`. It takes a span of the copies, of which there is one at least; they
 * lie one after the other, and are left in any state. Then a span of the target, and COMBINING_NUMBERS.
 */
export function combineCopies(
  module: Module,
  kernel: number,
  { parameter, op }: Pick<KernelReduction, "parameter" | "op">,
): CombiningKernel {
  const original = module.functions[kernel];
  invariant(original, `there is a function ${kernel}`);
  const { name, element } = reducerOf(original, parameter);
  const head: Fn = {
    ...original,
    symbol: `${original.symbol}.${name}`,
    name: `${original.name}, reduction ${name}`,
    linkage: "kernel",
    dimensions: 1,
    parameters: 2 + COMBINING_NUMBERS.length,
    locals: parametersOf(name, element),
    body: [],
  };
  const locals = new Locals(head);
  const site = module.sites.length;
  const combine = op === "function" ? byFunction(module, kernel, parameter, locals) : byOperation(op, head.at);
  const body = combining(head, combine, locals, site);
  const own = { kind: "bounds", name: "what a reduction has combined", at: head.at } as const;
  const functions = [...module.functions, { ...head, locals: locals.all, body }];
  return { module: { ...module, sites: [...module.sites, own], functions }, kernel: module.functions.length };
}

function parametersOf(name: string, element: DataType): readonly Local[] {
  const type: Type = { kind: "span", element };
  const numbers = COMBINING_NUMBERS.map((number): Local => ({ name: number, type: "i32" }));
  return [{ name: `${name}.copies`, type }, { name, type }, ...numbers];
}

function byOperation(op: Exclude<KernelReduction["op"], "function">, at: Position): Combine {
  return (to, other) => [build.store(to, build.op(op, build.load(to), build.load(other)), at)];
}

/** Of a kernel that combines nothing, the identity is all that there is. */
function byFunction(module: Module, kernel: number, parameter: number, locals: Locals): Combine {
  const combiner = findCombiner(module, kernel, new Set([parameter]));
  if (combiner === undefined) return () => [];
  const type = resultOfCombiner(module, combiner);
  const local = locals.add("combined", type);
  const at = module.functions[combiner]?.at;
  invariant(at, `there is a function ${combiner}`);
  return (to, other) => combineBy(module, combiner, type, local, [to, other], at);
}

function combining({ at }: Fn, combine: Combine, locals: Locals, site: number): Block {
  const [copies, target] = [0, 1].map((local) => build.local(local, locals.all[local]?.type ?? "i32"));
  invariant(copies && target, "the spans come first");
  const [count, takesPart] = [build.local(2, "i32"), build.local(3, "i32")];
  const [stepLocal, pairLocal] = [locals.add("step", "i32"), locals.add("pair", "i32")];
  const [step, pair] = [build.local(stepLocal, "i32"), build.local(pairLocal, "i32")];
  const own = build.query("globalId", 0);
  const length = build.query("globalSize", 0);
  const copy = (index: Expr): Expr => build.element(copies, build.op("add", build.op("mul", index, length), own), site);
  const neighbour = build.op("add", pair, step);
  const doubled = build.op("mul", step, constant(2));
  const pairs = {
    condition: build.op("lt", neighbour, count),
    body: combine(copy(pair), copy(neighbour)),
    update: [build.set(pairLocal, build.op("add", pair, doubled))],
  };
  const tree = {
    condition: build.op("lt", step, count),
    body: [build.set(pairLocal, constant(0)), build.loop(1, pairs, at)],
    update: [build.set(stepLocal, doubled)],
  };
  const to = build.element(target, own, site);
  const all = copy(constant(0));
  const isPart = build.op("ne", takesPart, constant(0));
  return [
    build.set(stepLocal, constant(1)),
    build.loop(0, tree, at),
    build.ifElse(isPart, combine(to, all), [copyElement(to, all, at)]),
  ];
}

// Kernels with reductions: a kernel over blocks of the range, each of 16 lanes, that runs the user's kernel for every index of its block
// and leaves one value for each lane and reduction, which the runtime combines. IR in, IR out, before any target compiles. Blocks depend
// on the range alone, so that results do not hang on gangs and threads (design: docs/decisions/0012-reductions.md).

import {
  type Block,
  build,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  invariant,
  type Module,
  type Stmt,
} from "@lanewise/ir";
import { withBlocks } from "../analysis/replace.js";
import { inlineCalls } from "../inline.js";
import { forwardLocals, rootOf } from "../simplify/forward-locals.js";
import { Locals } from "../simplify/locals.js";
import { withParameters } from "../simplify/parameters.js";
import { blockLoops } from "./block-loops.js";
import { identityOf, isReductionScalar, type ReductionOp, type ReductionScalar } from "./identity.js";

export { identityOf, type ReductionOp, type ReductionScalar } from "./identity.js";

/** How many virtual work-items a block has: gangs of every size divide it. */
export const BLOCK_LANES = 16;

/** A parameter of the kernel that is a reducer. */
export interface KernelReduction {
  readonly parameter: number;
  readonly op: ReductionOp;
}

/**
 * What the kernel takes after its own parameters: where it notes how far each block has come, which is a span of i32; then as i32 the sizes
 * of the user's range, outermost first, and how it is cut. A row of the innermost dimension is cut into segments, and a block does some of
 * all segments, one after the other.
 */
export const REDUCTION_NUMBERS = ["outer", "middle", "inner", "segment", "segments", "perBlock"] as const;
export type ReductionNumber = (typeof REDUCTION_NUMBERS)[number];

export interface Accumulator extends KernelReduction {
  readonly type: ReductionScalar;
  readonly local: number;
}

/**
 * The module with the kernel over [blocks, 16]. Its reducers have become spans of one element for each lane of each block.
 *
 * @throws Error where a variable may be one reducer or another, and where a reducer combines otherwise than its reduction.
 */
export function reduceInBlocks(module: Module, kernel: number, reductions: readonly KernelReduction[]): Module {
  const original = module.functions[kernel];
  invariant(original?.linkage === "kernel", `function ${kernel} is a kernel`);
  const fn = forwardLocals(forwardLocals(inlineCalls(module, original)));
  const locals = new Locals(fn);
  const accumulators = reductions.map((one) => accumulatorOf(fn, one, locals));
  const progress = locals.add("progress", { kind: "span", element: "i32" });
  const numbers = REDUCTION_NUMBERS.map((name) => locals.add(name, "i32"));
  const label = freshLabel(fn);
  const body = combining(fn.body, accumulators, label);
  checkUses(fn, body, reductions);
  const site = module.sites.length;
  const own = { kind: "bounds", name: "what a block has combined", at: fn.at } as const;
  const looped = blockLoops({ fn, body, label, locals, progress, numbers, site });
  const all = [...accumulators.map(begin), ...looped, ...accumulators.map((one) => end(fn, one, site))];
  const order = [...Array.from({ length: fn.parameters }, (_, index) => index), progress, ...numbers];
  const made = withParameters({ ...fn, dimensions: 2, locals: locals.all, body: all }, order);
  return {
    ...module,
    sites: [...module.sites, own],
    functions: module.functions.map((one, index) => (index === kernel ? made : one)),
  };
}

function accumulatorOf(fn: Fn, reduction: KernelReduction, locals: Locals): Accumulator {
  const parameter = fn.locals[reduction.parameter];
  const type = parameter?.type;
  invariant(parameter && typeof type === "object" && type.kind === "span", "a reducer is a span");
  const { element } = type;
  invariant(typeof element === "string" && isReductionScalar(element), "a reducer is of a register's type");
  return { ...reduction, type: element, local: locals.add(`${parameter.name}.combined`, element) };
}

/** With every atomic update of a reducer as one of its accumulator; `return` leaves the block `label`. */
function combining(block: Block, accumulators: readonly Accumulator[], label: number): Block {
  return block.map((stmt): Stmt => {
    if (stmt.kind === "return") return build.breakTo(label);
    if (stmt.kind !== "atomic") return withBlocks(stmt, (inner) => combining(inner, accumulators, label));
    const root = rootOf(stmt.place);
    const accumulator = accumulators.find(({ parameter }) => root.kind === "local" && root.local === parameter);
    if (!accumulator) return stmt;
    const { local, op, type } = accumulator;
    if (stmt.op !== op || !stmt.value) {
      throw new Error(`the kernel combines by "${stmt.op}" what the launch combines by "${op}"`);
    }
    return build.set(local, build.op(op, build.local(local, type), stmt.value));
  });
}

function checkUses(fn: Fn, body: Block, reductions: readonly KernelReduction[]): void {
  const visit = (expr: Expr): void => {
    if (expr.kind !== "local" || !reductions.some(({ parameter }) => parameter === expr.local)) return;
    throw new Error(`a variable may be the reducer ${fn.locals[expr.local]?.name} or another one`);
  };
  forEachStmt(body, (stmt) => {
    for (const expr of expressionsOf(stmt)) forEachExpr(expr, visit);
  });
}

function begin({ local, op, type }: Accumulator): Stmt {
  return build.set(local, build.constant(type, identityOf(op, type)));
}

/** Leaves what a lane has combined at its place. */
function end({ locals, at }: Fn, { parameter, local, type }: Accumulator, site: number): Stmt {
  const span = build.local(parameter, locals[parameter]?.type ?? type);
  return build.store(build.element(span, placeOfLane(), site), build.local(local, type), at);
}

function placeOfLane(): Expr {
  const block = build.op("mul", build.query("globalId", 0), build.constant("i32", BLOCK_LANES));
  return build.op("add", block, build.query("globalId", 1));
}

function freshLabel({ body }: Fn): number {
  let highest = -1;
  forEachStmt(body, (stmt) => {
    if (stmt.kind === "loop" || stmt.kind === "block") highest = Math.max(highest, stmt.label);
  });
  return highest + 1;
}

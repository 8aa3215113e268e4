// Kernels with reductions: makes a kernel over blocks of the range, each of some lanes, that runs the user's kernel for every index of its block and
// leaves what each lane, or the block, has combined for combine-copies.ts. IR in, IR out, before any target compiles. Blocks depend only on the
// range, so results do not depend on gangs and threads (design: docs/decisions/0012-reductions.md).

import {
  type Block,
  build,
  type Expr,
  type Fn,
  invariant,
  isReductionScalar,
  lanesOf,
  type Module,
  REDUCTION_NUMBERS,
  type Stmt,
} from "@lanewise/ir";
import { withBlocks } from "../analysis/replace.js";
import { inlineCalls } from "../inline.js";
import { forwardLocals } from "../simplify/forward-locals.js";
import { highestLabel } from "../simplify/labels.js";
import { Locals } from "../simplify/locals.js";
import { blockLoops } from "./block-loops.js";
import { neutralOf } from "./identity.js";
import { copyElement, keepInCopies, keepInLanes, type LaneReducer, reducerOf, withReducers } from "./keep-reducers.js";
import type { KernelReduction } from "./kernel-reduction.js";
import { redirectReducers } from "./reducer-places.js";

/**
 * Makes the kernel over [blocks of rows, segments of a row, lanes]. Reducers of one element become spans with an element for each lane of each block,
 * which begin as the identity (if lanes are apart, only those of functions need to); those of arrays become spans of one array for each block.
 *
 * After its own parameters the kernel takes a span of i32 in which each block, or each of its lanes, notes its progress; then, as i32, the sizes of
 * the user's range, outermost first, and how it is cut: a block is a segment of `segment` indices in each of `perBlock` rows of the innermost
 * dimension.
 *
 * @throws Error if a variable may be one reducer or another, or if a reducer combines differently from its reduction.
 */
export function reduceInBlocks(
  module: Module,
  kernel: number,
  reductions: readonly KernelReduction[],
  areLanesApart = false,
): Module {
  const original = module.functions[kernel];
  invariant(original?.linkage === "kernel", `function ${kernel} is a kernel`);
  const fn = forwardLocals(forwardLocals(inlineCalls(module, original)));
  const locals = new Locals(fn);
  const lanes = lanesOf(reductions);
  const site = module.sites.length;
  const block = locals.add("block", "i32");
  const ownBlock = build.local(block, "i32");
  const lane = laneOf(ownBlock, lanes);
  const kept = reductions
    .filter(({ form }) => form !== "shared")
    .map((one) =>
      one.form === "value" ? keepInLanes(fn, one, locals, lane, site) : keepInCopies(fn, one, locals, ownBlock, site),
    );
  const progress = locals.add("progress", { kind: "span", element: "i32" }, { isNote: true });
  const numbers = REDUCTION_NUMBERS.map((name) => locals.add(name, "i32"));
  const label = highestLabel(fn.body) + 1;
  const body = leaving(redirectReducers(fn, kept, locals), label);
  const ofRounds = new Set(kept.flatMap(({ keeping }) => (keeping.kind === "local" ? [keeping.local] : [])));
  const looped = blockLoops({
    fn,
    body,
    label,
    lanes,
    locals,
    block: ownBlock,
    progress,
    noting: areLanesApart ? lane : ownBlock,
    areLanesApart,
    kept: ofRounds,
    numbers,
    site,
  });
  const inLanes = kept.filter((one): one is LaneReducer => one.form === "value");
  // The body's queries refer to the current index.
  const first = (one: LaneReducer) => (areLanesApart ? knownIdentity(original, one) : undefined) ?? one.atLane;
  const begin = [build.set(block, blockNumber()), ...inLanes.map((one) => copyElement(one.own, first(one), fn.at))];
  const end = inLanes.map((one) => copyElement(one.atLane, one.own, fn.at));
  const changed: Fn = { ...fn, dimensions: 3, locals: locals.all, body: [...begin, ...looped, ...end] };
  return withReducers(module, kernel, changed, kept, [progress, ...numbers]);
}

/** What a lane begins with, so that nobody has to write it to memory first; undefined for a function's, which only the launch knows. */
function knownIdentity(fn: Fn, { op, parameter }: LaneReducer): Expr | undefined {
  const { element } = reducerOf(fn, parameter);
  return op !== "function" && typeof element === "string" && isReductionScalar(element)
    ? neutralOf(op, element)
    : undefined;
}

function laneOf(block: Expr, lanes: number): Expr {
  if (lanes === 1) return block;
  return build.op("add", build.op("mul", block, build.constant("i32", lanes)), build.query("globalId", 2));
}

function blockNumber(): Expr {
  const above = build.op("mul", build.query("globalId", 0), build.query("globalSize", 1));
  return build.op("add", above, build.query("globalId", 1));
}

/** Turns `return` into leaving the block `label`. */
function leaving(block: Block, label: number): Block {
  return block.map(
    (stmt): Stmt =>
      stmt.kind === "return" ? build.breakTo(label) : withBlocks(stmt, (inner) => leaving(inner, label)),
  );
}

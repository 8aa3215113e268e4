// Reductions in group kernels whose work-items wait for each other: a block is several consecutive groups, which one thread runs one after another.
// Each work-item combines into memory that the work-items at its index in all groups of the block share, and arrays into the block's copy. IR in, IR
// out, before the kernel is divided at its barriers.

import { build, type Expr, type Fn, invariant, type Module } from "@lanewise/ir";
import type { LocalSizes } from "../groups/bind-local-size.js";
import { inlineCalls } from "../inline.js";
import { forwardLocals } from "../simplify/forward-locals.js";
import { Locals } from "../simplify/locals.js";
import { keepInCopies, withReducers } from "./keep-reducers.js";
import type { KernelReduction } from "./kernel-reduction.js";
import { redirectReducers } from "./reducer-places.js";

type Dimension = 0 | 1 | 2;

/**
 * Makes a kernel that takes, after its own parameters, the number of groups per block, as i32. Reducers of one element become spans with an element
 * for each work-item of a group, block by block; those of arrays become spans of one array for each block.
 *
 * @throws Error like `reduceInBlocks`.
 */
export function reduceInGroups(
  module: Module,
  kernel: number,
  reductions: readonly KernelReduction[],
  sizes: LocalSizes,
): Module {
  const original = module.functions[kernel];
  invariant(original?.linkage === "kernel", `function ${kernel} is a kernel`);
  const fn = forwardLocals(forwardLocals(inlineCalls(module, original)));
  const locals = new Locals(fn);
  const perBlock = locals.add("groups of a block", "i32");
  const group = linear(fn, "groupId", (dimension) => build.query("groupCount", dimension));
  const block = build.op("div", group, build.local(perBlock, "i32"));
  const item = linear(fn, "localId", (dimension) => build.constant("i32", sizes[dimension]));
  const count = build.constant("i32", sizes[0] * sizes[1] * sizes[2]);
  const lane = build.op("add", build.op("mul", block, count), item);
  const site = module.sites.length;
  const kept = reductions
    .filter(({ form }) => form !== "shared")
    .map((one) =>
      // A value is an array of one element.
      keepInCopies(fn, one, locals, one.form === "value" ? lane : block, site),
    );
  const body = redirectReducers(fn, kept, locals);
  return withReducers(module, kernel, { ...fn, locals: locals.all, body }, kept, [perBlock]);
}

function linear({ dimensions }: Fn, query: "groupId" | "localId", size: (dimension: Dimension) => Expr): Expr {
  let index = build.query(query, 0);
  for (const dimension of ([1, 2] as const).slice(0, Math.max(0, dimensions - 1))) {
    index = build.op("add", build.op("mul", index, size(dimension)), build.query(query, dimension));
  }
  return index;
}

// Rewrites loops that each work-item starts at its own index, `for (let at = own; at < 1024; at += 64)`, but all leave after equally many iterations:
// the loop counts iterations, which is uniform, and `at` becomes the start plus the count.

import {
  type Block,
  build,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  type Stmt,
} from "@lanewise/ir";
import { type Counter, collectFacts, type Facts } from "../analysis/facts.js";
import { type Form, formOf } from "../analysis/index-form.js";
import { withBlocks } from "../analysis/replace.js";
import { Locals } from "../simplify/locals.js";
import { renumber } from "../simplify/tidy.js";
import type { LocalSizes } from "./bind-local-size.js";

type Loop = Extract<Stmt, { kind: "loop" }>;

/** Rewrites such loops in a region whose range is `sizes`. */
export function withEqualRounds(fn: Fn, sizes: LocalSizes): Fn {
  const facts = collectFacts(fn);
  const locals = new Locals(fn);
  const rewritten = (block: Block): Block =>
    block.flatMap((stmt) => {
      const inside = withBlocks(stmt, rewritten);
      const counter = stmt.kind === "loop" ? counterOf(facts, stmt) : undefined;
      const rounds = counter && roundsOf(facts, counter, sizes);
      const isCounted = counter && rounds && inside.kind === "loop";
      return isCounted ? counting(locals, inside, counter, rounds) : [inside];
    });
  const body = rewritten(fn.body);
  return { ...fn, locals: locals.all, body };
}

/** The loop's counter, if only the loop's condition, body and update read it. */
function counterOf({ fn, loops }: Facts, loop: Loop): Counter | undefined {
  const [counter] = loops.get(loop)?.counters ?? [];
  if (!counter || loop.header.length > 0 || loop.condition.kind !== "op" || loop.condition.op !== "lt")
    return undefined;
  const { local } = counter;
  const everywhere = readsIn(fn.body, local);
  const [condition, update] = [1, 1];
  return everywhere === readsIn(loop.body, local) + condition + update ? counter : undefined;
}

function readsIn(block: Block, local: number): number {
  let reads = 0;
  forEachStmt(block, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        if (one.kind === "local" && one.local === local) reads++;
      });
    }
  });
  return reads;
}

interface Rounds {
  readonly count: number;
  readonly step: number;
}

/** The trip count, if it is the same for all work-items of the range. */
function roundsOf(facts: Facts, { first, bound, step }: Counter, sizes: LocalSizes): Rounds | undefined {
  if (bound.kind !== "const" || typeof step !== "number" || !first.value) return undefined;
  const context = { facts, keys: new Map<Expr, string>(), choice: () => undefined, known: [] };
  const form = formOf(context, first.value, first.bodies);
  const begin = form && extentOf(form, sizes);
  if (!begin) return undefined;
  const count = (from: number) => Math.ceil((Number(bound.value) - from) / step);
  const rounds = count(begin.low);
  return rounds > 0 && rounds === count(begin.high) ? { count: rounds, step } : undefined;
}

/** The bounds of a form that consists of indices only. */
function extentOf(
  { constant, terms }: Form,
  sizes: LocalSizes,
): { readonly low: number; readonly high: number } | undefined {
  let [low, high] = [constant, constant];
  let isVarying = false;
  for (const { coefficient, atoms } of terms.values()) {
    const [atom, ...others] = atoms;
    if (atom?.value.kind !== "index" || others.length > 0) return undefined;
    isVarying = true;
    const reach = coefficient * ((sizes[atom.value.dimension] ?? 1) - 1);
    low += Math.min(reach, 0);
    high += Math.max(reach, 0);
  }
  const isI32 = low >= -(2 ** 31) && high < 2 ** 31;
  return isVarying && isI32 ? { low, high } : undefined;
}

function counting(locals: Locals, loop: Loop, { local }: Counter, { count, step }: Rounds): Block {
  const i32 = (value: number): Expr => build.constant("i32", value);
  const [begin, counted, place] = [locals.add("", "i32"), locals.add("", "i32"), locals.copy(local)];
  const [beginning, rounds] = [() => build.local(begin, "i32"), () => build.local(counted, "i32")];
  const update = loop.update.map(
    (stmt): Stmt =>
      stmt.kind === "set" && stmt.local === local ? build.set(counted, build.op("add", rounds(), i32(step))) : stmt,
  );
  return [
    build.set(begin, build.local(local, "i32")),
    build.set(counted, i32(0)),
    {
      ...loop,
      // The last iteration's value is just below.
      condition: build.op("lt", rounds(), i32((count - 1) * step + 1)),
      body: [
        build.set(place, build.op("add", beginning(), rounds())),
        ...renumber(loop.body, (one) => (one === local ? place : one)),
      ],
      update,
    },
  ];
}

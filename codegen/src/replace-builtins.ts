// Replaces Math functions by calls of device functions if the linked module exports replacements (ir/src/module/builtin-symbols.ts): `set %1 =
// math.sin(%0)` becomes `call #5.sin(%0) -> %1`. IR in, IR out, before anything else looks at the kernel. Replacements themselves keep the builtins,
// so that one can be built on the function it replaces.

import {
  accessOf,
  type Block,
  builtinSymbol,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  type Local,
  type Module,
  type Position,
  type Stmt,
} from "@lanewise/ir";
import { withBlocks, withExpressions, withOperands } from "./analysis/replace.js";
import { inlineCalls } from "./inline.js";

/** The symbols of the builtins that a kernel and its callees use. */
export function builtinsOf(module: Module, kernel: number): ReadonlySet<string> {
  const found = new Set<string>();
  for (const index of accessOf(module, kernel).functions) {
    forEachStmt(module.functions[index]?.body ?? [], (stmt) => {
      for (const expr of expressionsOf(stmt)) {
        forEachExpr(expr, (one) => {
          if (one.kind === "builtin") found.add(builtinSymbol(one.builtin, one.type));
        });
      }
    });
  }
  return found;
}

/** `replacements` maps symbols of builtins to indices of functions without other callers. */
export function replaceBuiltins(module: Module, kernel: number, replacements: ReadonlyMap<string, number>): Module {
  const reached = new Set(accessOf(module, kernel).functions);
  const standing = new Set(replacements.values());
  const functions = module.functions.map((fn, index): Fn => {
    // Inlined, so that helpers that kernels call too keep their builtins here.
    if (standing.has(index)) return { ...inlineCalls(module, fn), linkage: "internal" };
    return reached.has(index) ? rewrite(fn, replacements) : fn;
  });
  return { ...module, functions };
}

interface Rewriting {
  readonly replacements: ReadonlyMap<string, number>;
  readonly locals: Local[];
  readonly at: Position;
}

function rewrite(fn: Fn, replacements: ReadonlyMap<string, number>): Fn {
  const locals = [...fn.locals];
  const body = rewriteBlock({ replacements, locals, at: fn.at }, fn.body);
  return { ...fn, locals, body };
}

function rewriteBlock(rewriting: Rewriting, block: Block): Block {
  return block.flatMap((stmt) => {
    const before: Stmt[] = [];
    const own = withExpressions(stmt, (expr) => rewriteExpr(rewriting, expr, before));
    const whole = withBlocks(own, (one) => rewriteBlock(rewriting, one));
    // A loop's condition is evaluated in each iteration, after its header.
    return whole.kind === "loop" ? [{ ...whole, header: [...whole.header, ...before] }] : [...before, whole];
  });
}

/** Innermost first, in evaluation order. A call precedes its whole statement: if several things fail in one statement, the call fails first. */
function rewriteExpr(rewriting: Rewriting, expr: Expr, before: Stmt[]): Expr {
  const whole = withOperands(expr, (one) => rewriteExpr(rewriting, one, before));
  if (whole.kind !== "builtin") return whole;
  const { builtin, type, args } = whole;
  const replacement = rewriting.replacements.get(builtinSymbol(builtin, type));
  if (replacement === undefined) return whole;
  const result = rewriting.locals.push({ name: builtin, type }) - 1;
  before.push({ kind: "call", result, function: replacement, args, at: rewriting.at });
  return { kind: "local", type, local: result };
}

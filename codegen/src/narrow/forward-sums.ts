// Moves a sum that leaves 32 bits by a little from its local to its uses, if these are comparisons with words, or keep its low bits: `const t = x[i] + v;
// if (t > best) best = t | 0`. There, words compute it (compare-sums.ts, beyond-words.ts). Its operands stay where they were, in locals of their own.

import { type Block, build, type Expr, expressionsOf, type Fn, forEachStmt, operandsOf, type Stmt } from "@lanewise/ir";
import { collectFacts } from "../analysis/facts.js";
import { replaceInExpr, withBlocks, withExpressions } from "../analysis/replace.js";
import { Locals } from "../simplify/locals.js";
import type { Assumed } from "./assumed.js";
import { splitSum } from "./compare-sums.js";
import { findRanges, type Ranges } from "./find-ranges.js";
import { isMadeOfWords } from "./made-of-words.js";
import { fits } from "./range.js";
import type { Tables } from "./tables.js";

type OpExpr = Extract<Expr, { kind: "op" }>;

export function withForwardedSums(fn: Fn, tables: Tables, assumed?: Assumed): Fn {
  const { assignments } = collectFacts(fn);
  const sums = new Map<number, OpExpr>();
  forEachStmt(fn.body, (stmt) => {
    if (stmt.kind !== "set" || stmt.local < fn.parameters || fn.locals[stmt.local]?.isNote) return;
    const isSum = stmt.value.kind === "op" && (stmt.value.op === "add" || stmt.value.op === "sub");
    if (isSum && stmt.value.type === "f64" && assignments[stmt.local]?.length === 1) sums.set(stmt.local, stmt.value);
  });
  if (sums.size === 0) return fn;
  const ranges = findRanges(fn, assumed, tables);
  keepCompared(fn, ranges, sums);
  return sums.size === 0 ? fn : forwarded(fn, sums);
}

/** Drops what fits a word, what no words can be compared with, and what has other uses. */
function keepCompared(fn: Fn, ranges: Ranges, sums: Map<number, OpExpr>): void {
  const isWordLocal = (local: number): boolean => fits(ranges.ofLocal(local), "i32");
  const isOfWords = (expr: Expr): boolean => isMadeOfWords(expr, isWordLocal);
  const never = (expr: Expr): Expr => expr; // only asked for ranges
  const given = { rangeOf: ranges.of, isOfWords, wordOf: never, conditionOf: never };
  for (const [local, sum] of sums) {
    const range = ranges.of(sum);
    if (fits(range, "i32") || fits(range, "u32") || !splitSum(given, sum)) sums.delete(local);
  }
  const compared = new Set<number>();
  const visit = (expr: Expr, isBits: boolean): void => {
    if (expr.kind === "local") {
      if (!isBits) sums.delete(expr.local);
      return;
    }
    const { op } = expr.kind === "op" ? expr : { op: undefined };
    const [left, right] = operandsOf(expr);
    // Of an extreme, words choose the low bits.
    const isCompared = op !== undefined && (comparing.has(op) || (isBits && extremes.has(op)));
    if (isCompared && left?.type === "f64" && right) {
      for (const [one, other] of [
        [left, right],
        [right, left],
      ] as const) {
        if (one.kind === "local") compared.add(one.local);
        visit(one, fits(ranges.of(other), "i32") && isOfWords(other));
      }
      return;
    }
    for (const operand of operandsOf(expr)) visit(operand, op === "wrap" && operand.type === "f64");
  };
  forEachStmt(fn.body, (stmt) => {
    for (const expr of expressionsOf(stmt)) visit(expr, false);
  });
  // Low bits alone are words anyway.
  for (const local of sums.keys()) if (!compared.has(local)) sums.delete(local);
}

const comparing: ReadonlySet<string> = new Set(["lt", "le", "gt", "ge", "eq", "ne"]);
const extremes: ReadonlySet<string> = new Set(["min", "max"]);

function forwarded(fn: Fn, sums: ReadonlyMap<number, OpExpr>): Fn {
  const locals = new Locals(fn);
  const operands = new Map<number, OpExpr>();
  for (const [local, sum] of sums) {
    const name = fn.locals[local]?.name ?? "";
    const own = (arg: Expr): Expr => (arg.kind === "const" ? arg : build.local(locals.add(name, "f64"), "f64"));
    operands.set(local, { ...sum, args: sum.args.map(own) });
  }
  const read = (expr: Expr): Expr =>
    replaceInExpr(expr, (one) => (one.kind === "local" ? operands.get(one.local) : undefined));
  const inBlock = (block: Block): Block =>
    block.flatMap((stmt) => {
      const own = withBlocks(withExpressions(stmt, read), inBlock);
      return own.kind === "set" ? (setsOf(own, operands.get(own.local)) ?? [own]) : [own];
    });
  return { ...fn, locals: locals.all, body: inBlock(fn.body) };
}

/** The operands, each in its local, instead of their sum. */
function setsOf({ value }: Extract<Stmt, { kind: "set" }>, sum: OpExpr | undefined): readonly Stmt[] | undefined {
  if (!sum || value.kind !== "op") return undefined;
  return sum.args.flatMap((arg, index): readonly Stmt[] => {
    const operand = value.args[index];
    return arg.kind === "local" && operand ? [{ kind: "set", local: arg.local, value: operand }] : [];
  });
}

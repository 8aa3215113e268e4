// Turns private arrays of doubles that hold only 32-bit integers into arrays of words, like locals. Rule H of
// docs/decisions/0047-exact-integers.md; narrow.ts then turns the stored values into words.

import { type Block, build, type DataType, type Expr, type Fn, forEachStmt, isAggregate, refTo } from "@lanewise/ir";
import { withBlocks, withExpressions, withOperands } from "../analysis/replace.js";
import type { Ranges } from "./find-ranges.js";
import { isMadeOfWords, type Word } from "./made-of-words.js";
import { arrayOfNumber, findPrivateArrays } from "./private-arrays.js";
import { fits } from "./range.js";

export function withPrivateWords(fn: Fn, findRanges: () => Ranges): Fn {
  const doubles = [...findPrivateArrays(fn)].filter(([, type]) => type === "f64");
  if (doubles.length === 0) return fn;
  const ranges = findRanges();
  const words = new Map<number, Word>();
  for (const [local] of doubles) {
    const range = ranges.ofLocal(local);
    const word = fits(range, "i32") ? "i32" : fits(range, "u32") ? "u32" : undefined;
    if (word && !range.hasNegativeZero) words.set(local, word);
  }
  keepMadeOfWords(fn, ranges, words);
  if (words.size === 0) return fn;
  const locals = fn.locals.map((local, index) => {
    const word = words.get(index);
    return word && isAggregate(local.type) ? { ...local, type: retyped(local.type, word) } : local;
  });
  return { ...fn, locals, body: rewriteBlock(fn.body, words) };
}

/** Drops arrays whose values are computed as doubles: converting them would cost time. */
function keepMadeOfWords(fn: Fn, ranges: Ranges, words: Map<number, Word>): void {
  const isWord = (local: number): boolean => {
    const range = ranges.ofLocal(local);
    return fits(range, "i32") || fits(range, "u32");
  };
  for (let changed = words.size > 0; changed; ) {
    changed = false;
    forEachStmt(fn.body, (stmt) => {
      const local = stmt.kind === "store" ? arrayOfNumber(stmt.place) : undefined;
      if (stmt.kind !== "store" || local === undefined || !words.has(local)) return;
      if (isMadeOfWords(rewriteExpr(stmt.value, words), isWord)) return;
      words.delete(local);
      changed = true;
    });
  }
}

type Words = ReadonlyMap<number, Word>;

function rewriteBlock(block: Block, words: Words): Block {
  return block.map((stmt) => {
    const word = stmt.kind === "store" ? words.get(arrayOfNumber(stmt.place) ?? -1) : undefined;
    if (stmt.kind === "store" && word) {
      const value = build.convert("wrap", word, rewriteExpr(stmt.value, words));
      return { ...stmt, place: rewritePlace(stmt.place, words, word), value };
    }
    const own = withExpressions(stmt, (expr) => rewriteExpr(expr, words));
    return withBlocks(own, (inner) => rewriteBlock(inner, words));
  });
}

function rewriteExpr(expr: Expr, words: Words): Expr {
  const word = expr.kind === "load" ? words.get(arrayOfNumber(expr.place) ?? -1) : undefined;
  if (expr.kind !== "load" || !word) return withOperands(expr, (operand) => rewriteExpr(operand, words));
  return build.convert("convert", "f64", { ...expr, type: word, place: rewritePlace(expr.place, words, word) });
}

/** An lvalue in an array of words. */
function rewritePlace(place: Expr, words: Words, word: Word): Expr {
  const { type } = place;
  const own = typeof type === "object" && type.kind === "ref" ? refTo(retyped(type.to, word)) : type;
  // Only the type inside the reference changes.
  if (place.kind !== "element") return { ...place, type: own } as Expr;
  const base = rewritePlace(place.base, words, word);
  return { ...place, type: own, base, index: rewriteExpr(place.index, words) } as Expr;
}

function retyped(type: DataType, word: Word): DataType {
  if (typeof type === "string") return word;
  return type.kind === "array" ? { ...type, element: retyped(type.element, word) } : type;
}

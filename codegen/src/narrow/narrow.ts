// Turns doubles that hold integers into 32-bit integers: if their range fits, if only their value modulo 2^32 is used, or if they are indices. The
// front end computes plain integers as JavaScript does, as doubles; this pass decides once, before any analysis, which of them are indistinguishable
// from 32-bit integers. Decision: docs/decisions/0047-exact-integers.md.

import {
  type Block,
  build,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  type Local,
  resultOf,
  type Stmt,
} from "@lanewise/ir";
import { type Assignment, collectFacts } from "../analysis/facts.js";
import { withBlocks, withExpressions, withOperands } from "../analysis/replace.js";
import type { Assumed } from "./assumed.js";
import { comparedInWords, distanceInWords, extremeInWords, type WordsOfDoubles } from "./beyond-words.js";
import { comparedAsF32 } from "./compare-f32.js";
import { type Demand, demandOn, findDemands, INDEX, MODULAR, ZERO_SIGN } from "./demands.js";
import { type Definitions, expanded, isExpandable, readsMemory, withForwardedIndices } from "./expand.js";
import { findRanges, type Ranges } from "./find-ranges.js";
import { wrapsHarmlessly } from "./index-values.js";
import { isMadeOfWords, roundings, type Word } from "./made-of-words.js";
import { withPrivateWords } from "./private-words.js";
import { fits, hasZero, isExact, type Range } from "./range.js";
import { noTables, type Tables } from "./tables.js";
import { isModularTogether, type Together } from "./together.js";

type OpExpr = Extract<Expr, { kind: "op" }>;
type ElementExpr = Extract<Expr, { kind: "element" }>;

interface Narrowing {
  readonly ranges: Ranges;
  /** Locals that become words. */
  readonly words: ReadonlyMap<number, Word>;
  readonly definitions: Definitions;
  /** Whether an index that may wrap becomes a word. */
  readonly wrapsIndices: boolean;
}

/** Returns the function with words instead of doubles. `assumed`: permitted assumptions about a launch, to which those made are added. */
export function narrow(fn: Fn, tables: Tables, assumed?: Assumed): Fn {
  const own = withPrivateWords(fn, () => findRanges(fn, assumed, tables));
  return narrowed(withForwardedIndices(own), { assumed, tables, wrapsIndices: true });
}

/** Like `narrow`, but indices that may wrap stay doubles, for passes that move them. */
export function narrowValues(fn: Fn, tables: Tables): Fn {
  return narrowed(fn, { tables, wrapsIndices: false });
}

/** Like `narrow`, but with words for all integers, as if none were too large: for analyses that ignore overflow, never for code. */
export function narrowLoosely(fn: Fn): Fn {
  return narrowed(fn, { tables: noTables, wrapsIndices: false, isLoose: true });
}

interface Settings {
  readonly assumed?: Assumed | undefined;
  readonly tables: Tables;
  readonly wrapsIndices: boolean;
  readonly isLoose?: boolean;
}

function narrowed(fn: Fn, { assumed, tables, wrapsIndices, isLoose = false }: Settings): Fn {
  if (!fn.locals.some(({ type }) => type === "f64") && !computesDoubles(fn.body)) return fn;
  const definitions: Definitions = { facts: collectFacts(fn), isModular: (local) => modular.has(local) };
  const modular = new Set<number>();
  const ranges = findRanges(fn, assumed, tables);
  const narrowing: Narrowing = {
    ranges: isLoose ? loosely(ranges) : ranges,
    words: new Map(),
    definitions,
    wrapsIndices,
  };
  const words = findWords(fn, narrowing, modular);
  const body = narrowBlock({ ...narrowing, words }, fn.body, []);
  const locals = fn.locals.map((local, index): Local => ({ ...local, type: words.get(index) ?? local.type }));
  return { ...fn, locals, body };
}

/** Cuts the ranges of integers to those of words. */
function loosely(ranges: Ranges): Ranges {
  const most = 2 ** 31 - 1;
  const cut = (range: Range): Range =>
    range.isInteger && !range.hasNaN
      ? { ...range, low: Math.max(range.low, -most), high: Math.min(range.high, most) }
      : range;
  return { ...ranges, of: (expr) => cut(ranges.of(expr)), ofLocal: (local) => cut(ranges.ofLocal(local)) };
}

function computesDoubles(block: Block): boolean {
  let isFound = false;
  forEachStmt(block, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        isFound ||= one.type === "f64";
      });
    }
  });
  return isFound;
}

function findWords(
  fn: Fn,
  { ranges, definitions, wrapsIndices }: Narrowing,
  modular: Set<number>,
): ReadonlyMap<number, Word> {
  const words = new Map<number, Word>();
  const demands = findDemands(fn, ranges);
  const { assignments } = definitions.facts;
  const together = new Map<number, Together>();
  forEachStmt(fn.body, (stmt) => {
    if (stmt.kind === "subGroup") together.set(stmt.result, stmt);
  });
  const sets = (local: number): readonly (Expr | undefined)[] => {
    const own = assignments[local] ?? [];
    return own.length === 1 && together.has(local) ? [together.get(local)?.value] : own.map(({ value }) => value);
  };
  const candidates = [...fn.locals.keys()].filter((local) => {
    const isDouble = local >= fn.parameters && fn.locals[local]?.type === "f64";
    return isDouble && sets(local).length > 0 && sets(local).every((value) => value !== undefined);
  });
  for (const local of candidates) {
    const range = ranges.ofLocal(local);
    const demand = demands.ofLocal(local);
    if (range.hasNegativeZero && (demand & ZERO_SIGN) !== 0) continue;
    const mayBeUnsigned = wrapsIndices || !countsAlone(assignments[local] ?? []);
    const word = fits(range, "i32") ? "i32" : fits(range, "u32") && mayBeUnsigned ? "u32" : undefined;
    if (word) words.set(local, word);
    else if (demand === MODULAR && isExact(range) && isModularResult(together.get(local), ranges)) modular.add(local);
    else if (wrapsIndices && isModular(demand) && isIndexValue(fn, definitions, ranges, local, demand))
      modular.add(local);
  }
  keepUsefulOnes(words, modular, demands.ofLocal, sets);
  // Modular indices are computed again where they are checked.
  for (let changed = true; changed; ) {
    changed = false;
    for (const local of modular) {
      if ((demands.ofLocal(local) & INDEX) === 0 || isExpandable(definitions, local)) continue;
      modular.delete(local);
      changed = true;
    }
  }
  for (const local of modular) words.set(local, "i32");
  return words;
}

/**
 * Whether a local is a counter of loops in which no work-items meet. It waits for the last pass: its last step may leave the i32s, but does not where
 * sizes are limited. A counter of others is handed from one region of a work-group's code to the next, as what it is now.
 */
function countsAlone(assignments: readonly Assignment[]): boolean {
  const loops = new Set(assignments.flatMap((one) => one.loops));
  let meets = false;
  forEachStmt([...loops], ({ kind }) => {
    meets ||= kind === "barrier";
  });
  return loops.size > 0 && !meets;
}

function isModularResult(stmt: Together | undefined, ranges: Ranges): boolean {
  return !stmt || isModularTogether(stmt, ranges.of(stmt.value));
}

/** Whether an index may use this local modulo 2^32, because its value may be computed so (index-values.ts). */
function isIndexValue(fn: Fn, { facts }: Definitions, ranges: Ranges, local: number, demand: Demand): boolean {
  if ((demand & MODULAR) !== 0 && !isExact(ranges.ofLocal(local))) return false;
  const [only, ...others] = facts.assignments[local] ?? [];
  return only?.value !== undefined && others.length === 0 && wrapsHarmlessly(fn, facts, ranges, only.value);
}

const isModular = (demand: Demand): boolean => demand !== 0 && (demand & ~(MODULAR | INDEX)) === 0;

/** Drops words that are not needed as words and are computed from doubles. */
function keepUsefulOnes(
  words: Map<number, Word>,
  modular: ReadonlySet<number>,
  demandOf: (local: number) => Demand,
  sets: (local: number) => readonly (Expr | undefined)[],
): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const local of words.keys()) {
      const isWanted = (demandOf(local) & (MODULAR | INDEX)) !== 0;
      const isWord = (one: number) => words.has(one) || modular.has(one);
      if (isWanted || sets(local).every((value) => value && isMadeOfWords(value, isWord))) continue;
      words.delete(local);
      changed = true;
    }
  }
}

// Statements

function narrowBlock(narrowing: Narrowing, block: Block, bodies: readonly Stmt[]): Block {
  return block.map((stmt) => narrowStmt(narrowing, stmt, bodies));
}

function narrowStmt(narrowing: Narrowing, stmt: Stmt, bodies: readonly Stmt[]): Stmt {
  const { words } = narrowing;
  const result = resultOf(stmt);
  const word = result === undefined ? undefined : words.get(result);
  const isIndex = stmt.kind === "set" && narrowing.definitions.isModular(stmt.local);
  const own = withExpressions(stmt, (expr) => {
    if (isIndex) return indexWordOf(narrowing, expr);
    const isValue = stmt.kind === "set" || (stmt.kind === "subGroup" && expr === stmt.value);
    return word && isValue ? wordOf(narrowing, expr, word) : narrowExpr(narrowing, expr, true);
  });
  if (own.kind !== "loop") return withBlocks(own, (block) => narrowBlock(narrowing, block, bodies));
  return {
    ...own,
    header: narrowBlock(narrowing, own.header, bodies),
    body: narrowBlock(narrowing, own.body, [...bodies, stmt]),
    update: narrowBlock(narrowing, own.update, bodies),
  };
}

// Expressions

/** Narrows inside an expression, which keeps its type. `hasSign`: the sign of a zero matters. */
function narrowExpr(narrowing: Narrowing, expr: Expr, hasSign: boolean): Expr {
  const word = expr.type === "f64" ? fittingWord(narrowing, expr, hasSign) : undefined;
  return word ? build.convert("convert", "f64", wordOf(narrowing, expr, word)) : narrowBelow(narrowing, expr, hasSign);
}

/** Narrows the operands of an expression that stays a double. */
function narrowBelow(narrowing: Narrowing, expr: Expr, hasSign: boolean): Expr {
  if (expr.kind === "local") return readAsDouble(narrowing, expr);
  if (expr.kind === "element") return narrowElement(narrowing, expr);
  if (expr.kind === "op") return narrowOp(narrowing, expr, hasSign);
  return withOperands(expr, (operand) => narrowExpr(narrowing, operand, true));
}

/** The word type for a double that is computed from words. */
function fittingWord({ ranges, words }: Narrowing, expr: Expr, hasSign: boolean): Word | undefined {
  if (expr.kind !== "op" && expr.kind !== "builtin") return undefined;
  if (expr.kind === "op" && expr.op === "convert") return undefined;
  if (!isMadeOfWords(expr, (local) => words.has(local))) return undefined;
  const range = ranges.of(expr);
  if (range.hasNegativeZero && hasSign) return undefined;
  return fits(range, "i32") ? "i32" : fits(range, "u32") ? "u32" : undefined;
}

function readAsDouble({ words }: Narrowing, expr: Extract<Expr, { kind: "local" }>): Expr {
  const word = expr.type === "f64" ? words.get(expr.local) : undefined;
  return word ? build.convert("convert", "f64", build.local(expr.local, word)) : expr;
}

function narrowOp(narrowing: Narrowing, expr: OpExpr, hasSign: boolean): Expr {
  const { op, args, type } = expr;
  const [first, second] = args;
  if (first?.type === "f64" && second === undefined) {
    if (op === "wrap" && (type === "i32" || type === "u32")) return wrapped(narrowing, first, type);
    if (op === "saturate" && type === "i32" && isWord(narrowing, first, "i32")) return wordOf(narrowing, first, "i32");
    if (op === "saturate" && type === "u32" && isWord(narrowing, first, "u32")) return wordOf(narrowing, first, "u32");
    if (op === "index") return indexOf(narrowing, first);
    if (op === "convert" && type === "f32") return roundedToF32(narrowing, first, hasSign);
  }
  if (type === "bool" && first?.type === "f64" && second) return compared(narrowing, expr, first, second);
  const demand = hasSign ? ZERO_SIGN : 0;
  return {
    ...expr,
    args: args.map((arg, index) => narrowExpr(narrowing, arg, (demandOn(expr, index, demand) & ZERO_SIGN) !== 0)),
  };
}

function wordsOf(narrowing: Narrowing): WordsOfDoubles {
  return {
    rangeOf: narrowing.ranges.of,
    wordOf: (expr, word) => wordOf(narrowing, expr, word),
    isOfWords: (expr) => isMadeOfWords(expr, (local) => narrowing.words.has(local)),
    conditionOf: (expr) => narrowExpr(narrowing, expr, false),
  };
}

function isWord({ ranges, words }: Narrowing, expr: Expr, word: Word): boolean {
  return isMadeOfWords(expr, (local) => words.has(local)) && fits(ranges.of(expr), word);
}

/** A 32-bit integer is rounded only once, too. */
function roundedToF32(narrowing: Narrowing, value: Expr, hasSign: boolean): Expr {
  const signMatters = hasSign && narrowing.ranges.of(value).hasNegativeZero;
  const word = (["i32", "u32"] as const).find((one) => !signMatters && isWord(narrowing, value, one));
  if (word) return build.convert("convert", "f32", wordOf(narrowing, value, word));
  return build.convert("convert", "f32", narrowExpr(narrowing, value, hasSign));
}

function compared(narrowing: Narrowing, expr: OpExpr, left: Expr, right: Expr): Expr {
  // Truthiness is |a| > 0.
  const [magnitude] = left.kind === "op" && left.op === "abs" ? left.args : [];
  const isTruth = expr.op === "gt" && right.kind === "const" && right.value === 0;
  const truth = (["i32", "u32"] as const).find((one) => isTruth && magnitude && isWord(narrowing, magnitude, one));
  if (truth && magnitude) return build.op("ne", wordOf(narrowing, magnitude, truth), build.constant(truth, 0));
  const word = (["i32", "u32"] as const).find((one) => [left, right].every((side) => isWord(narrowing, side, one)));
  if (word) return { ...expr, args: [left, right].map((side) => wordOf(narrowing, side, word)) };
  // The last pass, which may know limits, decides about what leaves the words.
  const inWords = narrowing.wrapsIndices && comparedInWords(wordsOf(narrowing), expr.op, left, right);
  if (inWords) return inWords;
  const sides = [left, right].map((side) => narrowExpr(narrowing, side, false));
  return comparedAsF32({ ...expr, args: sides });
}

/** The value modulo 2^32. */
function wrapped(narrowing: Narrowing, value: Expr, word: Word): Expr {
  const { ranges } = narrowing;
  const divided = value.kind === "op" && roundings.has(value.op) && value.op !== "nearest" ? value.args[0] : value;
  const [a, b] = divided?.kind === "op" && divided.op === "div" ? divided.args : [];
  // Division truncates, like wrapping; by zero, both give 0.
  const isTruncated = divided === value || (value.kind === "op" && value.op === "trunc");
  if (a && b && isTruncated) {
    const of = (["i32", "u32"] as const).find((one) => isWord(narrowing, a, one) && isWord(narrowing, b, one));
    if (of) return build.convert("wrap", word, build.op("div", wordOf(narrowing, a, of), wordOf(narrowing, b, of)));
  }
  const isRemainder = value.kind === "op" && value.op === "rem";
  if (isRemainder) {
    const of = (["i32", "u32"] as const).find((one) => value.args.every((arg) => isWord(narrowing, arg, one)));
    const [x, y] = value.args;
    // NaN becomes 0, like a word's remainder by 0.
    if (of && x && y)
      return build.convert("wrap", word, build.op("rem", wordOf(narrowing, x, of), wordOf(narrowing, y, of)));
  }
  return ranges.of(value).isInteger
    ? wordOf(narrowing, value, word)
    : build.convert("wrap", word, narrowExpr(narrowing, value, false));
}

/** A word that equals the integer modulo 2^32, and exactly if it fits. */
function wordOf(narrowing: Narrowing, expr: Expr, word: Word): Expr {
  const { words, ranges } = narrowing;
  const again = (value: Expr): Expr => wordOf(narrowing, value, word);
  if (expr.kind === "const") {
    const value = Number(expr.value);
    return build.constant(word, word === "i32" ? value | 0 : value >>> 0);
  }
  if (expr.kind === "local") {
    const own = words.get(expr.local);
    return own ? build.convert("wrap", word, build.local(expr.local, own)) : build.convert("wrap", word, expr);
  }
  if (expr.kind === "builtin" && expr.builtin === "round" && expr.args[0] && ranges.of(expr.args[0]).isInteger) {
    return again(expr.args[0]);
  }
  if (expr.kind === "op") {
    const found = wordOfOp(narrowing, expr, word, again);
    if (found) return found;
  }
  return build.convert("wrap", word, narrowBelow(narrowing, expr, false));
}

function wordOfOp(narrowing: Narrowing, expr: OpExpr, word: Word, again: (value: Expr) => Expr): Expr | undefined {
  const { ranges } = narrowing;
  const { op, args } = expr;
  const [first, second, third] = args;
  if (!first) return undefined;
  switch (op) {
    case "convert":
      if (first.type === "bool") return build.convert("convert", word, narrowExpr(narrowing, first, false));
      if (first.type !== "i32" && first.type !== "u32") return undefined;
      return build.convert("wrap", word, narrowExpr(narrowing, first, false));
    case "add":
    case "sub":
    case "mul":
      if (!second || !isExact(ranges.of(expr)) || ![first, second].every((one) => isExact(ranges.of(one))))
        return undefined;
      return build.op(op, again(first), again(second));
    case "neg":
      return isExact(ranges.of(first)) ? build.op("sub", build.constant(word, 0), again(first)) : undefined;
    case "select":
      return second && third
        ? build.op("select", narrowExpr(narrowing, first, false), again(second), again(third))
        : undefined;
    case "floor":
    case "ceil":
    case "trunc":
    case "nearest":
      return wordOfRounding(narrowing, expr, first, word, again);
    case "min":
    case "max":
    case "abs":
    case "rem": {
      const of = (["i32", "u32"] as const).find((one) => args.every((arg) => fits(ranges.of(arg), one)));
      if (!of) {
        if (!narrowing.wrapsIndices) return undefined;
        const given = wordsOf(narrowing);
        return op === "abs" ? distanceInWords(given, first, word) : extremeInWords(given, expr, word);
      }
      if (op === "rem" && (!second || hasZero(ranges.of(second)))) return undefined;
      const words = args.map((arg) => wordOf(narrowing, arg, of));
      return build.convert("wrap", word, build.op(op, ...words));
    }
    default:
      return undefined;
  }
}

function wordOfRounding(
  narrowing: Narrowing,
  { op }: OpExpr,
  value: Expr,
  word: Word,
  again: (value: Expr) => Expr,
): Expr | undefined {
  const { ranges } = narrowing;
  if (ranges.of(value).isInteger) return again(value);
  const [a, b] = value.kind === "op" && value.op === "div" && (op === "floor" || op === "trunc") ? value.args : [];
  if (!a || !b || hasZero(ranges.of(b))) return undefined;
  const of = (["i32", "u32"] as const).find((one) => fits(ranges.of(a), one) && fits(ranges.of(b), one));
  if (!of) return undefined;
  // Both round alike where nothing is negative.
  const isPositive = ranges.of(a).low >= 0 && ranges.of(b).low >= 0;
  const division = op === "floor" && !isPositive ? "floordiv" : "div";
  const quotient = build.op(division, wordOf(narrowing, a, of), wordOf(narrowing, b, of));
  return build.convert("wrap", word, quotient);
}

// Indices

function indexOf(narrowing: Narrowing, value: Expr): Expr {
  const word = fits(narrowing.ranges.of(value), "i32") ? wordOf(narrowing, value, "i32") : undefined;
  // Where indices stay doubles, one behind a check does, too: by `wrap`, later passes would think that its variable is no index.
  if (word && (narrowing.wrapsIndices || !wrapsLocal(word))) return word;
  const double = narrowExpr(narrowing, value, false);
  const [single] = double.kind === "op" && double.op === "convert" ? double.args : [];
  return build.convert("index", "i32", single?.type === "f32" ? single : double);
}

function wrapsLocal(word: Expr): boolean {
  if (word.kind !== "op") return false;
  const [first] = word.args;
  return (word.op === "wrap" && first?.kind === "local" && first.type === "f64") || word.args.some(wrapsLocal);
}

/** Computes an index that may wrap as a word, and again as a double for its check. */
function narrowElement(narrowing: Narrowing, expr: ElementExpr): Expr {
  const base = narrowExpr(narrowing, expr.base, true);
  const { ranges, definitions } = narrowing;
  const value = expr.index.kind === "op" && expr.index.op === "index" ? expr.index.args[0] : undefined;
  const { facts } = definitions;
  const isWrapping = narrowing.wrapsIndices && value?.type === "f64" && !fits(ranges.of(value), "i32");
  const isFit = isWrapping && isMadeOfWords(value, (local) => narrowing.words.has(local)) && !readsMemory(value);
  if (!isFit || !wrapsHarmlessly(facts.fn, facts, ranges, value)) {
    return { ...expr, base, index: narrowExpr(narrowing, expr.index, false) };
  }
  const exact = build.convert("index", "i32", narrowExpr(narrowing, expanded(definitions, value), false));
  return { ...expr, base, index: indexWordOf(narrowing, value), exact };
}

/** The value modulo 2^32 of an expression that `wrapsHarmlessly` accepts. */
function indexWordOf(narrowing: Narrowing, expr: Expr): Expr {
  const { op } = expr.kind === "op" ? expr : { op: undefined };
  if (expr.kind !== "op" || (op !== "add" && op !== "sub" && op !== "mul" && op !== "neg" && op !== "select")) {
    return wordOf(narrowing, expr, "i32");
  }
  const [first, second, third] = expr.args;
  if (!first) return wordOf(narrowing, expr, "i32");
  const again = (value: Expr) => indexWordOf(narrowing, value);
  if (op === "neg") return build.op("sub", build.constant("i32", 0), again(first));
  if (op === "select" && second && third)
    return build.op("select", narrowExpr(narrowing, first, false), again(second), again(third));
  return second && op !== "select" ? build.op(op, again(first), again(second)) : wordOf(narrowing, expr, "i32");
}

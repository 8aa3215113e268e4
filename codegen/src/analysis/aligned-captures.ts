// What captured numbers and constants make alike in every gang: `t >> e` is the same for a gang of 8 if e is 3 or more, and `t & (s - 1)` follows t if s is a
// multiple of 8, as stages of a Fourier transform, of a sorting network or of a picture in one dimension have it. What captured numbers are is
// known at the launch, so the kernel has a second program for launches where it holds (gang-kernel.ts). aligned.ts finds what holds in any.

import { type Expr, type Op, operandsOf } from "@lanewise/ir";
import { type Analysed, alignedShapes } from "./analyse.js";
import { forEachPlacedExpr } from "./assumptions.js";
import type { Facts } from "./facts.js";
import type { Alignment } from "./shapes.js";

/** What a captured number, or what is computed of such, has to be; g is the size of the gang. */
export interface CaptureCondition {
  readonly operand: Expr;
  /**
   * A multiple of g that is not below zero, so that what it gives is not either, whose quotients and remainders would round the other way; a multiple
   * above zero; one less than a multiple; a shift by log2 g or more, modulo 32.
   */
  readonly kind: "multiple" | "positiveMultiple" | "ones" | "shift";
}

export interface AlignedCaptures {
  readonly analysed: Analysed;
  readonly conditions: readonly CaptureCondition[];
}

type OpExpr = Extract<Expr, { kind: "op" }>;

interface Rule {
  readonly alignment: Alignment;
  readonly kind: CaptureCondition["kind"];
  /** Whether the captured number may stand on the left. */
  readonly commutes?: true;
}

/** Of a value that grows by one from a multiple of g on. */
const rules: Partial<Record<Op, Rule>> = {
  div: { alignment: "same", kind: "positiveMultiple" },
  floordiv: { alignment: "same", kind: "positiveMultiple" },
  rem: { alignment: "follows", kind: "positiveMultiple" },
  shr: { alignment: "same", kind: "shift" },
  and: { alignment: "follows", kind: "ones", commutes: true },
  or: { alignment: "follows", kind: "multiple", commutes: true },
  xor: { alignment: "follows", kind: "multiple", commutes: true },
};

/** The kernel as it is where the conditions hold; undefined where no element's index gains by it. */
export function findAlignedCaptures(analysed: Analysed): AlignedCaptures | undefined {
  const { facts, gangShape } = analysed;
  if (gangShape !== "rows") return undefined;
  const search: Search = { facts, aligned: new Map(), conditions: [], seen: new Set() };
  const indices: Expr[] = [];
  forEachPlacedExpr(facts, (expr) => {
    if (expr.kind !== "element" || analysed.shapes.of(expr.index).kind !== "varying") return;
    indices.push(expr.index);
    alignIn(search, expr.index, 0);
  });
  if (search.aligned.size === 0) return undefined;
  const made = alignedShapes(analysed, search.aligned);
  const gains = indices.some((index) => made.shapes.of(index).kind !== "varying");
  return gains ? { analysed: made, conditions: search.conditions } : undefined;
}

interface Search {
  readonly facts: Facts;
  readonly aligned: Map<Expr, Alignment>;
  readonly conditions: CaptureCondition[];
  /** Locals whose values have been looked at. */
  readonly seen: Set<number>;
}

const MAX_DEPTH = 16;

/** Looks at an index, and at what it is computed from; what lies deeper first. */
function alignIn(search: Search, expr: Expr, depth: number): void {
  if (depth > MAX_DEPTH) return;
  if (expr.kind === "local" && !search.seen.has(expr.local)) {
    search.seen.add(expr.local);
    for (const { value } of search.facts.assignments[expr.local] ?? []) if (value) alignIn(search, value, depth + 1);
  }
  if (expr.kind !== "op") return;
  for (const operand of operandsOf(expr)) alignIn(search, operand, depth + 1);
  align(search, expr);
}

function align(search: Search, expr: OpExpr): void {
  const rule = expr.type === "i32" && !search.aligned.has(expr) ? rules[expr.op] : undefined;
  const [left, right] = expr.args;
  if (!rule || !left || !right) return;
  const isSwapped = rule.commutes === true && !beginsAtMultiple(search, left, 0);
  const [value, by] = isSwapped ? [right, left] : [left, right];
  if (by.type !== "i32" || !beginsAtMultiple(search, value, 0)) return;
  const operand = capturedOf(search.facts, by, 0);
  if (!operand || (operand.kind === "const" && !suits[rule.kind](Number(operand.value)))) return;
  search.aligned.set(expr, rule.alignment);
  if (operand.kind !== "const") search.conditions.push({ operand, kind: rule.kind });
}

const LARGEST = 16;
/** Whether a constant is what it has to be for gangs of all sizes. */
const suits: Readonly<Record<CaptureCondition["kind"], (constant: number) => boolean>> = {
  multiple: (constant) => constant >= 0 && constant % LARGEST === 0,
  positiveMultiple: (constant) => constant > 0 && constant % LARGEST === 0,
  ones: (constant) => (constant & (LARGEST - 1)) === LARGEST - 1,
  shift: (constant) => (constant & 31) >= Math.log2(LARGEST),
};

/** The innermost index, or what follows it: its first in a gang is a multiple of the gang. */
function beginsAtMultiple({ facts, aligned }: Pick<Search, "facts" | "aligned">, expr: Expr, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  if (expr.kind === "query") return expr.query === "globalId" && expr.dimension === facts.fn.dimensions - 1;
  if (expr.kind !== "local") return aligned.get(expr) === "follows";
  const value = definitionOf(facts, expr.local);
  return value !== undefined && beginsAtMultiple({ facts, aligned }, value, depth + 1);
}

/** Operations that cannot fail. */
const steady: ReadonlySet<Op> = new Set<Op>([
  ...(["add", "sub", "mul", "neg", "shl", "shr", "and", "or", "xor", "not", "min", "max"] as const),
  ...(["wrap", "convert", "reinterpret"] as const),
]);

/** The expression in captured numbers alone; undefined if it is of others. */
function capturedOf(facts: Facts, expr: Expr, depth: number): Expr | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (expr.kind === "const") return expr;
  if (expr.kind === "local") {
    const isCaptured = expr.local < facts.fn.parameters && facts.assignments[expr.local]?.length === 0;
    const value = isCaptured ? undefined : definitionOf(facts, expr.local);
    return isCaptured ? expr : value && capturedOf(facts, value, depth + 1);
  }
  if (expr.kind !== "op" || !steady.has(expr.op)) return undefined;
  const args = expr.args.map((one) => capturedOf(facts, one, depth + 1));
  const known = args.filter((one) => one !== undefined);
  return known.length === args.length ? { ...expr, args: known } : undefined;
}

/** The only value that is ever assigned to a local. */
function definitionOf({ assignments, fn }: Facts, local: number): Expr | undefined {
  const [only, ...others] = assignments[local] ?? [];
  return local >= fn.parameters && others.length === 0 ? only?.value : undefined;
}

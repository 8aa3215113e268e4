// Reads indices as sums of the work-item's index in each dimension, with numbers for everything else: the launch's values are known here. Two
// accesses with the same sum touch the same element. Any other index is undefined: unknown.

import { type Expr, type Fn, isValueScalar, type Stmt } from "@lanewise/ir";
import { assignmentsIn } from "../simplify/locals.js";
import { constantCounters, type Interval } from "./constant-counters.js";

/** A launch's value for a parameter. Arrays with the same number have the same elements. */
export type KnownParameter =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "array"; readonly array: number; readonly length: number }
  | { readonly kind: "other" };

/** The sizes of the range, outermost first, 1 if unused. */
export type Sizes = readonly [number, number, number];

/** `factors` times the index in each dimension, plus a value from `low` to `high`. */
interface AffineIndex extends Interval {
  readonly factors: readonly [number, number, number];
}

/** Elements `scale * linear id` plus a value from `low` to `high`; with a scale of 0 they are the same for all work-items. */
export interface LinearIndex extends Interval {
  readonly scale: number;
}

/** Reads the indices of one function. */
export interface IndexReader {
  readonly linear: (index: Expr) => LinearIndex | undefined;
  /** The parameters whose values have been used so far. */
  readonly asked: ReadonlySet<number>;
}

const MAX_DEPTH = 32;
const LIMIT = 2 ** 31;

export function indexReader(fn: Fn, parameters: readonly KnownParameter[], sizes: Sizes): IndexReader {
  const asked = new Set<number>();
  const [assignments, counters] = [assignmentsIn(fn.body), constantCounters(fn)];
  const reading: Reading = { fn, parameters, sizes, assignments, counters, asked };
  return {
    asked,
    linear: (index) => {
      const affine = affineOf(reading, index, 0);
      return affine && linearOf(affine, sizes);
    },
  };
}

interface Reading {
  readonly fn: Fn;
  readonly parameters: readonly KnownParameter[];
  readonly sizes: Sizes;
  readonly assignments: ReadonlyMap<number, readonly Stmt[]>;
  readonly counters: ReadonlyMap<number, Interval>;
  readonly asked: Set<number>;
}

const number = (value: number): AffineIndex => ({ factors: [0, 0, 0], low: value, high: value });

/** Modulo 2^32, as i32 and u32 compute; for a double that is an index, the number itself. */
function affineOf(reading: Reading, expr: Expr, depth: number): AffineIndex | undefined {
  if (depth > MAX_DEPTH || (expr.type !== "i32" && expr.type !== "u32" && expr.type !== "f64")) return undefined;
  switch (expr.kind) {
    case "const":
      return typeof expr.value === "number" ? number(expr.value) : undefined;
    case "query":
      return ofQuery(reading, expr);
    case "local":
      return ofLocal(reading, expr.local, depth);
    case "length":
      return ofLength(reading, expr.span);
    case "op":
      return ofOp(reading, expr, depth + 1);
    default:
      return undefined;
  }
}

function ofQuery({ sizes }: Reading, { query, dimension }: Extract<Expr, { kind: "query" }>): AffineIndex | undefined {
  if (query === "globalSize") return number(sizes[dimension]);
  if (query !== "globalId") return undefined;
  return { factors: [dimension === 0 ? 1 : 0, dimension === 1 ? 1 : 0, dimension === 2 ? 1 : 0], low: 0, high: 0 };
}

/** A local with one value has it wherever it is read: the verifier has checked that its `set` leads there. */
function ofLocal(reading: Reading, local: number, depth: number): AffineIndex | undefined {
  const { fn, parameters, assignments, counters, asked } = reading;
  const [only, ...others] = assignments.get(local) ?? [];
  if (local < fn.parameters) {
    const known = parameters[local];
    if (only || known?.kind !== "number") return undefined;
    asked.add(local);
    return number(known.value);
  }
  const counter = counters.get(local);
  if (counter) return { factors: [0, 0, 0], ...counter };
  return only?.kind === "set" && others.length === 0 ? affineOf(reading, only.value, depth + 1) : undefined;
}

function ofLength({ fn, parameters, assignments }: Reading, span: Expr): AffineIndex | undefined {
  if (span.kind !== "local" || span.local >= fn.parameters || assignments.has(span.local)) return undefined;
  const known = parameters[span.local];
  return known?.kind === "array" ? number(known.length) : undefined;
}

function ofOp(reading: Reading, { op, args }: Extract<Expr, { kind: "op" }>, depth: number): AffineIndex | undefined {
  const [first, second] = args;
  const a = first && isValueScalar(first.type) ? affineOf(reading, first, depth) : undefined;
  if (!a) return undefined;
  if (op === "neg") return scaled(a, -1);
  if (op === "reinterpret" || op === "wrap" || op === "convert" || op === "index") return a;
  const b = second && affineOf(reading, second, depth);
  if (!b) return undefined;
  switch (op) {
    case "add":
      return sum(a, b);
    case "sub":
      return sum(a, scaled(b, -1));
    case "mul":
      return isNumber(b) ? scaled(a, b.low) : isNumber(a) ? scaled(b, a.low) : undefined;
    case "shl":
      return isNumber(b) ? scaled(a, 2 ** (b.low & 31)) : undefined;
    default:
      return undefined;
  }
}

const isNumber = ({ factors, low, high }: AffineIndex) => low === high && factors.every((factor) => factor === 0);

function sum(a: AffineIndex | undefined, b: AffineIndex | undefined): AffineIndex | undefined {
  if (!a || !b) return undefined;
  const [x, y, z] = a.factors;
  const [u, v, w] = b.factors;
  return checked({ factors: [x + u, y + v, z + w], low: a.low + b.low, high: a.high + b.high });
}

function scaled({ factors: [x, y, z], low, high }: AffineIndex, by: number): AffineIndex | undefined {
  const ends = [low * by, high * by];
  return checked({ factors: [x * by, y * by, z * by], low: Math.min(...ends), high: Math.max(...ends) });
}

/** Larger numbers might not be exact. */
function checked(index: AffineIndex): AffineIndex | undefined {
  return [...index.factors, index.low, index.high].every((value) => Math.abs(value) <= 2 ** 40) ? index : undefined;
}

/** The index as a multiple of the linear id; undefined if it is not one, or if it could wrap around. */
function linearOf({ factors, low, high }: AffineIndex, sizes: Sizes): LinearIndex | undefined {
  const weights = [sizes[1] * sizes[2], sizes[2], 1] as const;
  const counted = ([2, 1, 0] as const).filter((dimension) => sizes[dimension] > 1);
  const [last] = counted;
  if (last === undefined) return within({ scale: 0, low, high }, 1);
  const scale = factors[last] / weights[last];
  if (!counted.every((dimension) => factors[dimension] === scale * weights[dimension])) return undefined;
  return within({ scale, low, high }, sizes[0] * sizes[1] * sizes[2]);
}

function within(index: LinearIndex, total: number): LinearIndex | undefined {
  const last = index.scale * (total - 1);
  const ends = [index.low, index.high, index.low + last, index.high + last];
  return ends.every((value) => value >= -LIMIT && value < LIMIT) ? index : undefined;
}

// Finds the range of every local of a function without calls: a fixed point over all its assignments, whose growing bounds climb a ladder. Conditions
// narrow a range where they hold: in the body of a loop, its counter is below the bound. A sum grows by as much as the loop's iteration count allows.

import { type DataType, type Expr, type Fn, isScalar, resultOf } from "@lanewise/ir";
import type { Loop } from "../analysis/facts.js";
import type { Assumed } from "./assumed.js";
import { type RangeContext, rangeOf } from "./expression-ranges.js";
import { assignsIn, type Bound, boundsIn, forEachPlaced, forEachPlacedStmt, nowhere, type Place } from "./places.js";
import { arrayOfNumber, findPrivateArrays, type PrivateArrays, stepOfNumber } from "./private-arrays.js";
import {
  anything,
  common,
  fits,
  integers,
  isSameRange,
  isWithin,
  type Range,
  sum,
  typeRange,
  union,
  widened,
} from "./range.js";
import { stepOf, uses } from "./step-of.js";
import { noTables, type Tables } from "./tables.js";
import { rangeTogether, type Together } from "./together.js";

interface Assigned {
  /** Undefined if the value is not an expression. */
  readonly value: Expr | undefined;
  readonly together: Together | undefined;
  readonly place: Place;
}

export interface Ranges {
  /** The range of an expression, at its position in the function. */
  readonly of: (expr: Expr) => Range;
  readonly ofLocal: (local: number) => Range;
  /** The most iterations of a loop; Infinity if unknown. */
  readonly roundsOf: (loop: Loop) => number;
}

/** Iterations of the fixed point before widening starts. */
const EXACT_ROUNDS = 3;
const MOST_ROUNDS = 60;
/** Rounds after it that take back what widening has added: any values within the ranges assign only values within them. */
const SHARPENING_ROUNDS = 2;

export function findRanges(fn: Fn, assumed: Assumed | undefined, tables: Tables = noTables): Ranges {
  const arrays = findPrivateArrays(fn);
  const assigned = collectAssigned(fn, arrays);
  const placeOf = new Map<Expr, Place>();
  const known: (Range | undefined)[] = fn.locals.map((_, local) =>
    local < fn.parameters ? initialRange(fn, local) : undefined,
  );
  const definitionOf = (local: number): Expr | undefined => {
    const [only, ...others] = local < fn.parameters || arrays.has(local) ? [] : (assigned.get(local) ?? []);
    return others.length === 0 ? only?.value : undefined;
  };
  // Each round asks at the same places again.
  const contexts = new Map<Place["bounds"], RangeContext>();
  const contextAt = ({ bounds }: Place): RangeContext => {
    const context = contexts.get(bounds) ?? contextOf(bounds);
    contexts.set(bounds, context);
    return context;
  };
  const contextOf = (bounds: Place["bounds"]): RangeContext => ({
    assumed,
    tables,
    parameters: fn.parameters,
    rangeOfArray: (local) => (arrays.has(local) ? (known[local] ?? bottom) : undefined),
    definitionOf,
    isAssigned: (local) => assigned.has(local),
    anywhere: () => contextAt(nowhere),
    rangeOfLocal: (local, type) => {
      const whole = known[local] ?? (fn.locals[local]?.type === type ? bottom : anything);
      let range = whole;
      for (const bound of bounds) if (bound.local === local) range = bounded(range, bound, contextAt(nowhere));
      return range;
    },
  });
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let changed = false;
    for (const [local, all] of assigned) {
      const before = known[local];
      const number = arrays.get(local);
      const found = number ? rangeOfStored(number, local, all, contextAt) : rangeOfAssigned(fn, local, all, contextAt);
      if (!found) continue;
      const joined = before ? union(before, found) : found;
      if (before && isSameRange(before, joined)) continue;
      known[local] = before && round >= EXACT_ROUNDS ? widened(before, joined) : joined;
      changed = true;
    }
    if (!changed) break;
    if (round === MOST_ROUNDS - 1) known.fill(anything);
  }
  for (let round = 0; round < SHARPENING_ROUNDS; round++) {
    for (const [local, all] of assigned) {
      if (local < fn.parameters || arrays.has(local)) continue;
      const [before, found] = [known[local], rangeOfAssigned(fn, local, all, contextAt)];
      if (before && found) known[local] = common(before, found);
    }
  }
  // A node that occurs twice gets no conditions.
  forEachPlaced(fn.body, (expr, place) => placeOf.set(expr, placeOf.has(expr) ? nowhere : place));
  return {
    of: (expr) => rangeOf(contextAt(placeOf.get(expr) ?? nowhere), expr),
    ofLocal: (local) => known[local] ?? anything,
    roundsOf: (loop) => roundsOf(loop, contextAt(nowhere)),
  };
}

/**
 * The ranges of expressions wherever they are computed: no condition narrows them, because a work-item that a condition excludes computes them, too.
 * So only a local that is assigned once has more than its type's range.
 */
export function rangesAnywhere(fn: Fn, tables: Tables): (expr: Expr) => Range {
  const assigned = collectAssigned(fn, new Map());
  const definitionOf = (local: number): Expr | undefined => {
    const [only, ...others] = local < fn.parameters ? [] : (assigned.get(local) ?? []);
    return others.length === 0 ? only?.value : undefined;
  };
  const known = new Map<number, Range>();
  const context: RangeContext = {
    assumed: undefined,
    // What a work-item does not load is 0.
    tables: (global) => {
      const range = tables(global);
      return range && union(range, integers(0, 0));
    },
    parameters: fn.parameters,
    rangeOfArray: () => undefined,
    definitionOf,
    isAssigned: (local) => assigned.has(local),
    anywhere: () => context,
    rangeOfLocal: (local, type) => {
      const found = known.get(local);
      if (found) return found;
      // Of a value that depends on itself.
      known.set(local, typeRange(type));
      const definition = definitionOf(local);
      if (definition) known.set(local, rangeOf(context, definition));
      return known.get(local) ?? typeRange(type);
    },
  };
  return (expr) => rangeOf(context, expr);
}

/** The range of an array that nothing has been stored to yet. */
const bottom: Range = { low: 0, high: 0, isInteger: true, hasNaN: false, hasNegativeZero: false };

function initialRange({ locals }: Fn, local: number): Range {
  const type = locals[local]?.type;
  return type !== undefined && isScalar(type) ? typeRange(type) : anything;
}

function rangeOfAssigned(
  fn: Fn,
  local: number,
  all: readonly Assigned[],
  contextAt: (place: Place) => RangeContext,
): Range | undefined {
  const summed = rangeOfSum(fn, local, all, contextAt);
  let found: Range | undefined;
  for (const { value, together, place } of all) {
    const range = value ? rangeOf(contextAt(place), value) : rangeOfResult(fn, local, together, contextAt(place));
    found = found ? union(found, range) : range;
  }
  if (!found || !summed) return found;
  // Both are true. The initial value may be -0; a sum never is.
  const { hasNegativeZero } = found;
  return { ...summed, low: Math.max(found.low, summed.low), high: Math.min(found.high, summed.high), hasNegativeZero };
}

function rangeOfResult(fn: Fn, local: number, together: Together | undefined, context: RangeContext): Range {
  const whole = initialRange(fn, local);
  const { type } = together?.value ?? {};
  if (!together || (type !== "f64" && type !== "i32" && type !== "u32")) return whole;
  const found = rangeTogether(together, rangeOf(context, together.value));
  return type === "f64" || isWithin(found, whole) ? found : whole;
}

/** The range of a local that is set once and then only added to, in loops with known iteration counts. */
function rangeOfSum(
  { locals }: Fn,
  local: number,
  all: readonly Assigned[],
  contextAt: (place: Place) => RangeContext,
): Range | undefined {
  const type = locals[local]?.type;
  if (type !== "f64" && type !== "i32" && type !== "u32") return undefined;
  const [first, ...steps] = all;
  if (!first?.value || steps.length === 0 || uses(first.value, local)) return undefined;
  let range = rangeOf(contextAt(first.place), first.value);
  for (const { value, place } of steps) {
    const step = value && stepOf(value, local);
    const around = first.place.loops;
    if (!step || !around.every((loop, index) => place.loops[index] === loop)) return undefined;
    const total = totalOf(step, place, around.length, contextAt);
    if (!total) return undefined;
    range = sum(range, total);
  }
  // Every partial sum lies in it too, so a word that can hold it never wraps.
  return type === "f64" || isWithin(range, typeRange(type)) ? range : undefined;
}

/** The range of a private array: the stored values, plus the most that all iterations may add to one element. */
function rangeOfStored(
  number: DataType,
  local: number,
  all: readonly Assigned[],
  contextAt: (place: Place) => RangeContext,
): Range | undefined {
  let [whole, base]: (Range | undefined)[] = [];
  let added = integers(0, 0);
  for (const { value, place } of all) {
    if (!value) return anything;
    const range = rangeOf(contextAt(place), value);
    whole = whole ? union(whole, range) : range;
    const step = stepOfNumber(value, local);
    if (step) added = sum(added, totalOf(step, place, 0, contextAt) ?? anything);
    else base = base ? union(base, range) : range;
  }
  if (!whole || !base) return whole && heldBy(number, whole);
  const total = sum(base, added);
  const isSharper = base.isInteger && added.isInteger && !added.hasNaN;
  const { hasNegativeZero } = whole;
  const limits = { low: Math.max(whole.low, total.low), high: Math.min(whole.high, total.high) };
  return heldBy(number, isSharper ? { ...total, ...limits, hasNegativeZero } : whole);
}

/** The range after storing to an element type: integers wrap modulo 2^n. */
function heldBy(number: DataType, range: Range): Range {
  const held = typeof number === "string" ? typeRange(number) : anything;
  return number === "f64" || (range.isInteger && isWithin(range, held)) ? range : held;
}

/** The total that a step adds in all iterations of the loops around it, except the `outer` ones; undefined if unknown. */
function totalOf(
  step: { readonly value: Expr; readonly isAdded: boolean },
  place: Place,
  outer: number,
  contextAt: (place: Place) => RangeContext,
): Range | undefined {
  const rounds = place.loops.slice(outer).map((loop) => roundsOf(loop, contextAt(nowhere)));
  const most = rounds.reduce((product, one) => product * one, 1);
  const change = rangeOf(contextAt(place), step.value);
  const [low, high] = step.isAdded ? [change.low, change.high] : [-change.high, -change.low];
  if (!Number.isFinite(most) || !change.isInteger || change.hasNaN) return undefined;
  return { ...change, low: Math.min(0, low * most), high: Math.max(0, high * most) };
}

/** The most iterations; Infinity if unknown. */
function roundsOf(loop: Loop, context: RangeContext): number {
  let most = Number.POSITIVE_INFINITY;
  for (const { local, compare, other, isUnlessNaN = false } of boundsIn(loop.condition, true)) {
    const [update, ...others] = loop.update.filter((stmt) => assignsIn([stmt], local));
    const step = update?.kind === "set" && others.length === 0 ? stepOf(update.value, local) : undefined;
    const size = step && rangeOf(context, step.value);
    if (!step || !size || size.low !== size.high || assignsIn([...loop.header, ...loop.body], local)) continue;
    const by = step.isAdded ? size.low : -size.low;
    const [from, to] = [context.rangeOfLocal(local, "f64"), rangeOf(context, other)];
    // NaN would never end the loop.
    if (isUnlessNaN && (from.hasNaN || to.hasNaN)) continue;
    const distance = by > 0 ? to.high - from.low : from.high - to.low;
    const isTowards = by > 0 ? compare === "lt" || compare === "le" : compare === "gt" || compare === "ge";
    const isInclusive = compare === "le" || compare === "ge" || !from.isInteger || !to.isInteger;
    const count = distance / Math.abs(by);
    const last = (by > 0 ? to.high : to.low) + by - (isInclusive ? 0 : Math.sign(by));
    // A pinned counter wraps and continues.
    const { type } = step.value;
    if ((type === "i32" || type === "u32") && !fits(integers(last, last), type)) continue;
    if (isTowards && by !== 0)
      most = Math.min(most, Math.max(0, isInclusive ? Math.floor(count) + 1 : Math.ceil(count)));
  }
  return most;
}

function bounded(range: Range, { compare, other, isUnlessNaN = false }: Bound, context: RangeContext): Range {
  const to = rangeOf(context, other);
  if (isUnlessNaN && to.hasNaN) return range;
  const isStrict = (compare === "lt" || compare === "gt") && range.isInteger && to.isInteger;
  const distance = isStrict ? 1 : 0;
  const isBelow = compare === "lt" || compare === "le" || compare === "eq";
  const isAbove = compare === "gt" || compare === "ge" || compare === "eq";
  const high = isBelow ? Math.min(range.high, to.high - distance) : range.high;
  const low = isAbove ? Math.max(range.low, to.low + distance) : range.low;
  return low <= high ? { ...range, low, high, hasNaN: isUnlessNaN && range.hasNaN } : range;
}

function collectAssigned(fn: Fn, arrays: PrivateArrays): ReadonlyMap<number, readonly Assigned[]> {
  const found = new Map<number, Assigned[]>();
  forEachPlacedStmt(fn.body, nowhere, (stmt, place) => {
    const array = stmt.kind === "store" ? arrayOfNumber(stmt.place) : undefined;
    const local = array !== undefined && arrays.has(array) ? array : resultOf(stmt);
    if (local === undefined) return;
    const known = found.get(local);
    const value = stmt.kind === "set" || stmt.kind === "store" ? stmt.value : undefined;
    const own = { value, together: stmt.kind === "subGroup" ? stmt : undefined, place };
    if (known) known.push(own);
    else found.set(local, [own]);
  });
  return found;
}

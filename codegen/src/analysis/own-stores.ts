// Finds elements that only one work-item of the launch writes: a gang in which only some work-items store may then write the others' elements back.
// This holds if the index differs between work-items (each dimension's factor exceeds the extent of the dimensions inside it), if everything else the
// kernel writes to the array is written by the same work-item or lies outside that extent, and if no other written array overlaps it. It depends on
// sizes, captured numbers and addresses, so it is tested at the launch.

import { type Expr, forEachStmt, isScalar } from "@lanewise/ir";
import { type Condition, forEachPlacedExpr, formContext, noAssumptions } from "./assumptions.js";
import type { Facts, Loop } from "./facts.js";
import { type Form, type FormContext, formOf, type IndexAtom } from "./index-form.js";
import { type Atom, atomOf, constantOf, isConstant, plus, times } from "./polynomial.js";

export interface OwnStore {
  /** Of each list, at least one condition must hold. */
  readonly conditions: readonly (readonly Condition[])[];
  /** The array's parameter, and those of other written arrays, which must not overlap it. */
  readonly array: number;
  readonly others: readonly number[];
}

type ElementExpr = Extract<Expr, { kind: "element" }>;

/** An array that the kernel writes; undefined for memory outside captured arrays. */
export interface Write {
  readonly array: number | undefined;
  /** Undefined if only part of an element is written. */
  readonly element: ElementExpr | undefined;
}

/** By the stored element. For kernels whose whole range is the launch's. */
export function findOwnStores(facts: Facts): ReadonlyMap<Expr, OwnStore> {
  const none: ReadonlyMap<Expr, OwnStore> = new Map();
  // Regions of work-groups have a range per group, and several groups run at a time.
  const writes = facts.known ? undefined : writesOf(facts);
  if (!writes) return none;
  const context = formContext(facts, noAssumptions, new Map());
  const loopsOf = new Map<Expr, readonly Loop[]>();
  forEachPlacedExpr(facts, (expr, loops) => {
    // A node shared by two positions gets only what holds at both.
    if (expr.kind === "element") loopsOf.set(expr, loopsOf.has(expr) ? [] : loops);
  });
  const arrays = [...new Set(writes.map(({ array }) => array))].filter((array) => array !== undefined);
  const found = new Map<Expr, OwnStore>();
  for (const array of arrays) {
    const elements = writes.filter((write) => write.array === array).map(({ element }) => element);
    const known = elements.filter((element) => element !== undefined);
    const forms = known.map((element) => indexOf(context, element, loopsOf.get(element) ?? []));
    const conditions = known.length === elements.length ? conditionsOf(facts, forms) : undefined;
    if (!conditions) continue;
    const others = arrays.filter((other) => other !== array);
    const own: OwnStore = { conditions, array, others };
    for (const element of known) found.set(element, own);
  }
  return found;
}

/** All writes; undefined if some target is unknown. */
function writesOf(facts: Facts): readonly Write[] | undefined {
  const writes: Write[] = [];
  let isKnown = true;
  forEachStmt(facts.fn.body, (stmt) => {
    if (stmt.kind === "call") isKnown = false;
    if (stmt.kind !== "store" && stmt.kind !== "atomic") return;
    const write = writeTo(facts, stmt.place);
    if (write) writes.push(write);
    else isKnown = false;
  });
  return isKnown ? writes : undefined;
}

/** The target of a store; undefined if unknown. */
export function writeTo(facts: Facts, place: Expr): Write | undefined {
  switch (place.kind) {
    case "field": {
      const whole = writeTo(facts, place.base);
      return whole && { ...whole, element: undefined };
    }
    case "element": {
      const array = capturedSpan(facts, place.base);
      if (array !== undefined) return { array, element: isElementItself(place) ? place : undefined };
      const outer = writeTo(facts, place.base);
      return outer && { ...outer, element: undefined };
    }
    case "address":
    case "global":
      return { array: undefined, element: undefined };
    default:
      return undefined;
  }
}

function isElementItself({ type, index }: ElementExpr): boolean {
  const isNumber = typeof type === "object" && type.kind === "ref" && isScalar(type.to);
  return isNumber && (index.type === "i32" || index.type === "u32");
}

/** The parameter that the span is; simplify has substituted it for helpers' parameters. */
export function capturedSpan(facts: Facts, base: Expr): number | undefined {
  if (base.kind !== "local" || isScalar(base.type) || base.type.kind !== "span") return undefined;
  const isCaptured = base.local < facts.fn.parameters && facts.assignments[base.local]?.length === 0;
  return isCaptured ? base.local : undefined;
}

/** An index: a factor for each dimension of the range, and a rest that is constant for the whole launch. */
interface Index {
  readonly factors: readonly Form[];
  readonly rest: Form;
}

function indexOf(context: FormContext, { index }: ElementExpr, loops: readonly Loop[]): Index | undefined {
  const form = formOf(context, index, loops);
  if (!form) return undefined;
  const factors: Form[] = Array.from({ length: context.facts.fn.dimensions }, () => constantOf(0));
  let rest: Form | undefined = constantOf(form.constant);
  for (const { coefficient, atoms } of form.terms.values()) {
    const [dimension, ...more] = atoms.flatMap(({ value }) => (value.kind === "index" ? [value.dimension] : []));
    const others = atoms.filter(({ value }) => value.kind !== "index");
    if (more.length > 0 || !others.every(isOfLaunch)) return undefined;
    const product = others.reduce<Form | undefined>(
      (value, atom) => value && times(value, atomOf(atom)),
      constantOf(coefficient),
    );
    const to: Form | undefined = dimension === undefined ? rest : factors[dimension];
    const sum: Form | undefined = to && product && plus(to, product);
    if (!sum) return undefined;
    if (dimension === undefined) rest = sum;
    else factors[dimension] = sum;
  }
  return { factors, rest };
}

/** Captured numbers, lengths and sizes, but not a work-item's position in its group. */
function isOfLaunch({ value }: Atom<IndexAtom>): boolean {
  if (value.kind !== "known") return false;
  const { expr } = value;
  return expr.kind !== "query" || expr.query === "globalSize" || expr.query === "globalOffset";
}

/** Maximum number of different distances between writes to one array. */
const MAX_DISTANCES = 12;
const WORD = 2 ** 31;

function conditionsOf(
  { fn }: Facts,
  indices: readonly (Index | undefined)[],
): readonly (readonly Condition[])[] | undefined {
  const [first] = indices;
  const known = indices.filter((index) => index !== undefined);
  if (!first || known.length < indices.length) return undefined;
  const isAlike = ({ factors }: Index) =>
    factors.every((factor, dimension) => isZero(plus(factor, first.factors[dimension] ?? constantOf(0), -1)));
  if (!known.every(isAlike)) return undefined;
  const inner = first.factors.at(-1);
  if (!inner || !isConstant(inner) || inner.constant !== 1) return undefined;
  const conditions: (readonly Condition[])[] = [];
  // The largest distance between indices of the dimensions so far.
  let extent: Form | undefined = constantOf(0);
  for (let dimension = fn.dimensions - 1; dimension >= 0; dimension--) {
    const factor = first.factors[dimension];
    const least: Form | undefined = extent && plus(extent, constantOf(1));
    const farther: Form | undefined = factor && least && plus(factor, least, -1);
    const steps = plus(sizeOf(dimension), constantOf<IndexAtom>(1), -1);
    const own: Form | undefined = factor && steps && times(factor, steps);
    extent = extent && own && plus(extent, own);
    if (!farther || !extent || isZero(factor) || (isConstant(farther) && farther.constant < 0)) return undefined;
    if (!isConstant(farther)) conditions.push([{ kind: "notNegative", form: farther }]);
  }
  const isInWord = extent && plus(constantOf<IndexAtom>(WORD - 1), extent, -1);
  if (!extent || !isInWord) return undefined;
  if (fn.dimensions > 1) conditions.push([{ kind: "notNegative", form: isInWord }]);
  const apart = distancesOf(known)?.map((distance) => farApart(distance, extent ?? constantOf(0)));
  if (!apart || apart.some((one) => one === undefined)) return undefined;
  return [...conditions, ...apart.flatMap((one) => one ?? [])];
}

const isZero = (form: Form | undefined): boolean => form !== undefined && isConstant(form) && form.constant === 0;

function sizeOf(dimension: number): Form {
  // A range has three dimensions at most.
  const expr = { kind: "query", type: "i32", query: "globalSize", dimension: dimension as 0 | 1 | 2 } as const;
  return atomOf({ key: `globalSize ${dimension}`, value: { kind: "known", expr } });
}

/** Each distance once, regardless of sign; undefined if there are too many. */
function distancesOf(indices: readonly Index[]): readonly Form[] | undefined {
  const found: Form[] = [];
  for (const [at, a] of indices.entries()) {
    for (const b of indices.slice(at + 1)) {
      const distance = plus(a.rest, b.rest, -1);
      if (!distance) return undefined;
      const isKnown = isZero(distance) || found.some((one) => [1, -1].some((by) => isZero(plus(distance, one, by))));
      if (!isKnown) found.push(distance);
      if (found.length > MAX_DISTANCES) return undefined;
    }
  }
  return found;
}

/** Conditions under which no two work-items write one element: the distance exceeds the extent, and nothing wraps around. */
function farApart(distance: Form, extent: Form): readonly (readonly Condition[])[] | undefined {
  const least = plus(extent, constantOf<IndexAtom>(1));
  const opposite = times(distance, constantOf<IndexAtom>(-1));
  const [above, below] = [distance, opposite].map((one) => one && least && plus(one, least, -1));
  const inWord = [1, -1].map((by) => plus(constantOf<IndexAtom>(WORD), distance, by));
  const all = [above, below, ...inWord];
  if (!above || !below || all.some((form) => form === undefined)) return undefined;
  const notNegative = (form: Form): Condition => ({ kind: "notNegative", form });
  return [[notNegative(above), notNegative(below)], ...inWord.flatMap((form) => (form ? [[notNegative(form)]] : []))];
}

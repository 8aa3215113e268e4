// Elements that one work-item of the launch alone writes: a gang of which some work-items store may write the others' elements back
// then. So it is where the index is a different one for each work-item (each dimension's factor is larger than what the dimensions inside it
// come to), where whatever else the kernel writes to the array is written by the same work-item or lies farther away than all of them,
// and where no other array that is written shares memory with it. Sizes, captured numbers and addresses decide, so it is asked at the launch.

import { type Expr, forEachStmt, isScalar } from "@lanewise/ir";
import { type Condition, forEachPlacedExpr, formContext, noAssumptions } from "./assumptions.js";
import type { Facts, Loop } from "./facts.js";
import { type Form, type FormContext, formOf, type IndexAtom } from "./index-form.js";
import { type Atom, atomOf, constantOf, isConstant, plus, times } from "./polynomial.js";

export interface OwnStore {
  /** All must hold; of each list, one. */
  readonly conditions: readonly (readonly Condition[])[];
  /** The parameter that is the array, and those of other arrays that are written: they must not overlap. */
  readonly array: number;
  readonly others: readonly number[];
}

type ElementExpr = Extract<Expr, { kind: "element" }>;

/** An array that the kernel writes; undefined: memory that is no captured array's. */
export interface Write {
  readonly array: number | undefined;
  /** Undefined where it is not the array's element itself that is written. */
  readonly element: ElementExpr | undefined;
}

/** By the element that is stored to. Of kernels whose whole range is the launch's. */
export function findOwnStores(facts: Facts): ReadonlyMap<Expr, OwnStore> {
  const none: ReadonlyMap<Expr, OwnStore> = new Map();
  // Regions of work-groups have a range for each group, of which several run at a time.
  const writes = facts.known ? undefined : writesOf(facts);
  if (!writes) return none;
  const context = formContext(facts, noAssumptions, new Map());
  const loopsOf = new Map<Expr, readonly Loop[]>();
  forEachPlacedExpr(facts, (expr, loops) => {
    // Of a node that stands at two places, what holds at both.
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

/** Undefined where something may be written that cannot be named. */
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

/** What a store to the place writes; undefined where that cannot be named. */
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

/** The parameter that the span is; simplify has put it in the place of a helper's. */
export function capturedSpan(facts: Facts, base: Expr): number | undefined {
  if (base.kind !== "local" || isScalar(base.type) || base.type.kind !== "span") return undefined;
  const isCaptured = base.local < facts.fn.parameters && facts.assignments[base.local]?.length === 0;
  return isCaptured ? base.local : undefined;
}

/** An index: a factor for each dimension of the range, and what is the same for the whole launch. */
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

/** Captured numbers, lengths and sizes: not a work-item's place in its group. */
function isOfLaunch({ value }: Atom<IndexAtom>): boolean {
  if (value.kind !== "known") return false;
  const { expr } = value;
  return expr.kind !== "query" || expr.query === "globalSize" || expr.query === "globalOffset";
}

/** Of different distances between what is written to one array. */
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
  // The farthest that indices of the dimensions so far lie from each other.
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

/** Each distance once, whichever way; undefined if there are too many. */
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

/** No two work-items' elements are one: the distance is larger than the extent, and small enough that nothing wraps around. */
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

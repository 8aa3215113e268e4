// Plans how a kernel runs in gangs, before any code is made. It runs as two clones of its code: the fast one assumes that all predictable indices are
// in bounds, and what assumptions.ts found; the safe one assumes nothing and masks the work-items beyond the end. Before each stretch of gangs,
// `conditions` select the clone.

import {
  type Block,
  type Expr,
  forEachExpr,
  forEachStmt,
  invariant,
  isScalar,
  type Module,
  operandsOf,
  type Stmt,
} from "@lanewise/ir";
import { findRanges } from "../narrow/find-ranges.js";
import { lowBitOperands } from "../narrow/low-bits.js";
import type { Range } from "../narrow/range.js";
import { tablesOf } from "../narrow/tables.js";
import type { Gang } from "../program.js";
import { readLocals } from "../simplify/tidy.js";
import type { Analysed } from "./analyse.js";
import {
  type Assumptions,
  type Condition,
  exactly,
  findAssumptions,
  forEachPlacedExpr,
  formContext,
  noAssumptions,
} from "./assumptions.js";
import { hasNegativeValue } from "./constant-bounds.js";
import type { Facts, Loop } from "./facts.js";
import { findHoists, type Hoists } from "./hoist.js";
import { type Form, type FormContext, formOf, type IndexAtom } from "./index-form.js";
import { findInterleaved, type Interleaving } from "./interleave.js";
import type { chooseLanes } from "./lanes/choose-lanes.js";
import { allWide, type NarrowLanes } from "./lanes/lane-bits.js";
import { hasSmallElements } from "./lanes/small-elements.js";
import type { Liveness } from "./liveness.js";
import { findOwnStores, type OwnStore } from "./own-stores.js";
import { findPointers, type Pointer } from "./pointers.js";
import { type Atom, atomOf, constantOf, plus, times } from "./polynomial.js";
import { analyseShapes, type Shapes } from "./shapes.js";
import { findTransposed, type TransposedLoop } from "./transposed.js";

export interface Clone {
  readonly name: "fast" | "safe";
  readonly shapes: Shapes;
  readonly choices: Assumptions["choices"];
  /** Elements that need no check. */
  readonly proven: ReadonlySet<Expr>;
  /** Elements that are inside their arrays for every work-item of a gang, active or not. */
  readonly inside: ReadonlySet<Expr>;
  /** Elements that a "flat" gang's work-items find close together: their index is that of a row or of its elements. */
  readonly near: ReadonlySet<Expr>;
  /** Assignments that only serve checks which are all proven; their locals are never read. */
  readonly idle: ReadonlySet<Stmt>;
  /** Indices that grow by `stride` from one linear id to the next, in "flat" shape. */
  readonly flat: ReadonlyMap<Expr, FlatIndex>;
  /** For gangs of 16. */
  readonly lanes: NarrowLanes;
}
/** index = stride * linear id + rest. */
export interface FlatIndex {
  readonly stride: number;
  readonly rest: Form;
}

export interface GangPlan {
  readonly facts: Facts;
  readonly liveness: Liveness;
  /** Elements that are read, once per load. */
  readonly loaded: readonly Expr[];
  readonly conditions: readonly Condition[];
  readonly hoists: Hoists;
  /** For the fast clone, where no mask applies. */
  readonly interleaving: Interleaving;
  /** For the fast clone, by element. */
  readonly ownStores: ReadonlyMap<Expr, OwnStore>;
  /** For the fast clone. */
  readonly pointers: ReadonlyMap<Loop, readonly Pointer[]>;
  /** For the fast clone. */
  readonly transposed: ReadonlyMap<Loop, TransposedLoop>;
  readonly fast: Clone;
  readonly safe: Clone;
}

export type ElementExpr = Extract<Expr, { kind: "element" }>;

/** How the options say what chooses lanes of 8 and 16 bits; without it, all have 32. */
type LaneChooser = (() => { readonly chooseLanes: typeof chooseLanes }) | undefined;

export function planGangs(
  module: Module,
  analysed: Analysed,
  bounds: "checked" | "unchecked",
  gang: Gang,
  chooser: LaneChooser,
): GangPlan {
  const { fn, facts, liveness, shapes: safeShapes } = analysed;
  invariant(fn.dimensions > 0, "a single task has no gangs");
  const foreseen = foresee(module, analysed, bounds);
  const { assumed, context, proof, inside, shapes: fastShapes } = foreseen;
  const isUnchecked = bounds === "unchecked";
  const all = isUnchecked ? new Set(proof.elements) : undefined;
  const none: Clone["flat"] = new Map();
  const transposed = transposedIn(foreseen, bounds);
  const lanesIn = lanesOfClones(module, facts, gang, chooser);
  return {
    facts,
    liveness,
    loaded: loadedElements(facts),
    pointers: findPointers(module, context, new Set([...proof.proven].filter((element) => !proof.flat.has(element)))),
    transposed,
    interleaving: findInterleaved(module, facts, context, fastShapes, proof.proven),
    ownStores: findOwnStores(facts),
    hoists: findHoists(facts, safeShapes),
    conditions: [
      ...assumed.conditions,
      ...proof.flatConditions,
      ...(isUnchecked ? [] : [...proof.conditions.values()].flat()),
    ],
    fast: {
      name: "fast",
      shapes: fastShapes,
      choices: assumed.choices,
      proven: all ?? proof.proven,
      inside,
      near: proof.near,
      idle: findIdle(fn.body, all ?? proof.proven),
      flat: proof.flat,
      lanes: lanesIn(
        fastShapes,
        assumed.choices,
        new Set([...transposed.values()].flatMap(({ loads }) => [...loads.keys()])),
      ),
    },
    safe: {
      name: "safe",
      shapes: safeShapes,
      choices: noAssumptions.choices,
      proven: all ?? new Set(),
      inside: new Set(),
      near: new Set(),
      idle: new Set(),
      flat: none,
      lanes: lanesIn(safeShapes, noAssumptions.choices, new Set()),
    },
  };
}

function loadedElements(facts: Facts): readonly Expr[] {
  const found: Expr[] = [];
  forEachPlacedExpr(facts, (expr) => {
    if (expr.kind === "load" && expr.place.kind === "element") found.push(expr.place);
  });
  return found;
}

type LanesIn = (shapes: Shapes, choices: Clone["choices"], tiles: ReadonlySet<Expr>) => NarrowLanes;

function lanesOfClones(module: Module, facts: Facts, gang: Gang, chooser: LaneChooser): LanesIn {
  if (gang !== 16 || !chooser || !hasSmallElements(facts.fn)) return () => allWide;
  const part = chooser();
  const ranges = findRanges(facts.fn, undefined, tablesOf(module));
  const known = new Map<Expr, Range>();
  const rangeOf = (expr: Expr): Range => {
    const range = known.get(expr) ?? ranges.of(expr);
    known.set(expr, range);
    return range;
  };
  return (shapes, choices, tiles) =>
    part.chooseLanes({
      facts,
      shapes,
      choiceOf: (expr) => choices.get(expr),
      isWhole: (load) => tiles.has(load),
      rangeOf,
      rangeOfLocal: ranges.ofLocal,
    });
}

/** What the fast clone may rely on. */
interface Foreseen extends Pick<Clone, "shapes" | "inside"> {
  readonly assumed: Assumptions;
  readonly context: FormContext;
  readonly proof: Proof;
}

function foresee(module: Module, analysed: Analysed, bounds: "checked" | "unchecked"): Foreseen {
  const { fn, facts, liveness, gangShape, subGroups, aligned } = analysed;
  const keys = new Map<Expr, string>();
  const assumed = findAssumptions(facts, analysed.shapes, keys);
  const context = formContext(facts, assumed, keys);
  const proof = proveElements(module, context, gangShape);
  const { choices } = assumed;
  const shapes =
    choices.size > 0
      ? analyseShapes({ fn, facts, liveness, gangShape, subGroups, choice: (expr) => choices.get(expr), aligned })
      : analysed.shapes;
  const inside = bounds === "unchecked" ? new Set<Expr>() : insideForAll(facts, shapes, proof.proven);
  return { assumed, context, proof, shapes, inside };
}

/** The loops that run along rows, and the elements that are inside for all work-items; needs no plan. */
export function foreseenAccesses(
  module: Module,
  analysed: Analysed,
  bounds: "checked" | "unchecked",
): { readonly transposed: ReadonlyMap<Loop, TransposedLoop>; readonly inside: ReadonlySet<Expr> } {
  const foreseen = foresee(module, analysed, bounds);
  return { transposed: transposedIn(foreseen, bounds), inside: foreseen.inside };
}

function transposedIn(
  { context, proof, shapes, inside }: Foreseen,
  bounds: "checked" | "unchecked",
): ReadonlyMap<Loop, TransposedLoop> {
  const known = bounds === "unchecked" ? proof.proven : inside;
  return findTransposed({ context, shapes, isInside: (element) => known.has(element), bounds });
}

function findIdle(body: Block, proven: ReadonlySet<Expr>): ReadonlySet<Stmt> {
  const read = readLocals(body);
  const found = new Set<Stmt>();
  forEachStmt(body, (stmt) => {
    if (stmt.kind !== "set" || stmt.value.kind !== "load" || read.has(stmt.local)) return;
    let isIdle = true;
    forEachExpr(stmt.value, (expr) => {
      isIdle &&= quiet.has(expr.kind) || (expr.kind === "element" && proven.has(expr));
    });
    if (isIdle) found.add(stmt);
  });
  return found;
}
/** Expressions that cannot fail. */
const quiet: ReadonlySet<Expr["kind"]> = new Set(["load", "local", "const", "op", "length"]);

/**
 * Elements inside for all work-items: when work-items leave a loop at different times, its counters keep counting in those that have left. A counter
 * that is the same for all is still what it is for one that has not left.
 */
function insideForAll(facts: Facts, { divergent, locals }: Shapes, proven: ReadonlySet<Expr>): ReadonlySet<Expr> {
  const counting = new Set<number>();
  for (const [{ label }, { counters }] of facts.loops) {
    if (!divergent.has(label)) continue;
    for (const { local } of counters) if (locals[local]?.kind !== "uniform") counting.add(local);
  }
  const isBounded = (expr: Expr, depth = 0): boolean => {
    if (depth > MAX_DEPTH) return false;
    if (expr.kind !== "local") return operandsOf(expr).every((one) => isBounded(one, depth + 1));
    if (counting.has(expr.local)) return false;
    return (facts.assignments[expr.local] ?? []).every(
      ({ value }) => !value || usesLocal(value, expr.local) || isBounded(value, depth + 1),
    );
  };
  return new Set([...proven].filter((expr) => isBounded(expr)));
}
const MAX_DEPTH = 24;

function usesLocal(expr: Expr, local: number): boolean {
  return (expr.kind === "local" && expr.local === local) || operandsOf(expr).some((one) => usesLocal(one, local));
}

export interface Proof {
  readonly elements: Set<Expr>;
  readonly proven: Set<Expr>;
  /** By the element. */
  readonly conditions: Map<Expr, readonly Condition[]>;
  readonly flat: Map<Expr, FlatIndex>;
  readonly flatConditions: Condition[];
  readonly near: Set<Expr>;
}

/** Finds elements whose index and length are known before a stretch, with the conditions for being in bounds. */
export function proveElements(module: Module, context: FormContext, shape: "rows" | "flat"): Proof {
  const proof: Proof = {
    elements: new Set(),
    proven: new Set(),
    conditions: new Map(),
    flat: new Map(),
    flatConditions: [],
    near: new Set(),
  };
  forEachPlacedExpr(context.facts, (expr, loops) => {
    if (expr.kind !== "element") return;
    // A node shared by two positions is proven at both or not at all.
    const isSeen = proof.elements.has(expr);
    proof.elements.add(expr);
    const conditions = insideConditions(module, context, expr, loops, shape, proof);
    if (!conditions) {
      proof.proven.delete(expr);
      proof.flat.delete(expr);
    } else if (!isSeen || proof.proven.has(expr)) {
      proof.proven.add(expr);
      proof.conditions.set(expr, [...(proof.conditions.get(expr) ?? []), ...conditions]);
    }
  });
  return proof;
}

function insideConditions(
  module: Module,
  context: FormContext,
  element: ElementExpr,
  loops: readonly Loop[],
  shape: "rows" | "flat",
  proof: Proof,
): readonly Condition[] | undefined {
  const length = lengthOf(context, element.base, module);
  const stated = formOf(context, element.index, loops);
  if (!length || !stated) return undefined;
  const flat = shape === "flat" ? flatIndexOf(stated, context.facts.fn.dimensions) : undefined;
  if (!flat && shape === "flat" && isOfIndices(stated)) proof.near.add(element);
  const index = flat?.form ?? stated;
  const last = plus(length, constantOf<IndexAtom>(1), -1);
  const below = last && plus(last, index, -1);
  const unwrapped = element.exact ? unwrappedWords(context, element.exact, loops) : [];
  if (!below || !unwrapped || hasNegativeValue(context, index) || hasNegativeValue(context, below)) return undefined;
  if (flat) {
    proof.flat.set(element, flat.index);
    proof.flatConditions.push(...flat.conditions);
  }
  return [{ kind: "notNegative", form: index }, { kind: "notNegative", form: below }, ...unwrapped];
}

/**
 * Conditions under which no word that an exact index adds up wraps around: in `((i + 2147483646) | 0) - 2147483646` the index's form is `i`, whatever
 * the word does. Undefined if they cannot be stated.
 */
function unwrappedWords(
  context: FormContext,
  expr: Expr,
  loops: readonly Loop[],
  depth = 0,
): readonly Condition[] | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (expr.kind === "local") {
    const [only, ...others] = context.facts.assignments[expr.local] ?? [];
    if (!only?.value || others.length > 0) return [];
    return unwrappedWords({ ...context, known: [] }, only.value, only.bodies, depth + 1);
  }
  if (expr.kind !== "op") return [];
  const [value] = expr.args;
  if (expr.op === "convert" && (value?.type === "i32" || value?.type === "u32")) {
    const form = formOf(context, value, loops);
    const conditions = form && exactly(form, value.type);
    return conditions?.every((one) => one !== undefined) ? conditions : undefined;
  }
  const all = lowBitOperands(expr).map((one) => unwrappedWords(context, one, loops, depth + 1));
  return all.every((one) => one !== undefined) ? all.flat() : undefined;
}

/** Whether the form is a sum of products of the work-item's indices and known numbers. */
function isOfIndices({ terms }: Form): boolean {
  const atoms = [...terms.values()].flatMap((term) => term.atoms);
  return (
    atoms.some(({ value }) => value.kind === "index") &&
    atoms.every(({ value }) => value.kind === "index" || value.kind === "known")
  );
}

/** The length of a captured span or of a fixed array. */
function lengthOf(context: FormContext, base: Expr, module: Module): Form | undefined {
  const { type } = base;
  if (isScalar(type)) return undefined;
  if (type.kind === "span")
    return formOf(context, { kind: "length", type: "i32", span: base }, []) ?? lengthOfCopy(context, base, module);
  if (type.kind !== "ref" || isScalar(type.to) || type.to.kind !== "array") return undefined;
  return constantOf(type.to.length);
}

/** A helper's parameter is a local that the captured span is assigned to once. */
function lengthOfCopy(context: FormContext, base: Expr, module: Module): Form | undefined {
  if (base.kind !== "local") return undefined;
  const [only, ...others] = context.facts.assignments[base.local] ?? [];
  return only?.value && others.length === 0 ? lengthOf(context, only.value, module) : undefined;
}

const linearId: Atom<IndexAtom> = { key: "linear id", value: { kind: "linearId" } };

/**
 * The index as a multiple of the linear id, which it is if each dimension's factor is the next one's times its size. The conditions test that, since
 * sizes and captured widths are known only at the launch.
 */
export function flatIndexOf(
  form: Form,
  dimensions: number,
): { readonly index: FlatIndex; readonly form: Form; readonly conditions: readonly Condition[] } | undefined {
  const factors: (Form | undefined)[] = Array.from({ length: dimensions }, () => constantOf(0));
  let rest: Form | undefined = constantOf(form.constant);
  for (const { coefficient, atoms } of form.terms.values()) {
    const indices = atoms.filter(({ value }) => value.kind === "index");
    const others = atoms.filter(({ value }) => value.kind !== "index");
    const product = others.reduce<Form | undefined>(
      (value, atom) => value && times(value, atomOf(atom)),
      constantOf(coefficient),
    );
    const [index] = indices;
    if (indices.length > 1) return undefined;
    if (!index && others.some(({ value }) => value.kind !== "known")) return undefined;
    if (!index) rest = rest && product && plus(rest, product);
    else if (index.value.kind === "index") {
      if (others.some(({ value }) => value.kind !== "known")) return undefined;
      const { dimension } = index.value;
      const factor = factors[dimension];
      factors[dimension] = factor && product && plus(factor, product);
    }
  }
  const innermost = factors.at(-1);
  if (!innermost || !rest || innermost.terms.size > 0 || innermost.constant === 0) return undefined;
  const conditions: Condition[] = [];
  let expected: Form | undefined = innermost;
  for (let dimension = dimensions - 2; dimension >= 0; dimension--) {
    expected = expected && times(expected, atomOf(sizeAtom(dimension + 1)));
    const factor = factors[dimension];
    const difference: Form | undefined = factor && expected && plus(factor, expected, -1);
    if (!difference) return undefined;
    conditions.push({ kind: "zero", form: difference });
  }
  const whole = plus(rest, atomOf(linearId), innermost.constant);
  return whole && { index: { stride: innermost.constant, rest }, form: whole, conditions };
}

function sizeAtom(dimension: number): Atom<IndexAtom> {
  const expr = { kind: "query", type: "i32", query: "globalSize", dimension: dimension as 0 | 1 | 2 } as const;
  return { key: `globalSize ${dimension}`, value: { kind: "known", expr } };
}

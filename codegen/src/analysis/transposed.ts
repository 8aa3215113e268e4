// Finds loops in which each work-item runs along its own row: a work-item's accesses in successive iterations are adjacent, and those of adjacent
// work-items are a row apart. Such a loop runs four iterations at a time: four elements of each row are loaded as one vector, and the vectors are
// transposed to those of four iterations. Loads then happen up to three iterations early, and stores up to three late; this file selects those where
// that is unobservable.

import {
  type Block,
  blocksOf,
  type Expr,
  expressionsOf,
  isScalar,
  operandsOf,
  type ScalarType,
  type Stmt,
  scalars,
} from "@lanewise/ir";
import type { Counter, Loop } from "./facts.js";
import { isUnchanged } from "./hoist.js";
import { type Form, type FormContext, formOf } from "./index-form.js";
import { capturedSpan, writeTo } from "./own-stores.js";
import { isConstant, plus } from "./polynomial.js";
import type { Shapes } from "./shapes.js";

/** Iterations that run at a time. */
export const ROUNDS = 4;

type ElementExpr = Extract<Expr, { kind: "element" }>;
export type LoadExpr = Extract<Expr, { kind: "load" }>;
export type StoreStmt = Extract<Stmt, { kind: "store" }>;

/** An element, in a captured array, of the row that each work-item runs along. */
export interface RowElement {
  readonly element: ElementExpr;
  readonly type: ScalarType;
  /** The array's parameter. */
  readonly array: number;
  /** The first work-item's index. */
  readonly form: Form;
  /** Elements from one work-item's to the next one's. */
  readonly stride: number | Expr;
}

export interface TransposedLoop {
  readonly counter: Counter;
  readonly loads: ReadonlyMap<LoadExpr, RowElement>;
  /** For loops that are under no mask. */
  readonly stores: ReadonlyMap<StoreStmt, RowElement>;
  /** Pairs of captured arrays that must not overlap. */
  readonly apart: readonly (readonly [number, number])[];
  /** Strides of stored rows: their magnitude must be at least `ROUNDS`, so that no two work-items store to one element. */
  readonly strides: readonly Expr[];
}

export interface RowSearch {
  readonly context: FormContext;
  readonly shapes: Shapes;
  /** Whether the element is in bounds in every iteration of the loops around it, for each work-item of a gang. */
  readonly isInside: (element: ElementExpr) => boolean;
  /** Without checks, an element is only known to be in bounds where the kernel accesses it. */
  readonly bounds: "checked" | "unchecked";
}

export function findTransposed(search: RowSearch): ReadonlyMap<Loop, TransposedLoop> {
  const found = new Map<Loop, TransposedLoop>();
  for (const loop of search.context.facts.loops.keys()) {
    const counter = counterOf(search, loop);
    const transposed = counter && transposedLoop(search, loop, counter);
    if (transposed) found.set(loop, transposed);
  }
  return found;
}

/** Elements that these loops access as rows. */
export function placesOf(loops: ReadonlyMap<Loop, TransposedLoop>): ReadonlySet<Expr> {
  return new Set(
    [...loops.values()].flatMap(({ loads, stores }) =>
      [...loads.values(), ...stores.values()].map(({ element }) => element),
    ),
  );
}

/** The counter of a loop whose iterations the whole gang runs together, up to a fixed bound. */
function counterOf({ context: { facts }, shapes }: RowSearch, loop: Loop): Counter | undefined {
  const [counter, ...others] = facts.loops.get(loop)?.counters ?? [];
  const { condition } = loop;
  if (!counter || others.length > 0 || counter.step !== 1) return undefined;
  const isWhole = condition.kind === "op" && condition.op === counter.compare && condition.args[1] === counter.bound;
  if (!isWhole || shapes.divergent.has(loop.label) || shapes.locals[counter.local]?.kind !== "uniform")
    return undefined;
  if (shapes.of(counter.bound).kind !== "uniform" || !isUnchanged(facts, counter.bound, loop)) return undefined;
  return isLongEnough(counter) ? counter : undefined;
}

function isLongEnough({ first: { value }, bound, compare }: Counter): boolean {
  if (value?.kind !== "const" || bound.kind !== "const") return true;
  return Number(bound.value) - Number(value.value) + (compare === "le" ? 1 : 0) >= ROUNDS;
}

/** Limit on the nodes of a body, which is repeated four times; a builtin is many instructions. */
const MAX_NODES = 160;
const BUILTIN_NODES = 24;
const simple: ReadonlySet<Stmt["kind"]> = new Set(["set", "store", "if", "block", "break", "continue"]);

interface Access {
  readonly array: number | undefined;
  readonly row: RowElement | undefined;
  /** Number of statements before it in the body; in one statement, loads come first. */
  readonly order: number;
}
interface Load extends Access {
  readonly expr: LoadExpr;
  /** Whether every iteration evaluates it. */
  readonly isCertain: boolean;
}
interface Store extends Access {
  readonly stmt: StoreStmt;
  readonly isCertain: boolean;
}
interface Body {
  readonly loads: Load[];
  readonly stores: Store[];
  nodes: number;
  hasJumps: boolean;
  canFail: boolean;
}

function transposedLoop(search: RowSearch, loop: Loop, counter: Counter): TransposedLoop | undefined {
  if (loop.header.length > 0 || loop.update.some(({ kind }) => kind !== "set")) return undefined;
  const body = readBody(search, loop, counter);
  if (!body || body.nodes > MAX_NODES) return undefined;
  const { loads, stores } = body;
  const early = loads.filter(
    (load) => load.row && isAllowed(search, body, load) && stores.every((store) => canPass(load, store)),
  );
  const late = stores.filter((store) => store.row && canWait(body, store, early));
  if (early.length + late.length === 0) return undefined;
  const apart = new Map<string, readonly [number, number]>();
  const keepApart = (a: number | undefined, b: number | undefined) => {
    if (a !== undefined && b !== undefined && a !== b) apart.set([a, b].toSorted((x, y) => x - y).join(), [a, b]);
  };
  for (const { array } of early) for (const store of stores) keepApart(array, store.array);
  for (const { array } of late) for (const other of [...loads, ...stores]) keepApart(array, other.array);
  return {
    counter,
    loads: new Map(early.flatMap(({ expr, row }) => (row ? [[expr, row] as const] : []))),
    stores: new Map(late.flatMap(({ stmt, row }) => (row ? [[stmt, row] as const] : []))),
    apart: [...apart.values()],
    strides: late.flatMap(({ row }) => (row && typeof row.stride !== "number" ? [row.stride] : [])),
  };
}

/** The accesses of the body; undefined if it contains anything else unknown. */
function readBody(search: RowSearch, loop: Loop, counter: Counter): Body | undefined {
  const { facts } = search.context;
  const body: Body = { loads: [], stores: [], nodes: 0, hasJumps: false, canFail: false };
  let order = 0;
  let isKnown = true;
  const visitExpr = (expr: Expr, isCertain: boolean): void => {
    body.nodes += expr.kind === "builtin" ? BUILTIN_NODES : 1;
    if (expr.kind === "element") body.canFail ||= !search.isInside(expr);
    if (expr.kind === "load") {
      const written = writeTo(facts, expr.place);
      isKnown &&= written !== undefined;
      body.loads.push({ expr, array: written?.array, row: rowOf(search, expr.place, loop, counter), order, isCertain });
    }
    for (const operand of operandsOf(expr)) visitExpr(operand, isCertain);
  };
  const visit = (block: Block, isCertain: boolean): void => {
    for (const stmt of block) {
      order++;
      isKnown &&= simple.has(stmt.kind);
      body.nodes++;
      body.hasJumps ||= stmt.kind === "break" || stmt.kind === "continue";
      for (const expr of expressionsOf(stmt)) visitExpr(expr, isCertain);
      if (stmt.kind === "store") {
        const written = writeTo(facts, stmt.place);
        isKnown &&= written !== undefined && isScalarPlace(stmt.place);
        body.stores.push({
          stmt,
          array: written?.array,
          row: rowOf(search, stmt.place, loop, counter),
          order,
          isCertain,
        });
      }
      for (const inner of blocksOf(stmt)) visit(inner, false);
    }
  };
  visit(loop.body, true);
  return isKnown ? body : undefined;
}

function isScalarPlace({ type }: Expr): boolean {
  return typeof type === "object" && type.kind === "ref" && isScalar(type.to);
}

/** Elements at most this far apart are extracted from whole loaded registers. */
const NEAR = 4;

/** The access as an element of a row, which moves to the next element with the counter. */
function rowOf(search: RowSearch, place: Expr, loop: Loop, counter: Counter): RowElement | undefined {
  const { context, shapes, isInside } = search;
  if (place.kind !== "element" || !isInside(place)) return undefined;
  const { type } = place;
  const array = capturedSpan(context.facts, place.base);
  if (array === undefined || typeof type !== "object" || type.kind !== "ref" || !isScalar(type.to)) return undefined;
  const shape = shapes.of(place.index);
  if (shape.kind !== "linear") return undefined;
  const { stride } = shape;
  const nearest = scalars[type.to].size === 8 ? 1 : NEAR;
  if (typeof stride === "number" && Math.abs(stride) <= nearest) return undefined;
  const outer = context.facts.loops.get(loop)?.outer ?? [];
  const form = formOf(context, place.index, [...outer, loop]);
  if (!form || !growsBy1(form, counter, shapes)) return undefined;
  return { element: place, type: type.to, array, form, stride };
}

/** Whether it grows by 1 per iteration, and everything else in it is known before the loop. */
function growsBy1({ terms }: Form, { local }: Counter, shapes: Shapes): boolean {
  let coefficient = 0;
  for (const term of terms.values()) {
    for (const { value } of term.atoms) {
      if (value.kind === "ranged" || value.kind === "linearId") return false;
      if (value.kind !== "counter") continue;
      if (shapes.locals[value.counter.local]?.kind === "varying") return false;
      if (value.counter.local !== local) continue;
      if (term.atoms.length > 1) return false;
      coefficient += term.coefficient;
    }
  }
  return coefficient === 1;
}

/** Whether the load may read memory that the kernel itself does not read. */
function isAllowed({ bounds }: RowSearch, { hasJumps }: Body, { isCertain }: Load): boolean {
  return bounds === "checked" || (isCertain && !hasJumps);
}

/** Whether the load gives the same up to three iterations early; for other arrays, if they do not overlap. */
function canPass(load: Load, store: Store): boolean {
  if (store.array === undefined || store.array !== load.array) return true;
  const distance = distanceOf(store, load);
  if (distance === undefined) return false;
  return distance === 0 ? store.order >= load.order : distance < 0 || distance >= ROUNDS;
}

/** The number of iterations after which `other` reaches `one`'s element; undefined if unknown. */
function distanceOf(one: Access, other: Access): number | undefined {
  const difference: Form | undefined = one.row && other.row && plus(one.row.form, other.row.form, -1);
  return difference && isConstant(difference) ? difference.constant | 0 : undefined;
}

/** Whether the store may happen up to three iterations late unobserved. */
function canWait(body: Body, store: Store, early: readonly Load[]): boolean {
  const { stride } = store.row ?? {};
  if (!store.isCertain || body.hasJumps || body.canFail) return false;
  if (typeof stride === "number" && Math.abs(stride) < ROUNDS) return false;
  const isAlone = body.stores.every((other) => other === store || other.array !== store.array);
  return isAlone && body.loads.every((load) => load.array !== store.array || early.includes(load));
}

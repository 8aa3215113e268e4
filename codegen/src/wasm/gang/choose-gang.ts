// Chooses whether a kernel runs in gangs, and their size: as many work-items as its values leave registers for. Otherwise the kernel becomes scalar
// code, with a reason.

import {
  blocksOf,
  builtins,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  isScalar,
  type Module,
  type Position,
  type Stmt,
  scalars,
} from "@lanewise/ir";
import { type Analysed, analyse, type LaunchOptions } from "../../analysis/analyse.js";
import { forEachPlacedExpr } from "../../analysis/assumptions.js";
import { foreseenAccesses } from "../../analysis/plan.js";
import type { Shape, Shapes } from "../../analysis/shapes.js";
import { splitCounters } from "../../analysis/split-counters.js";
import { placesOf } from "../../analysis/transposed.js";
import { isWordOfSum } from "../../narrow/accumulators.js";
import type { Gang, WasmOptions } from "../../program.js";
import { LONG, lengthOfKernel, VERY_LONG } from "./kernel-length.js";

interface Reason {
  readonly reason: string;
  /** The source position, if there is a single one. */
  readonly at: Position | undefined;
}

/** Scalar code, or gangs of a size; `fn` is the kernel in the form that they run. */
export type GangChoice = Reason &
  ({ readonly gang: 1; readonly fn: Fn } | { readonly gang: Gang; readonly fn: Fn; readonly analysed: Analysed });

export function chooseGang(options: WasmOptions, kernel: Fn): GangChoice {
  const scalar = (why: Reason): GangChoice => ({ gang: 1, fn: kernel, ...why });
  const obstacle = findObstacle(options, kernel);
  if (obstacle) return scalar(obstacle);
  if (options.gang === 1) return scalar({ reason: "asked for", at: undefined });
  const length = lengthOfKernel(kernel);
  if (length >= VERY_LONG && !isGangAsked(options)) return scalar(tooLong(length));
  const analysed = splitWhereUseful(analyse(kernel, options.shape, options), options);
  const { fn, shapes } = analysed;
  const span = spanObstacle(fn, shapes);
  if (span) return scalar(span);
  const { subGroups } = options;
  if (subGroups) return { fn, analysed, gang: subGroups, reason: "a gang is a sub-group", at: undefined };
  if (options.gang !== undefined) return { fn, analysed, gang: options.gang, reason: "asked for", at: undefined };
  const accesses = accessesIn(options, analysed);
  const { rows } = accesses;
  const gathering = gatherObstacle(fn, shapes, accesses);
  if (gathering) return scalar(gathering);
  if (length >= LONG) return { fn, analysed, gang: 4, ...tooLong(length) };
  const size = sizeOf(fn, shapes);
  return { fn, analysed, ...inRows(rows.size > 0 ? forTiles(size) : size, options), at: undefined };
}

function isGangAsked({ subGroups, gang }: WasmOptions): boolean {
  return subGroups !== undefined || gang !== undefined;
}

function tooLong(length: number): Reason {
  const reason = `it is so long (${length} statements and expressions) that code for more work-items at a time would cost too much memory`;
  return { reason, at: undefined };
}

/** Limits the gang to a size that fills the rows of a known range, unless a row has many gangs. */
function inRows({ gang, reason }: SizeChoice, { known, shape, module, kernel }: WasmOptions): SizeChoice {
  const dimensions = module.functions[kernel]?.dimensions ?? 1;
  const row = known?.sizes[dimensions - 1];
  if (row === undefined || (shape === "flat" && dimensions > 1) || row >= MANY * gang) return { gang, reason };
  const filled = ([16, 8, 4] as const).find((one) => one <= gang && row % one === 0);
  if (filled === undefined || filled === gang) return { gang, reason };
  return { gang: filled, reason: `rows of ${row}` };
}
/** From this many gangs in a row on, a partial last one matters little. */
const MANY = 4;

/** Whether the kernel could run in gangs, whatever the cost. */
export function hasGangs(
  options: Pick<WasmOptions, "features" | "module" | "shape" | "known" | "subGroups">,
  kernel: Fn,
): boolean {
  if (findObstacle(options, kernel)) return false;
  const { fn, shapes } = splitWhereUseful(analyse(kernel, options.shape, options), options);
  return spanObstacle(fn, shapes) === undefined;
}

/** Splits counters if that makes one of them uniform. */
function splitWhereUseful(whole: Analysed, launch: LaunchOptions): Analysed {
  const split = splitCounters(whole.facts, whole.liveness, whole.shapes);
  if (!split) return whole;
  const after = analyse(split.fn, whole.gangShape, launch);
  return split.added.some((local) => after.shapes.locals[local]?.kind === "uniform") ? after : whole;
}

function findObstacle({ features, module }: Pick<WasmOptions, "features" | "module">, fn: Fn): Reason | undefined {
  if (features === "scalar") return { reason: "the engine has no vectors, or they are turned off", at: undefined };
  if (fn.dimensions === 0) return { reason: "a single task has no neighbours to run with", at: undefined };
  let found: Reason | undefined;
  forEachStmt(fn.body, (stmt) => {
    found ??= stmtObstacle(stmt) ?? pointerObstacle(stmt, module);
  });
  return found;
}

function stmtObstacle(stmt: Stmt): Reason | undefined {
  if (stmt.kind === "call" && stmt.args.some(({ type }) => typeof type === "object" && type.kind === "ref"))
    return { reason: "it gives a function of another compiler the address of one object", at: stmt.at };
  return stmt.kind === "barrier" ? { reason: "it has a barrier", at: stmt.at } : undefined;
}

function pointerObstacle(stmt: Stmt, { sites }: Module): Reason | undefined {
  let found: Reason | undefined;
  for (const expr of expressionsOf(stmt)) {
    forEachExpr(expr, (one) => {
      if (one.kind === "dereference")
        found ??= { reason: `it follows the pointer ${sites[one.site]?.name}`, at: sites[one.site]?.at };
      if (one.kind === "pointer") found ??= { reason: "it takes a pointer", at: "at" in stmt ? stmt.at : undefined };
    });
  }
  return found;
}

/** Vectors cannot hold a choice between several arrays. */
function spanObstacle({ locals, at }: Fn, shapes: Shapes): Reason | undefined {
  const span = locals.find(
    ({ type }, local) => !isScalar(type) && type.kind === "span" && shapes.locals[local]?.kind === "varying",
  );
  return span && { reason: `work-items choose different arrays for ${span.name || "a local"}`, at };
}

interface Accesses {
  /** Elements that loops access as rows, in tiles of four. */
  readonly rows: ReadonlySet<Expr>;
  /** Bytes that are loaded and inside for all work-items, so that those which have left the loop may load them, too. */
  readonly bytes: ReadonlySet<Expr>;
}

function accessesIn({ module, bounds }: WasmOptions, analysed: Analysed): Accesses {
  const { facts, shapes } = analysed;
  let isApart = false;
  forEachPlacedExpr(facts, (expr, loops) => {
    isApart ||= loops.length > 0 && expr.kind === "element" && shapes.of(expr.index).kind === "linear";
  });
  if (!isApart) return { rows: new Set(), bytes: new Set() };
  const { transposed, inside } = foreseenAccesses(module, analysed, bounds);
  const bytes = new Set([...inside].filter(isSmall));
  forEachStmt(facts.fn.body, (stmt) => {
    if (stmt.kind === "store") bytes.delete(stmt.place);
  });
  return { rows: placesOf(transposed), bytes };
}

/** The measured cost of a gang's operation per work-item, relative to the scalar operation. */
const COSTS = { gathered: 1.6, apart: 4, byteApart: 0.8, row: 0.5, other: 0.25 } as const;
/** How often a loop within a loop runs for each round of the outer one, for want of better knowledge. */
const INNER_ROUNDS = 4;
/** The average share of a gang's work-items that are still in a loop which they leave one by one. */
const OCCUPANCY = 0.6;

/** Rejects loops that do little but access elements that are not neighbours: one work-item after the other is faster. */
function gatherObstacle(fn: Fn, shapes: Shapes, accesses: Accesses): Reason | undefined {
  let found: Reason | undefined;
  forEachStmt(fn.body, (stmt) => {
    if (stmt.kind !== "loop" || found) return;
    const { vector, scalar } = costOf(stmt, shapes, accesses);
    if (vector <= scalar) return;
    found = { reason: "a loop does little except access elements that are not neighbours", at: stmt.at };
  });
  return found;
}

/** The cost of one iteration, per work-item that runs it. Fewer run each divergent loop within. */
function costOf(loop: Stmt, shapes: Shapes, accesses: Accesses): { readonly vector: number; readonly scalar: number } {
  let [vector, scalar, items] = [0, 0, 0];
  const visit = (stmt: Stmt, outside: number, outerRounds: number): void => {
    const share = stmt.kind === "loop" && shapes.divergent.has(stmt.label) ? outside * OCCUPANCY : outside;
    const rounds = stmt.kind === "loop" && stmt !== loop ? outerRounds * INNER_ROUNDS : outerRounds;
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        const cost = costOfExpr(one, shapes, accesses);
        if (!cost) return;
        vector += (rounds * COSTS[cost]) / share;
        scalar += rounds;
        if (cost !== "other") items++;
      });
    }
    for (const block of blocksOf(stmt)) for (const inner of block) visit(inner, share, rounds);
  };
  visit(loop, 1, 1);
  return items === 0 ? { vector: 0, scalar } : { vector, scalar };
}

function costOfExpr(one: Expr, shapes: Shapes, { rows, bytes }: Accesses): keyof typeof COSTS | undefined {
  if (one.kind === "element") return rows.has(one) ? "row" : costOfElement(one, shapes.of(one.index), bytes);
  if (one.kind !== "op" && one.kind !== "builtin") return undefined;
  return shapes.of(one).kind === "varying" ? "other" : undefined;
}

/** A stride that is known only at run time may span a whole page; of bytes, fewer rows do. */
function costOfElement(
  element: Extract<Expr, { kind: "element" }>,
  index: Shape,
  bytes: ReadonlySet<Expr>,
): keyof typeof COSTS | undefined {
  if (index.kind === "varying") return "gathered";
  // All work-items' own elements of one index lie together.
  if (index.kind === "uniform") return element.base.kind === "address" ? "other" : undefined;
  if (typeof index.stride === "number") return "other";
  return bytes.has(element) ? "byteApart" : "apart";
}

/** The most vectors that may be live at the same time, by gang size. */
const ROOM = { 16: 6, 8: 24 } as const;

interface SizeChoice {
  readonly gang: Gang;
  readonly reason: string;
}

function sizeOf(fn: Fn, shapes: Shapes): SizeChoice {
  const { words, doubles, doubleLocals, bytes, serial, carried, wideMath } = weigh(fn, shapes);
  const pressure = words + 2 * doubles + (carried > MAX_CARRIED ? carried : 0);
  if (serial) return { gang: 4, reason: `${serial} happen one work-item after the other` };
  if (wideMath) return { gang: 4, reason: `4 work-items fit the registers: ${wideMath} of f64 takes many` };
  if (doubles > words) {
    if (doubleLocals <= MAX_WAITING && dividesInLoop(fn, shapes))
      return { gang: 8, reason: "most of its values have 64 bits, and wait for divisions" };
    const gang = doubles <= ROOM[16] / 2 ? 8 : 4;
    return { gang, reason: `${gang} work-items fit the registers: most of its values have 64 bits` };
  }
  const gang = pressure <= ROOM[16] || bytes > 0 ? 16 : pressure <= ROOM[8] ? 8 : 4;
  const values = pressure === 0 ? "" : `, with ${pressure} ${pressure === 1 ? "value" : "values"} each`;
  return { gang, reason: `${gang} work-items fit the registers${values}${bytes > 0 ? "; bytes load together" : ""}` };
}

/** The most 64-bit locals that a gang of 8 keeps in registers while it waits for quotients, which take as long for one vector as for several. */
const MAX_WAITING = 3;

/** Whether a loop divides doubles by a divisor that is not a constant. */
function dividesInLoop({ body }: Fn, shapes: Shapes): boolean {
  let isFound = false;
  const isSlow = (one: Expr): boolean =>
    one.kind === "op" && one.op === "div" && one.type === "f64" && one.args[1]?.kind !== "const";
  forEachStmt(body, (loop) => {
    if (loop.kind !== "loop") return;
    forEachStmt([...loop.header, ...loop.body, ...loop.update], (stmt) => {
      for (const expr of expressionsOf(stmt)) {
        forEachExpr(expr, (one) => {
          isFound ||= isSlow(one) && shapes.of(one).kind === "varying";
        });
      }
    });
  });
  return isFound;
}

/**
 * Tiles of 16 rows take all registers and, if rows are a power of two apart, 16 lines of a cache set of 8 or 12 (measured: up to three times as
 * slow).
 */
function forTiles(size: SizeChoice): SizeChoice {
  return size.gang <= 8 ? size : { gang: 8, reason: "8 work-items fit the registers, with tiles of their rows" };
}

/** The most sums and the like that a loop may carry in a gang of 16 without running out of registers. */
const MAX_CARRIED = 3;

interface Weight {
  words: number;
  /** Varying locals that are computed from themselves. */
  carried: number;
  doubles: number;
  /** The doubles that are locals. */
  doubleLocals: number;
  bytes: number;
  /** The operations, if any, that run one work-item after the other. */
  serial: "atomic operations" | "calls of foreign functions" | undefined;
  /** A math function on f64, if any. */
  wideMath: string | undefined;
}

/** Counts the varying locals and everything else that takes registers. */
function weigh(fn: Fn, shapes: Shapes): Weight {
  const weight: Weight = {
    ...{ words: 0, carried: 0, doubles: 0, doubleLocals: 0, bytes: 0 },
    ...{ serial: undefined, wideMath: undefined },
  };
  const counted = new Set<number>();
  const visit = (expr: Expr): void => {
    if (expr.kind === "local" && shapes.locals[expr.local]?.kind === "varying" && !counted.has(expr.local)) {
      counted.add(expr.local);
      const { type } = expr;
      if (isScalar(type) && scalars[type].size === 8) {
        weight.doubles++;
        weight.doubleLocals++;
      } else weight.words++;
    }
    if (expr.kind === "load" && isSmall(expr.place)) weight.bytes++;
    if (expr.kind === "builtin" && expr.type === "f64" && shapes.of(expr).kind === "varying")
      weight.wideMath ??= `Math.${builtins[expr.builtin].math}`;
    if (expr.kind === "op" && scalars[expr.type].size === 8 && shapes.of(expr).kind === "varying")
      weight.doubles += 0.5;
  };
  forEachStmt(fn.body, (stmt) => {
    if (isSumOfWords(fn, stmt)) return;
    if (stmt.kind === "set" && shapes.locals[stmt.local]?.kind === "varying") {
      forEachExpr(stmt.value, (expr) => {
        if (expr.kind === "local" && expr.local === stmt.local) weight.carried++;
      });
    }
    if (stmt.kind === "atomic") weight.serial = "atomic operations";
    if (stmt.kind === "call") weight.serial ??= "calls of foreign functions";
    if (stmt.kind === "store" && isSmall(stmt.place)) weight.bytes++;
    for (const expr of expressionsOf(stmt)) forEachExpr(expr, visit);
  });
  return weight;
}

/** A sum of words that is added to a double: the words are added much more often, so the double takes no registers there. */
function isSumOfWords(fn: Fn, stmt: Stmt): boolean {
  return stmt.kind === "set" && stmt.value.type === "f64" && isWordOfSum(fn, stmt.local, stmt.value);
}

function isSmall({ type }: Expr): boolean {
  return typeof type !== "string" && type.kind === "ref" && isScalar(type.to) && scalars[type.to].size === 1;
}

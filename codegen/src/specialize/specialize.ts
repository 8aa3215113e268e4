// Specialises a kernel for given values of its specialization constants and parameters: they become constants, what follows from them is folded,
// branches not taken are dropped, and short loops over constants are unrolled. IR in, IR out, before any other pass sees the kernel. Values that are
// still read by an unknown index stay in memory, as initial bytes.

import {
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  invariant,
  isScalar,
  type Module,
  type Stmt,
} from "@lanewise/ir";
import { replaceInBlock } from "../analysis/replace.js";
import { inlineCalls } from "../inline.js";
import { rootOf } from "../simplify/forward-locals.js";
import { assignmentsIn } from "../simplify/locals.js";
import { findUnrollable, type LoopStmt } from "../simplify/rounds.js";
import { tidy } from "../simplify/tidy.js";
import { unroll } from "../simplify/unroll.js";
import { constantAt, isConstant, scalarConstant } from "./constant-at.js";
import { settle } from "./settle.js";

/** The values that a program is compiled for, as bytes in memory. */
export interface SpecializedValues {
  /** Values of specialization constants, by index in `Module.globals`; the others have their defaults. */
  readonly constants: ReadonlyMap<number, Uint8Array>;
  /** Values of scalar parameters, by index; the others vary with each launch. */
  readonly parameters: ReadonlyMap<number, Uint8Array>;
}

/** Nodes of a kernel above which no loop is unrolled: longer code delays the first result. */
const MAX_NODES = 1_000;

/**
 * Returns the module with the kernel specialised for these values. Its parameters stay, so that calls do not change; those with a value are not read.
 *
 * @example
 * const module = specialize(original, kernel, { constants: new Map([[0, Uint8Array.of(2, 0, 0, 0)]]), parameters: new Map() });
 * // `while lt(%2.k, load($0.radius))` has become `while lt(%2.k, i32(2))`
 */
export function specialize(module: Module, kernel: number, { constants, parameters }: SpecializedValues): Module {
  const original = module.functions[kernel];
  invariant(original?.linkage === "kernel", `function ${kernel} is a kernel`);
  const globals = module.globals.map((global, index) => {
    const initial = constants.get(index);
    return initial ? { ...global, initial } : global;
  });
  const known = { ...module, globals };
  const { specialized: _, ...inlined } = inlineCalls(known, original);
  const fn = foldConstants(known, withValues(inlined, parameters));
  return { ...known, functions: known.functions.map((one, index) => (index === kernel ? fn : one)) };
}

/** Replaces reads of a parameter by its value; if the kernel assigns the parameter, sets it to the value first. */
function withValues(fn: Fn, values: SpecializedValues["parameters"]): Fn {
  const assigned = assignmentsIn(fn.body);
  const replacements = new Map<number, Expr>();
  const first: Stmt[] = [];
  for (const [local, bytes] of values) {
    const type = fn.locals[local]?.type;
    invariant(type !== undefined && isScalar(type) && local < fn.parameters, `parameter ${local} is a scalar`);
    const value = scalarConstant(bytes, 0, type);
    if (assigned.has(local)) first.push({ kind: "set", local, value });
    else replacements.set(local, value);
  }
  const body = replaceInBlock(fn.body, (expr) => {
    const found = expr.kind === "local" ? replacements.get(expr.local) : undefined;
    return found && { ...found };
  });
  return { ...fn, body: [...first, ...body] };
}

/** Unrolls loops with a known number of iterations as long as that helps. */
function foldConstants(module: Module, fn: Fn): Fn {
  const isWanted = (loop: LoopStmt, rounds: number) => rounds <= 1 || touchesNothing(loop, module);
  const constantOf = (expr: Expr) => constantAt(expr, module);
  for (let current = settle(fn, constantOf); ; ) {
    const rounds = findUnrollable(current, MAX_NODES, isWanted);
    if (!rounds) return tidy(current);
    current = settle(unroll(current, rounds), constantOf);
  }
}

/**
 * Whether a loop uses no memory but constants and the work-item's private memory. Other loops stay: unrolled, each access would have its own address
 * and check (measured on convolutions of 5 to 49 taps: 1.2 to 3 times as slow). A barrier in the loop would divide the kernel again and again.
 */
function touchesNothing(loop: LoopStmt, module: Module): boolean {
  let isFound = false;
  const touches = (place: Expr): boolean => {
    const root = rootOf(place);
    return root.kind === "global" ? !isConstant(module.globals[root.global]) : root.kind !== "address";
  };
  forEachStmt([loop], (stmt) => {
    isFound ||= stmt.kind === "barrier" || stmt.kind === "call";
    isFound ||= (stmt.kind === "store" || stmt.kind === "atomic") && touches(stmt.place);
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        isFound ||= (one.kind === "load" && touches(one.place)) || one.kind === "dereference";
      });
    }
  });
  return !isFound;
}

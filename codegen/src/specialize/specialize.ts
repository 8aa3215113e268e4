// A kernel for given values of its specialization constants and of the parameters that it is specialized by: they become constants,
// what follows from them is folded, branches that are not taken go, loops of few rounds over constants are unrolled. IR in, IR out, before anything else
// looks at the kernel. What is still read by an index that is not known stays in memory, with the values as its initial bytes.

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

/** What a program is compiled for, as the values lie in memory. */
export interface SpecializedValues {
  /** Of specialization constants, by index in `Module.globals`; the others have their defaults. */
  readonly constants: ReadonlyMap<number, Uint8Array>;
  /** Of scalar parameters, by index; the others stay what each launch gives. */
  readonly parameters: ReadonlyMap<number, Uint8Array>;
}

/** Nodes of a kernel, above which no loop is unrolled: code that is longer takes longer to its first result. */
const MAX_NODES = 1_000;

/**
 * The module with the kernel for these values. Its parameters stay, so that it is called alike; those with a value are not read.
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

/** Reads of a parameter become its value; one that the kernel assigns is given the value first. */
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

/** Unrolls loops until there is none left whose rounds are known and that is better without. */
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
 * Whether a loop touches no memory but constants and the work-item's own. Others stay: unrolled, each access would have an address and a check
 * of its own (measured on convolutions of 5 to 49 taps: 1.2 to 3 times as slow). A barrier in it would divide the kernel again and again.
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

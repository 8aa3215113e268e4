// Finds the array parameters that a kernel certainly overwrites: those with a store that every work-item reaches, at the work-item's linear id. A
// launch over a range of at least that many elements need not copy the array's old values to the device. Looks only at the kernel's own statements,
// not into calls. Needs a verified module.

import { invariant } from "../invariant.js";
import {
  type Expr,
  type Fn,
  forEachStmt,
  type Module,
  resultOf,
  type Stmt,
  withoutRestatement,
} from "../module/index.js";

/** A number used in computing an index. */
export type Factor =
  | { readonly kind: "constant"; readonly value: number }
  | { readonly kind: "parameter"; readonly parameter: number }
  | { readonly kind: "globalSize"; readonly dimension: number };

/** The index is the linear id if these are the range's sizes after the first: `(z * sizes[0] + y) * sizes[1] + x`. */
export interface Coverage {
  readonly sizes: readonly Factor[];
}

/** By parameter; undefined if unknown. */
export function coverageOf(module: Module, kernel: number): readonly (Coverage | undefined)[] {
  const fn = module.functions[kernel];
  invariant(fn, `function ${kernel} is in the module`);
  const found: (Coverage | undefined)[] = fn.locals.slice(0, fn.parameters).map(() => undefined);
  const often = assignedOften(fn);
  const values = new Map<number, Expr>();
  const isFixed = (local: number) => local < fn.parameters && !often.has(local);
  for (const stmt of fn.body) {
    if (mayReturn(stmt)) break;
    if (stmt.kind === "set" && !often.has(stmt.local)) values.set(stmt.local, stmt.value);
    if (stmt.kind !== "store" || stmt.place.kind !== "element" || stmt.place.base.kind !== "local") continue;
    const { local } = stmt.place.base;
    const sizes = isFixed(local) ? linearId(stmt.place.index, fn.dimensions - 1, isFixed, values) : undefined;
    if (sizes) found[local] ??= { sizes };
  }
  return found;
}

/** Parameters that are assigned, and locals that are assigned more than once. */
function assignedOften(fn: Fn): ReadonlySet<number> {
  const seen = new Set(fn.locals.slice(0, fn.parameters).keys());
  const often = new Set<number>();
  forEachStmt(fn.body, (stmt) => {
    const local = resultOf(stmt);
    if (local === undefined) return;
    if (seen.has(local)) often.add(local);
    seen.add(local);
  });
  return often;
}

function mayReturn(stmt: Stmt): boolean {
  let isFound = false;
  forEachStmt([stmt], ({ kind }) => {
    isFound ||= kind === "return";
  });
  return isFound;
}

type Values = ReadonlyMap<number, Expr>;
/** Whether a local is a parameter that is never assigned. */
type IsFixed = (local: number) => boolean;

/** The sizes for which `index` is the linear id in the dimensions up to `dimension`. */
function linearId(index: Expr, dimension: number, isFixed: IsFixed, values: Values): readonly Factor[] | undefined {
  const expr = resolved(index, values);
  if (dimension < 1) return dimension === 0 && isId(expr, 0) ? [] : undefined;
  for (const [rows, column] of operands(expr, "add", values)) {
    if (!isId(column, dimension)) continue;
    for (const [outer, size] of operands(rows, "mul", values)) {
      const factor = factorOf(size, isFixed);
      const sizes = factor && linearId(outer, dimension - 1, isFixed, values);
      if (sizes) return [...sizes, factor];
    }
  }
  return undefined;
}

function resolved(expr: Expr, values: Values): Expr {
  const own = numberOf(expr);
  const value = own.kind === "local" ? values.get(own.local) : undefined;
  return value ? resolved(value, values) : own;
}

/** Both operands, in both orders. */
function operands(expr: Expr, op: "add" | "mul", values: Values): readonly (readonly [Expr, Expr])[] {
  if (expr.kind !== "op" || expr.op !== op) return [];
  const [a, b] = expr.args.map((operand) => resolved(operand, values));
  return a && b
    ? [
        [a, b],
        [b, a],
      ]
    : [];
}

function isId(expr: Expr, dimension: number): boolean {
  return expr.kind === "query" && expr.query === "globalId" && expr.dimension === dimension;
}

/** The underlying number, whatever type it is computed in: element indices fit both `index` and doubles exactly. */
function numberOf(expr: Expr): Expr {
  const own = withoutRestatement(expr);
  const [number] = own.kind === "op" ? own.args : [];
  if (own.kind !== "op" || !number) return own;
  const isWidened = own.op === "convert" && own.type === "f64" && (number.type === "i32" || number.type === "u32");
  return isWidened || own.op === "index" ? numberOf(number) : own;
}

function factorOf(size: Expr, isFixed: IsFixed): Factor | undefined {
  const expr = numberOf(size);
  if (expr.kind === "const" && typeof expr.value === "number") return { kind: "constant", value: expr.value };
  if (expr.kind === "local" && isFixed(expr.local)) return { kind: "parameter", parameter: expr.local };
  if (expr.kind !== "query" || expr.query !== "globalSize") return undefined;
  return { kind: "globalSize", dimension: expr.dimension };
}

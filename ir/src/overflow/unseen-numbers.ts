// Finds where a kernel's numbers may differ from JavaScript's although the interpreter computes them as JavaScript does: in gangs, across engines,
// and in precompiled code. Looks at the IR of the kernel and everything it reaches; runs nothing. Needs a verified, linked module.

import { accessOf } from "../analysis/index.js";
import {
  builtins,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  hasBody,
  isLeftToEngine,
  isValueScalar,
  type Module,
  operandsOf,
  type Stmt,
  type ValueScalar,
  withoutRestatement,
} from "../module/index.js";
import { type CodePlace, placesIn } from "./code-places.js";
import { type ExpressionText, textsIn } from "./expression-text.js";
import { reducersIn } from "./reducers-in.js";

/**
 * "math": f32 Math functions in gangs. "fused": `a * b + c` of f32. "power", "hypot": digits that JavaScript leaves to the engine. "aheadOfTime": f64
 * Math functions in precompiled code. "order": floats of several work-items that are added or multiplied, or values that a function combines.
 */
export type UnseenKind = "math" | "fused" | "power" | "hypot" | "aheadOfTime" | "order";

export interface UnseenNumber extends CodePlace {
  readonly kind: UnseenKind;
  /** Roughly as in the source. */
  readonly text: string;
  readonly type: ValueScalar;
  /** For "math": the error in units in the last place. */
  readonly ulp: number | undefined;
}

export interface UnseenSettings {
  /** Whether products and sums may be fused: `fp` is not "strict". */
  readonly isContracting: boolean;
  /** Whether the code was compiled ahead of time. */
  readonly isAheadOfTime: boolean;
  /** The kernel's parameters that are reducers. */
  readonly reducers: ReadonlySet<number>;
}

type Report = (expr: Expr, kind: UnseenKind, ulp?: number) => void;

/** In the order of functions and their statements. */
export function unseenNumbers(module: Module, kernel: number, settings: UnseenSettings): readonly UnseenNumber[] {
  const reducers = reducersIn(module, kernel, settings.reducers);
  return accessOf(module, kernel).functions.flatMap((index) => {
    const fn = module.functions[index];
    return fn && hasBody(fn) ? unseenIn(fn, module, { ...settings, reducers: reducers.get(index) ?? new Set() }) : [];
  });
}

/** `reducers` are locals of the function. */
function unseenIn(fn: Fn, module: Module, settings: UnseenSettings): readonly UnseenNumber[] {
  const placeOf = placesIn(fn, module);
  const textOf = textsIn(fn, module);
  const found: UnseenNumber[] = [];
  const report: Report = (expr, kind, ulp) => {
    if (isValueScalar(expr.type)) found.push({ kind, text: textOf(expr), type: expr.type, ulp, ...placeOf(expr) });
  };
  forEachStmt(fn.body, (stmt) => {
    if (stmt.kind === "subGroup") found.push(...combinedByMembers(stmt, fn, module));
    if (stmt.kind === "atomic") found.push(...combinedInMemory(stmt, settings, textOf));
    for (const root of expressionsOf(stmt)) inExpression(root, settings, report);
  });
  return found;
}

function combinedByMembers(
  { combination, op, value: { type }, site }: Extract<Stmt, { kind: "subGroup" }>,
  fn: Fn,
  { sites }: Module,
): readonly UnseenNumber[] {
  if (!isOrdered(combination) || !isFloat(type)) return [];
  const { name = op, at = fn.at } = sites[site] ?? {};
  return [{ kind: "order", text: name, type, ulp: undefined, at, isNear: false }];
}

function combinedInMemory(
  { op, place, value, at }: Extract<Stmt, { kind: "atomic" }>,
  { reducers, isContracting }: UnseenSettings,
  textOf: ExpressionText,
): readonly UnseenNumber[] {
  if (!value || !isValueScalar(value.type)) return [];
  const { type } = value;
  const root = rootOf(place);
  const isReducer = root.kind === "local" && reducers.has(root.local);
  const isByFunction = isReducer && op === "store";
  const unseen = { type, ulp: undefined, at, isNear: false };
  const found: UnseenNumber[] = [];
  if ((isOrdered(op) && isFloat(type)) || isByFunction) {
    found.push({ ...unseen, kind: "order", text: textOf(isByFunction ? root : place) });
  }
  // A lane adds what it combines to its own value.
  if (isReducer && isContracting && op === "add" && type === "f32" && isProduct(value)) {
    found.push({ ...unseen, kind: "fused", text: `${textOf(place)} + ${textOf(value)}` });
  }
  return found;
}

const isOrdered = (op: string | undefined): boolean => op === "add" || op === "sub" || op === "mul";
const isFloat = (type: unknown): type is "f32" | "f64" => type === "f32" || type === "f64";

function inExpression(root: Expr, settings: UnseenSettings, report: Report): void {
  forEachExpr(root, (expr) => {
    if (isLeftToEngine(expr)) report(expr, operandsOf(expr)[0]?.kind === "builtin" ? "hypot" : "power");
    if (expr.kind === "builtin") {
      const { f32 } = builtins[expr.builtin].ulp;
      // Functions that are exact in f32 are exact in f64.
      if (expr.type === "f32" && f32 > 0) report(expr, "math", f32);
      if (expr.type === "f64" && f32 > 0 && settings.isAheadOfTime) report(expr, "aheadOfTime");
    }
    if (settings.isContracting && isFused(expr)) report(expr, "fused");
  });
}

/** `a * b + c` and `c - a * b` (codegen/src/wasm/gang/vector-expressions.ts). */
function isFused(expr: Expr): boolean {
  if (expr.kind !== "op" || expr.type !== "f32") return false;
  const [a, b] = expr.args;
  if (!a || !b) return false;
  return (expr.op === "add" && (isProduct(a) || isProduct(b))) || (expr.op === "sub" && isProduct(b));
}

function isProduct(expr: Expr): boolean {
  const inner = withoutRestatement(expr);
  return inner.kind === "op" && inner.op === "mul";
}

function rootOf(place: Expr): Expr {
  const [base] = place.kind === "element" || place.kind === "field" ? operandsOf(place) : [];
  return base ? rootOf(base) : place;
}

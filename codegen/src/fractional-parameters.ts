// Kernels take captured numbers that they count and index with as i32, since fractions are rare there. For a launch with a fraction, this makes a
// kernel that takes the number as a double. IR in, IR out, before any target compiles.

import {
  build,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  invariant,
  type Module,
  NO_INTEGER_INDEX,
  type Stmt,
} from "@lanewise/ir";
import { replaceInExpr, withBlocks, withExpressions } from "./analysis/replace.js";
import { inlineCalls } from "./inline.js";

/**
 * Changes the given i32 `parameters` of the kernel to f64. Returns undefined if one is used where a written flavour requires an integer.
 *
 * @example
 * const module = takeFractions(original, kernel, new Set([1]));
 * // (n: i32) loop lt(%k, convert<f64>(n)) has become (n: f64) loop lt(%k, n)
 */
export function takeFractions(module: Module, kernel: number, parameters: ReadonlySet<number>): Module | undefined {
  const original = module.functions[kernel];
  invariant(original?.linkage === "kernel", `function ${kernel} is a kernel`);
  for (const one of parameters) invariant(original.locals[one]?.type === "i32", `parameter ${one} is i32`);
  const fn = inlineCalls(module, original);
  const fractions = withCopies(fn, parameters);
  const body = fn.body.map((stmt) => withFractions(stmt, fractions));
  const locals = fn.locals.map((local, index) => (fractions.has(index) ? { ...local, type: "f64" as const } : local));
  const made: Fn = { ...fn, locals, body };
  if (usesWords(made, fractions)) return undefined;
  return { ...module, functions: module.functions.map((one, index) => (index === kernel ? made : one)) };
}

/** The parameters and the locals that are only ever copies of them: inner functions receive their captures as parameters. */
function withCopies({ body }: Fn, parameters: ReadonlySet<number>): ReadonlySet<number> {
  /** The parameter or copy that a local is set to; undefined if it is also set to something else. */
  const sources = new Map<number, number | undefined>();
  const add = (local: number, source: number | undefined): void => {
    sources.set(local, !sources.has(local) || sources.get(local) === source ? source : undefined);
  };
  forEachStmt(body, (stmt) => {
    if ("result" in stmt && stmt.result !== undefined) add(stmt.result, undefined);
    if (stmt.kind !== "set") return;
    const { local, value } = stmt;
    add(local, value.kind === "local" && value.type === "i32" ? value.local : undefined);
  });
  const found = new Set(parameters);
  for (let size = 0; size < found.size; ) {
    size = found.size;
    for (const [local, source] of sources) if (source !== undefined && found.has(source)) found.add(local);
  }
  return found;
}

function withFractions(stmt: Stmt, fractions: ReadonlySet<number>): Stmt {
  const isOne = (expr: Expr | undefined): expr is Extract<Expr, { kind: "local" }> =>
    expr?.kind === "local" && fractions.has(expr.local);
  const map = (expr: Expr): Expr => replaceInExpr(expr, replacement);
  const replacement = (expr: Expr): Expr | undefined => {
    const [first] = expr.kind === "op" ? expr.args : [];
    if (expr.kind !== "op" || !first) return undefined;
    if (expr.op === "index") return indexOf(map(first));
    if (expr.op !== "convert" || !isOne(first)) return undefined;
    const number = build.local(first.local, "f64");
    return expr.type === "f64" ? number : { ...expr, args: [number] };
  };
  const isCopy = stmt.kind === "set" && isOne(stmt.value) && fractions.has(stmt.local);
  if (isCopy) return { ...stmt, value: build.local(stmt.value.local, "f64") };
  return withBlocks(withExpressions(stmt, map), (block) => block.map((one) => withFractions(one, fractions)));
}

/** A fraction is not a valid index. */
function indexOf(number: Expr): Expr {
  if (number.kind === "const") return build.convert("index", "i32", number);
  const isWhole = build.op("eq", number, build.op("trunc", number));
  return build.op("select", isWhole, build.convert("index", "i32", number), build.constant("i32", NO_INTEGER_INDEX));
}

/** Whether one of the parameters is still used as an i32. */
function usesWords({ body }: Fn, parameters: ReadonlySet<number>): boolean {
  let found = false;
  forEachStmt(body, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        found ||= one.kind === "local" && one.type === "i32" && parameters.has(one.local);
      });
    }
  });
  return found;
}

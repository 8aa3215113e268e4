// Finds the function by which a reduction combines values: the kernel, or a function that receives the reducer, calls it with an element of the
// reducer (transformer/src/lower/reducers.ts).

import {
  build,
  type Expr,
  forEachStmt,
  invariant,
  isValueScalar,
  type Module,
  type Position,
  type Stmt,
  scalars,
  type Type,
} from "@lanewise/ir";
import { rootOf } from "../simplify/forward-locals.js";

/** The function's index; undefined if nothing is combined. `reducers` are the locals of `fn` that hold the reducer. */
export function findCombiner(module: Module, fn: number, reducers: ReadonlySet<number>): number | undefined {
  const known = new Set(reducers);
  const isReducer = (expr: Expr): boolean => expr.kind === "local" && known.has(expr.local);
  let found: number | undefined;
  forEachStmt(module.functions[fn]?.body ?? [], (stmt) => {
    if (stmt.kind === "set" && isReducer(stmt.value)) known.add(stmt.local);
    if (stmt.kind !== "call" || found !== undefined) return;
    const isCombined = stmt.args.some((arg) => {
      const value = arg.kind === "op" && arg.op === "convert" ? arg.args[0] : arg;
      const place = value?.kind === "load" ? value.place : arg;
      return place.kind === "element" && isReducer(rootOf(place));
    });
    if (isCombined) found = stmt.function;
    const given = [...stmt.args.keys()].filter((index) => isReducer(stmt.args[index] ?? build.constant("i32", 0)));
    if (given.length > 0) found ??= findCombiner(module, stmt.function, new Set(given));
  });
  return found;
}

/** The type of the local that `combineBy` needs: the function's result, or the object it fills. */
export function resultOfCombiner(module: Module, combiner: number): Type {
  const fn = module.functions[combiner];
  invariant(fn, `there is a function ${combiner}`);
  if (fn.result !== "void") return fn.result;
  const made = fn.locals[0]?.type;
  invariant(typeof made === "object" && made.kind === "ref", "a combiner without a result makes an object");
  return made.to;
}

/**
 * Sets `to` to the function's result for it and `other`, through `local`. Numbers are loaded as the types the function takes, and its result is
 * stored as the array's type; objects are passed by reference.
 */
export function combineBy(
  { functions }: Module,
  combiner: number,
  type: Type,
  local: number,
  [to, other]: readonly [Expr, Expr],
  at: Position,
): readonly Stmt[] {
  const result = build.local(local, type);
  if (result.kind === "address") {
    return [build.call(combiner, [result, to, other], undefined, at), build.store(to, result, at)];
  }
  if (typeof type !== "string") return [build.call(combiner, [to, other], local, at), build.store(to, result, at)];
  const taken = functions[combiner]?.locals ?? [];
  const args = [build.load(to), build.load(other)].map((value, index) => numberAs(value, taken[index]?.type));
  return [build.call(combiner, args, local, at), build.store(to, numberAs(result, build.load(to).type), at)];
}

function numberAs(value: Expr, type: Type | undefined): Expr {
  if (type === undefined || typeof type !== "string" || !isValueScalar(type)) return value;
  return build.convert(scalars[type].kind === "float" ? "convert" : "wrap", type, value);
}

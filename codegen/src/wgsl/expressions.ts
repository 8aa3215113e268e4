// Expressions as WGSL text. They have no effects; what may fail in one is checked in front of its statement (checks.ts).

import {
  type Expr,
  invariant,
  isOfGroups,
  isRestated,
  type Query,
  scalars,
  type ValueScalar,
  withoutRestatement,
} from "@lanewise/ir";
import { isSameExpr } from "../analysis/same-expr.js";
import { addedConstant } from "./cancelling.js";
import { mathText } from "./math.js";
import { NotForGpu } from "./not-for-gpu.js";
import { operationText } from "./operations.js";
import { addressText, loadText } from "./places.js";
import { pointerText } from "./pointers.js";
import type { Scope } from "./scope.js";
import { bitsOfF32, constantText } from "./types.js";

export function expressionText(scope: Scope, expr: Expr): string {
  switch (expr.kind) {
    case "const":
      return constantText(expr.type, expr.value);
    case "local": {
      const name = scope.names[expr.local];
      invariant(name, () => `there is a local ${expr.local}`);
      return name;
    }
    case "op":
      return isRestated(expr) ? expressionText(scope, withoutRestatement(expr)) : opText(scope, expr);
    case "builtin":
      return mathText(scope, expr);
    case "query":
      return queryText(scope, expr.query, expr.dimension);
    case "global":
    case "address":
    case "element":
    case "field":
    case "dereference":
      return addressText(scope, expr);
    case "pointer":
      return pointerText(scope, expr.place, addressText(scope, expr.place));
    case "load":
      return loadText(scope, expr.place);
    case "length":
      return `i32(${expressionText(scope, expr.span)}.y)`;
  }
}

function opText(scope: Scope, expr: Extract<Expr, { kind: "op" }>): string {
  const operand = expr.args.at(-1)?.type;
  invariant(typeof operand === "string", "operands are scalars");
  const texts = expr.args.map((arg) => expressionText(scope, arg));
  // Drivers fold x - x to 0, x / x to 1, and x * 0, 0 * x and 0 / x to 0. For infinities, NaN and divisors of 0 that is wrong.
  const [left, right] = expr.args;
  const isFolded = left && right && (isSameExpr(left, right) ? expr.op === "sub" || expr.op === "div" : isZero(right));
  const isZeroed = left && isZero(left) && (expr.op === "mul" || expr.op === "div");
  if (expr.type === "f32" && isZeroed) texts[0] = hidden(texts[0]);
  if (expr.type === "f32" && isFolded) texts[1] = hidden(texts[1]);
  // WGSL rejects constant expressions that overflow.
  const [first, ...others] = expr.args.every(({ kind }) => kind === "const")
    ? [atRunTime(expr.args[0]), ...texts.slice(1)]
    : texts;
  const text = operationText(scope.program.use, expr.op, scalars[operand].register, expr.type, [
    first ?? "",
    ...others,
  ]);
  const added = addedConstant(expr);
  const isHidden = added !== undefined && scope.cancelling.has(added);
  return isHidden ? hidden(text) : text;
}

/** An f32 that the driver's compiler does not know. */
const hidden = (text = ""): string => `bitcast<f32>(bitcast<u32>(${text}) | zero)`;

const isZero = (expr: Expr): boolean => expr.kind === "const" && Number(expr.value) === 0;

/** A constant that compilers do not know. */
function atRunTime(expr: Expr | undefined): string {
  invariant(expr?.kind === "const", "it is a constant");
  const text = constantText(expr.type, expr.value);
  const rows: Readonly<Record<ValueScalar, () => string>> = {
    bool: () => `(${text} != (zero != 0u))`,
    i32: () => `(${text} | i32(zero))`,
    u32: () => `(${text} | zero)`,
    f32: () => (text.startsWith("bitcast") ? text : `bitcast<f32>(${bitsOfF32(Number(expr.value))}u | zero)`),
    i64: () => `(${text} | vec2<u32>(zero, zero))`,
    u64: () => `(${text} | vec2<u32>(zero, zero))`,
    f64: () => `(${text} | vec2<u32>(zero, zero))`,
  };
  return rows[expr.type]();
}

const queries: Readonly<Partial<Record<Query, (dimension: 0 | 1 | 2) => string>>> = {
  globalId: (dimension) => `index${dimension}`,
  globalSize: (dimension) => `size${dimension}`,
  globalOffset: () => "0",
  localId: (dimension) => `own${dimension}`,
  groupId: (dimension) => `group${dimension}`,
  groupCount: (dimension) => `groups${dimension}`,
};

function queryText(scope: Scope, query: Query, dimension: 0 | 1 | 2): string {
  const text = queries[query]?.(dimension);
  if (isOfGroups(query) && !scope.program.options.group)
    throw new NotForGpu("work-groups in a launch without them", scope.at, "Launch the kernel over an nd-range.");
  invariant(text !== undefined, () => `${query} is answered before`);
  return text;
}

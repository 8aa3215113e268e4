// Lowers `popcount(x)`, `ctz(x)`, `clz(x)` and `rotate(x, by)` to one operation on 32 or 64 bits.

import { build, type Expr, invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import { isBigType } from "../infer/term.js";
import { type BitFunction, bitFunctions } from "../recognise/bit-functions.js";
import { asBits } from "./coerce.js";
import { lowerNumber, lowerValue } from "./expressions.js";
import { type FunctionEmitter, termOf } from "./function-emitter.js";
import { lowerIntegerOperand } from "./operators.js";
import { lowerOperands } from "./order.js";

export function lowerBitFunction(emitter: FunctionEmitter, node: ts.CallExpression, name: BitFunction): Expr {
  const { op, gives } = bitFunctions[name];
  const operands = node.arguments.slice(0, gives === "bits" ? 2 : 1).map((argument) => () => bitsOf(emitter, argument));
  const [value, by] = lowerOperands(emitter, operands);
  invariant(value && (gives === "count" || by), "it was collected");
  if (by) return build.op(op, value, by);
  return asBits(build.op(op, value), "i32");
}

/** Returns an i32, or a u64 of a bigint. */
function bitsOf(emitter: FunctionEmitter, node: ts.Expression): Expr {
  const { type, isBig, origin } = termOf(emitter, node);
  if (!isBig && !isBigType(type)) return asBits(lowerIntegerOperand(emitter, node), "i32");
  return asBits((origin.kind === "literal" ? lowerValue : lowerNumber)(emitter, node), "u64");
}

// Lowers math functions on f64 in gangs a few registers at a time, because their steps have many live values. Inside them, masks have 64 bits.
// Products and sums are never fused, so that results are the same to the bit on every engine.

import { type Expr, invariant, type Op } from "@lanewise/ir";
import type { MathFunction } from "../../math/math-function.js";
import { type Instruction, i32Const, ifElse, instruction, localGet, localSet } from "../instructions.js";
import type { Mnemonic } from "../opcodes.js";
import { anyTrue, bindVector, type GangContext, lane, type Vector } from "./gang-context.js";
import { each, registerOf, shiftVector, vectorRow } from "./vector-operations.js";

const comparisons = {
  eq: { f64: "f64x2.eq", i64: "i64x2.eq" },
  ne: { f64: "f64x2.ne", i64: "i64x2.ne" },
  lt: { f64: "f64x2.lt", i64: "i64x2.lt_s" },
  le: { f64: "f64x2.le", i64: "i64x2.le_s" },
  gt: { f64: "f64x2.gt", i64: "i64x2.gt_s" },
  ge: { f64: "f64x2.ge", i64: "i64x2.ge_s" },
} as const satisfies Partial<Record<Op, Record<"f64" | "i64", Mnemonic>>>;

/** Calls the host's function with one work-item's arguments. */
type HostFunction = (args: readonly Instruction[]) => Instruction;

/** The number of registers that take each step together: one computes while the other waits for its last step; a third would spill. */
const TOGETHER = 2;

export function callWideMath(
  context: GangContext,
  fn: MathFunction,
  args: readonly Vector[],
  host: HostFunction,
): Vector {
  const [{ length } = []] = args;
  const parts = Array.from({ length: Math.ceil(length / TOGETHER) }, (_, part) => part * TOGETHER);
  return parts.flatMap((begin) => {
    const values = args.map((arg) => arg.slice(begin, begin + TOGETHER));
    const results = values[0]?.map(() => context.temporary("v128")) ?? [];
    context.code.statement(() => writeFunction(context, fn, values, results, host));
    return results.map(localGet);
  });
}

function writeFunction(
  context: GangContext,
  { steps, result, fallback, whole }: MathFunction,
  args: readonly Vector[],
  results: readonly number[],
  host: HostFunction,
): void {
  const { code } = context;
  const values = [...args];
  for (const step of steps) values.push(bindVector(context, lower(context, values, step)));
  const assign = (value: Vector) => results.map((local, index) => localSet(local, registerOf(value, index)));
  code.emit(...assign(lower(context, values, result)));
  if (!fallback) return;
  const isRare = bindVector(context, lower(context, values, fallback));
  const instead = code.collect(() => {
    const exact = whole ? callWhole(context, whole, args, host) : callHost(context, args, host);
    code.emit(...assign(each("v128.bitselect", exact, results.map(localGet), isRare)));
  });
  code.emit(ifElse(anyTrue(isRare), undefined, instead));
}

function callWhole(context: GangContext, whole: MathFunction, args: readonly Vector[], host: HostFunction): Vector {
  const results = args[0]?.map(() => context.temporary("v128")) ?? [];
  context.code.statement(() => writeFunction(context, whole, args, results, host));
  return results.map(localGet);
}

function callHost(context: GangContext, args: readonly Vector[], host: HostFunction): Vector {
  const [first] = args;
  invariant(first, "a math function has arguments");
  return first.map((_, register) =>
    callForPair(
      context,
      args.map((arg) => registerOf(arg, register)),
      host,
    ),
  );
}

/** Calls the host for the two work-items of a register. */
function callForPair(context: GangContext, args: readonly Instruction[], host: HostFunction): Instruction {
  const [first, second] = [0, 1].map((item) =>
    context.bind("f64", host(args.map((arg) => context.bind("f64", lane("f64x2.extract_lane", item, arg))))),
  );
  invariant(first && second, "a register has two work-items");
  return lane("f64x2.replace_lane", 1, instruction("f64x2.splat", first), second);
}

function lower(context: GangContext, values: readonly Vector[], expr: Expr): Vector {
  if (expr.kind === "const") return (values[0] ?? []).map(() => context.pooled(constantBytes(expr)));
  if (expr.kind === "local") {
    const value = values[expr.local];
    invariant(value, "a step comes before its use");
    return value;
  }
  invariant(expr.kind === "op", "a math function is made of operations");
  const { op, args, type } = expr;
  const [a, b] = args;
  const operand = a?.type;
  invariant(a && typeof operand === "string", "an operation has operands");
  if (op === "reinterpret") return lower(context, values, a);
  if (op === "shl" || op === "shr") {
    invariant(b?.kind === "const", "a shift's count is a constant");
    const shifted = shiftVector(op, type, lower(context, values, a), i32Const(Number(b.value)));
    invariant(shifted, "64-bit integers shift");
    return shifted;
  }
  const operands = args.map((arg) => lower(context, values, arg));
  if (op === "select") {
    const [mask, whenTrue, whenFalse] = operands;
    invariant(mask && whenTrue && whenFalse, "select has three operands");
    if (isZero(args[1])) return each("v128.andnot", whenFalse, mask);
    if (isZero(args[2])) return each("v128.and", whenTrue, mask);
    // On whole elements, both instructions select the same.
    return each(context.hasRelaxed ? "i64x2.relaxed_laneselect" : "v128.bitselect", whenTrue, whenFalse, mask);
  }
  // The check above found the operation among the keys.
  if (op in comparisons && (operand === "f64" || operand === "i64"))
    return each(comparisons[op as keyof typeof comparisons][operand], ...operands);
  const row = operand === "f64" || operand === "i64" || operand === "bool" ? vectorRow(op, operand) : undefined;
  invariant(row, `vectors have ${op} of ${operand}`);
  return row(context, ...operands);
}

function isZero(expr: Expr | undefined): boolean {
  return expr?.kind === "const" && (Object.is(expr.value, 0) || expr.value === 0n);
}

function constantBytes({ type, value }: Extract<Expr, { kind: "const" }>): Uint8Array {
  const elements =
    type === "f64" ? Float64Array.of(Number(value), Number(value)) : BigInt64Array.of(BigInt(value), BigInt(value));
  return new Uint8Array(elements.buffer);
}

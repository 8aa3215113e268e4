// JavaScript's operators on compile-time values, computed by the host's own. Objects are only compared by identity, never
// converted.

import type ts from "typescript-6";
import { charge, giveUp, hostCall, isLargePower, limited, type Run } from "./run.js";
import { isCallable, isPrimitive, type Primitive, type Value } from "./values.js";

// Operands may have mixed types that TypeScript would reject; the host's rules apply.
type Operand = number;

const unary: Readonly<Record<string, (a: Operand) => Primitive>> = {
  "-": (a) => -a,
  "+": (a) => +a,
  "~": (a) => ~a,
  "!": (a) => !a,
};

const binary: Readonly<Record<string, (a: Operand, b: Operand) => Primitive>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
  "**": (a, b) => a ** b,
  "&": (a, b) => a & b,
  "|": (a, b) => a | b,
  "^": (a, b) => a ^ b,
  "<<": (a, b) => a << b,
  ">>": (a, b) => a >> b,
  ">>>": (a, b) => a >>> b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

type Equality = (a: Value, b: Value) => boolean;
const equalities: Readonly<Record<string, Equality>> = {
  "===": (a, b) => a === b,
  "!==": (a, b) => a !== b,
  // biome-ignore lint/suspicious/noDoubleEquals: it is what the program says
  "==": (a, b) => a == b,
  // biome-ignore lint/suspicious/noDoubleEquals: it is what the program says
  "!=": (a, b) => a != b,
};

export function isOperator(operator: string): boolean {
  return operator in binary || operator in equalities;
}

export function applyUnary(run: Run, operator: string, value: Value, node: ts.Node): Value {
  const operation = unary[operator] ?? giveUp();
  if (!isPrimitive(value)) return operator === "!" ? false : giveUp();
  // The host's operators take any primitive.
  return checked(
    run,
    hostCall(() => operation(value as Operand)),
    node,
  );
}

export function applyBinary(run: Run, operator: string, left: Value, right: Value, node: ts.Node): Value {
  const equality = equalities[operator];
  if (equality) return isComparable(left, right, operator) ? equality(left, right) : giveUp();
  const operation = binary[operator] ?? giveUp();
  if (!isPrimitive(left) || !isPrimitive(right)) giveUp();
  if (typeof left === "number" && typeof right === "number") return operation(left, right);
  if (typeof left === "bigint" && typeof right === "bigint" && /^(\*\*|<<|>>)$/.test(operator)) {
    const exponent = operator === ">>" ? -right : right;
    if (isLargePower(left, exponent)) charge(run, Number.POSITIVE_INFINITY, node);
  }
  // The host's operators take any two primitives, or throw.
  return checked(
    run,
    hostCall(() => operation(left as Operand, right as Operand)),
    node,
  );
}

/** Whether the host's comparison is exact here: functions lose their identity, and objects are not converted. */
function isComparable(left: Value, right: Value, operator: string): boolean {
  if (isPrimitive(left) && isPrimitive(right)) return true;
  if (isCallable(left) && isCallable(right)) return false;
  return operator.length === 3 || isPrimitive(left) === isPrimitive(right) || left == null || right == null;
}

/** Charges for values that can grow. */
function checked(run: Run, value: Primitive, node: ts.Node): Primitive {
  if (typeof value === "bigint") return limited(run, value, node);
  if (typeof value === "string") charge(run, value.length >> 3, node);
  return value;
}

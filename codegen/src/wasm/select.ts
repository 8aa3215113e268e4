// Looks up the selection tables: one row per operation and type, covering all of the IR's ops and builtins.

import { type Builtin, invariant, type Op, type ValueScalar } from "@lanewise/ir";
import { type Instruction, instruction } from "./instructions.js";
import { arithmetic, roundHalfUp, sign } from "./select-arithmetic.js";
import { bits } from "./select-bits.js";
import { conversions } from "./select-conversion.js";
import type { ConversionTable, OpTable, Select, SelectContext, StatedOp } from "./selection.js";

const table: OpTable<Exclude<Op, StatedOp>> & ConversionTable = { ...arithmetic, ...bits, ...conversions };
type AnyRow = Select | Readonly<Partial<Record<ValueScalar, Select>>> | undefined;

/** The row for operands of type `operand` (for `select`, its last two) and a result of type `result`. */
export function selectOp(op: Op, operand: ValueScalar, result: ValueScalar): Select {
  const rows: Readonly<Partial<Record<ValueScalar, AnyRow>>> = table[op];
  const found = rows[operand];
  const row = typeof found === "function" ? found : found?.[result];
  invariant(row, `${op} from ${operand} to ${result} is legal`);
  return row;
}

type BuiltinRow = "import" | ((type: "f32" | "f64") => Select);

/** "import" is the host's Math function, with an f64 signature, because f32 ones are four times slower. */
const builtinTable = {
  acos: "import",
  acosh: "import",
  asin: "import",
  asinh: "import",
  atan: "import",
  atan2: "import",
  atanh: "import",
  cbrt: "import",
  cos: "import",
  cosh: "import",
  exp: "import",
  expm1: "import",
  hypot: "import",
  log: "import",
  log10: "import",
  log1p: "import",
  log2: "import",
  pow: "import",
  round: roundHalfUp,
  sign,
  sin: "import",
  sinh: "import",
  tan: "import",
  tanh: "import",
} as const satisfies Record<Builtin, BuiltinRow>;

export function isImported(builtin: Builtin): boolean {
  return builtinTable[builtin] === "import";
}

export function selectBuiltin(
  context: SelectContext,
  builtin: Builtin,
  type: "f32" | "f64",
  args: readonly Instruction[],
): Instruction {
  const row: BuiltinRow = builtinTable[builtin];
  const [a, b = a] = args;
  invariant(a && b, "a builtin has operands");
  if (row !== "import") return row(type)(context, a, b, b);
  if (type === "f64") return context.callMath(builtin, ...args);
  const promoted = args.map((arg) => instruction("f64.promote_f32", arg));
  return instruction("f32.demote_f64", context.callMath(builtin, ...promoted));
}

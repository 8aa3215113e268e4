// Types for tables of operations as text, for targets whose code is text: one row per operation and type, closed over the IR's ops table. Each row
// takes its operands' texts and returns an expression that needs no more parentheses anywhere.

import { invariant, type Op, type ops, type ValueScalar } from "@lanewise/ir";

/** Returns the name of one of the target's helpers, which the program then contains. */
export type Use<Helper> = (helper: Helper) => string;
export type Row<Helper> = (use: Use<Helper>, a: string, b: string, c: string) => string;

type OperandOf<K extends Op> = (typeof ops)[K]["operands"][number];
type StatedOp = "convert" | "wrap" | "saturate" | "index" | "reinterpret";
export type OpTable<Helper> = { readonly [O in Exclude<Op, StatedOp>]: Readonly<Record<OperandOf<O>, Row<Helper>>> };
export type ConversionTable<Helper> = {
  readonly [O in StatedOp]: Readonly<Record<OperandOf<O>, Readonly<Partial<Record<ValueScalar, Row<Helper>>>>>>;
};

type AnyRow<Helper> = Row<Helper> | Readonly<Partial<Record<ValueScalar, Row<Helper>>>> | undefined;

/** The text of an operation on operands of type `operand` (for `select`, its last two) with result type `result`. */
export function textOfOperation<Helper>(
  table: OpTable<Helper> & ConversionTable<Helper>,
  use: Use<Helper>,
  op: Op,
  operand: ValueScalar,
  result: ValueScalar,
  args: readonly string[],
): string {
  const rows: Readonly<Partial<Record<ValueScalar, AnyRow<Helper>>>> = table[op];
  const found = rows[operand];
  const row = typeof found === "function" ? found : found?.[result];
  invariant(row, `${op} from ${operand} to ${result} is legal`);
  const [a = "", b = "", c = ""] = args;
  return row(use, a, b, c);
}

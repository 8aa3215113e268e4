// The parts of the selection tables: a row turns operands, as instructions, into the instruction for one operation on one type. The types here close
// the tables over the IR's ops table, so that a new operation does not compile until it has its rows.

import type { Op, ops, ValueScalar } from "@lanewise/ir";
import type { MathImport } from "../program.js";
import type { Helper } from "./helpers.js";
import { type Instruction, instruction } from "./instructions.js";
import type { Mnemonic, ValueType } from "./opcodes.js";

/** The function being built, as rows see it. */
export interface SelectContext {
  /** Evaluates a value once, for several uses. */
  bind(type: ValueType, value: Instruction): Instruction;
  /** Allocates a local until the end of the statement. */
  temporary(type: ValueType): number;
  callMath(name: MathImport, ...operands: Instruction[]): Instruction;
  callHelper(name: Helper, ...operands: Instruction[]): Instruction;
}

export type Select = (context: SelectContext, a: Instruction, b: Instruction, c: Instruction) => Instruction;

type OperandOf<K extends Op> = (typeof ops)[K]["operands"][number];
export type StatedOp = "convert" | "wrap" | "saturate" | "index" | "reinterpret";

/** Rows by operation and operand type. */
export type OpTable<K extends Exclude<Op, StatedOp>> = { readonly [O in K]: Readonly<Record<OperandOf<O>, Select>> };
/** Rows by operand type, then by the result type that the expression states. */
export type ConversionTable = {
  readonly [O in StatedOp]: Readonly<Record<OperandOf<O>, Readonly<Partial<Record<ValueScalar, Select>>>>>;
};

/** The register type that holds a value of the IR. */
export const registerTypes = {
  bool: "i32",
  i32: "i32",
  u32: "i32",
  i64: "i64",
  u64: "i64",
  f32: "f32",
  f64: "f64",
} as const satisfies Record<ValueScalar, ValueType>;

export const same: Select = (_, a) => a;
export const unary =
  (op: Mnemonic): Select =>
  (_, a) =>
    instruction(op, a);
export const binary =
  (op: Mnemonic): Select =>
  (_, a, b) =>
    instruction(op, a, b);
/** `outer(inner(a))`. */
export const chain =
  (outer: Select, inner: Select): Select =>
  (context, a, b, c) =>
    outer(context, inner(context, a, b, c), b, c);

type NameIn<T extends string> = Mnemonic extends infer M ? (M extends `${T}.${infer N}` ? N : never) : never;
/** Names that exist both as `i32.<name>` and as `i64.<name>`. */
export type IntegerName = NameIn<"i32"> & NameIn<"i64">;
export type FloatName = NameIn<"f32"> & NameIn<"f64">;

/** One instruction per integer type; pass `unsigned` if it differs. */
export function integerRows(signed: IntegerName, unsigned: IntegerName = signed) {
  return {
    i32: binary(`i32.${signed}`),
    u32: binary(`i32.${unsigned}`),
    i64: binary(`i64.${signed}`),
    u64: binary(`i64.${unsigned}`),
  };
}

export function floatRows(name: FloatName) {
  return { f32: binary(`f32.${name}`), f64: binary(`f64.${name}`) };
}

export function unaryIntegerRows(name: IntegerName) {
  const [narrow, wide] = [unary(`i32.${name}`), unary(`i64.${name}`)];
  return { i32: narrow, u32: narrow, i64: wide, u64: wide };
}

export function unaryFloatRows(name: FloatName) {
  return { f32: unary(`f32.${name}`), f64: unary(`f64.${name}`) };
}

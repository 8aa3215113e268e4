// WebAssembly code as data: trees of instructions, which both the encoder (encoder.ts) and the printer (wat.ts) read.
// An operand is the instruction that leaves it on the stack; labels are numbers, unique in a function.

import type { Mnemonic, ValueType } from "./opcodes.js";

export interface PlainInstruction {
  readonly kind: "plain";
  readonly op: Mnemonic;
  readonly operands: readonly Instruction[];
  /** In encoding order; a memory access has only its offset, because the encoder knows the alignment. */
  readonly immediates: readonly Immediate[];
}
export type Immediate = number | bigint | Uint8Array;

export type Instruction =
  | PlainInstruction
  | {
      readonly kind: "block" | "loop";
      readonly label: number;
      readonly body: readonly Instruction[];
    }
  | {
      readonly kind: "if";
      readonly condition: Instruction;
      readonly result: ValueType | undefined;
      readonly whenTrue: readonly Instruction[];
      readonly whenFalse: readonly Instruction[];
    }
  /** `br`, or `br_if` if there is a condition. */
  | { readonly kind: "branch"; readonly label: number; readonly condition: Instruction | undefined };

const none: readonly never[] = [];

/** An instruction without immediates. */
export function instruction(op: Mnemonic, ...operands: Instruction[]): PlainInstruction {
  return { kind: "plain", op, operands, immediates: none };
}

export function localGet(local: number): PlainInstruction {
  return { kind: "plain", op: "local.get", operands: none, immediates: [local] };
}

export function localSet(local: number, value: Instruction): PlainInstruction {
  return { kind: "plain", op: "local.set", operands: [value], immediates: [local] };
}

/** The local that the instruction sets, or -1. */
export function localSetBy(instruction: Instruction): number {
  return instruction.kind === "plain" && instruction.op === "local.set" ? Number(instruction.immediates[0]) : -1;
}

/** Calls `visit` for each instruction of the code, outermost first. */
export function forEachInstruction(code: readonly Instruction[], visit: (one: Instruction) => void): void {
  for (const one of code) {
    visit(one);
    switch (one.kind) {
      case "plain":
        forEachInstruction(one.operands, visit);
        break;
      case "block":
      case "loop":
        forEachInstruction(one.body, visit);
        break;
      case "if":
        forEachInstruction([one.condition], visit);
        forEachInstruction(one.whenTrue, visit);
        forEachInstruction(one.whenFalse, visit);
        break;
      case "branch":
        if (one.condition) forEachInstruction([one.condition], visit);
    }
  }
}

/** The locals that the code reads. */
export function localsRead(code: readonly Instruction[]): ReadonlySet<number> {
  const read = new Set<number>();
  forEachInstruction(code, (one) => {
    if (one.kind === "plain" && one.op === "local.get") read.add(Number(one.immediates[0]));
  });
  return read;
}

export function globalGet(global: number): PlainInstruction {
  return { kind: "plain", op: "global.get", operands: none, immediates: [global] };
}

export function call(target: number, ...operands: Instruction[]): PlainInstruction {
  return { kind: "plain", op: "call", operands, immediates: [target] };
}

/** A load, store or atomic at a constant offset from the address that is its first operand. */
export function memoryAccess(op: Mnemonic, offset: number, ...operands: Instruction[]): PlainInstruction {
  return { kind: "plain", op, operands, immediates: [offset] };
}

const smallConstants = Array.from({ length: 33 }, (_, value) => makeI32(value));

function makeI32(value: number): PlainInstruction {
  return { kind: "plain", op: "i32.const", operands: none, immediates: [value] };
}

export function i32Const(value: number): PlainInstruction {
  return smallConstants[value] ?? makeI32(value | 0);
}

export function i64Const(value: bigint): PlainInstruction {
  return { kind: "plain", op: "i64.const", operands: none, immediates: [BigInt.asIntN(64, value)] };
}

export function f32Const(value: number): PlainInstruction {
  return { kind: "plain", op: "f32.const", operands: none, immediates: [value] };
}

export function f64Const(value: number): PlainInstruction {
  return { kind: "plain", op: "f64.const", operands: none, immediates: [value] };
}

/** The value of an `f32.const` or `f64.const`. */
export function floatConstant(value: Instruction): number | undefined {
  if (value.kind !== "plain" || (value.op !== "f32.const" && value.op !== "f64.const")) return undefined;
  const constant = value.immediates[0];
  return typeof constant === "number" ? constant : undefined;
}

/** The value of an `i32.const` or `i64.const`. */
export function integerConstant(value: Instruction): number | bigint | undefined {
  if (value.kind !== "plain" || (value.op !== "i32.const" && value.op !== "i64.const")) return undefined;
  const constant = value.immediates[0];
  return constant instanceof Uint8Array ? undefined : constant;
}

export function ifElse(
  condition: Instruction,
  result: ValueType | undefined,
  whenTrue: readonly Instruction[],
  whenFalse: readonly Instruction[] = none,
): Instruction {
  return { kind: "if", condition, result, whenTrue, whenFalse };
}

export function branch(label: number, condition?: Instruction): Instruction {
  return { kind: "branch", label, condition };
}

// Runs operations that vectors lack, one work-item after the other: extracts the operands from their registers, applies the scalar operation, and
// inserts the results.

import { invariant, type ValueScalar } from "@lanewise/ir";
import { type Instruction, instruction, localGet, localSet } from "../instructions.js";
import type { ValueType } from "../opcodes.js";
import { registerTypes } from "../selection.js";
import {
  bindVector,
  bitsOf,
  extractLane,
  type GangContext,
  lane,
  laneOps,
  registersFor,
  type Vector,
} from "./gang-context.js";

/** `compute` gets one work-item's operands and its number. */
export function perItem(
  context: GangContext,
  result: ValueScalar,
  operands: readonly { readonly type: ValueScalar; readonly value: Vector }[],
  compute: (args: readonly Instruction[], item: number) => Instruction,
): Vector {
  const bound = operands.map(({ type, value }) => ({ type, value: bindVector(context, value) }));
  return collectItems(context, result, (item) => {
    const args = bound.map(({ type, value }) => {
      const register: ValueType = registerTypes[type];
      return context.bind(register, extractLane(type, value, item));
    });
    return compute(args, item);
  });
}

/** Collects the results of `compute` into a vector, in work-item order. */
export function collectItems(context: GangContext, type: ValueScalar, compute: (item: number) => Instruction): Vector {
  const perRegister = 128 / bitsOf(type);
  const { splat, replace } = laneOps[type];
  const value = (item: number) => elementOf(type, compute(item));
  return Array.from({ length: registersFor(type, context.gang) }, (_, register) => {
    const local = context.temporary("v128");
    const first = register * perRegister;
    context.code.emit(localSet(local, instruction(splat, value(first))));
    for (let index = 1; index < perRegister; index++) {
      context.code.emit(localSet(local, lane(replace, index, localGet(local), value(first + index))));
    }
    return localGet(local);
  });
}

/** Inserts one work-item's value into a vector held in locals. */
export function putItem(
  context: GangContext,
  type: ValueScalar,
  vector: readonly number[],
  item: number,
  value: Instruction,
): void {
  const perRegister = 128 / bitsOf(type);
  const local = vector[Math.floor(item / perRegister)];
  invariant(local !== undefined, "the work-item is of the gang");
  const element = elementOf(type, value);
  context.code.emit(localSet(local, lane(laneOps[type].replace, item % perRegister, localGet(local), element)));
}

/** The scalar in vector form: a bool is -1 or 0. */
function elementOf(type: ValueScalar, scalar: Instruction): Instruction {
  return type === "bool" ? instruction("i32.sub", { ...zero }, scalar) : scalar;
}

const zero: Instruction = { kind: "plain", op: "i32.const", operands: [], immediates: [0] };

/** The work-items' numbers 0, 1, 2 … times `stride`, as the bytes of a gang's registers. */
export function itemNumbers(gang: number, stride: number): readonly Uint8Array[] {
  invariant(gang % 4 === 0, "a gang fills registers");
  return Array.from({ length: gang / 4 }, (_, register) => {
    const first = 4 * register;
    const numbers = Int32Array.from({ length: 4 }, (__, index) => Math.imul(first + index, stride));
    return new Uint8Array(numbers.buffer);
  });
}

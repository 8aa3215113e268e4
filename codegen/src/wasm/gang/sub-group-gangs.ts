// Lowers sub-group operations where a gang is a sub-group: elements move between lanes. Values are combined in the order of
// groups/divide-sub-groups.ts, so that results are the same, bit by bit.

import { type Combination, type Expr, invariant, type Stmt, type SubGroupOp, type ValueScalar } from "@lanewise/ir";
import { neutralOf } from "../../reductions/identity.js";
import { type Instruction, i32Const, ifElse, instruction, localGet, localSet } from "../instructions.js";
import {
  allTrue,
  bindVector,
  bitsOf,
  extractLane,
  type GangContext,
  negated,
  newMask,
  readMask,
  registersFor,
  setMask,
  shuffle,
  type Vector,
} from "./gang-context.js";
import { within } from "./masks.js";
import { itemNumbers } from "./per-item.js";
import { applyToVectors, lowerVector, spreadScalar } from "./vector-expressions.js";
import { each, registerOf } from "./vector-operations.js";
import { failNow } from "./vector-places.js";

type Together = Extract<Stmt, { kind: "subGroup" }>;

export function lowerSubGroup(context: GangContext, stmt: Together): undefined {
  checkAllHere(context, stmt);
  const { type } = stmt.value;
  // A sub-group statement combines scalars.
  const value = bindVector(context, lowerVector(context, stmt.value));
  give(context, stmt.result, type as ValueScalar, computed(context, stmt, type as ValueScalar, value));
  return undefined;
}

/** Fails in the first work-item that is inactive, if any is. */
function checkAllHere(context: GangContext, { site }: Together): void {
  const { mask } = context.region;
  if (!mask) return;
  const { code } = context;
  const missing = code.collect(() => {
    const others = newMask(context);
    setMask(context, others, each("v128.not", readMask(mask)));
    failNow(within(context, { mask: others }), site);
  });
  code.emit(ifElse(negated(allTrue(readMask(mask))), undefined, missing));
}

/** All work-items are active, so no old value has to be preserved. */
function give(context: GangContext, local: number, type: ValueScalar, value: Vector): void {
  const registers = context.vectors[local];
  const bound = bindVector(context, value);
  if (registers) {
    context.code.emit(...registers.map((one, index) => localSet(one, registerOf(bound, index))));
    return;
  }
  const slot = context.slots[local];
  invariant(slot?.kind === "registers" && slot.locals[0] !== undefined, "a local that does not vary is a scalar");
  context.code.emit(localSet(slot.locals[0], extractLane(type, bound, 0)));
}

function computed(context: GangContext, { op, combination, lane }: Together, type: ValueScalar, value: Vector): Vector {
  if (lane) return shuffled(context, op, type, value, lane);
  invariant(combination, "a sub-group function that is not a shuffle combines values");
  if (op === "reduce")
    return type === "bool" ? reduceBooleans(context, combination, value) : reduce(context, combination, type, value);
  const scan = inclusiveScan(context, combination, type, value);
  if (op === "inclusiveScan") return scan;
  const first = constantVector(context, neutralOf(combination, type));
  return moved(context, type, bindVector(context, scan), first, 1);
}

/** The source of each lane's value. */
const sources: Readonly<Partial<Record<SubGroupOp, (lane: number, operand: number) => number>>> = {
  shuffle: (_, operand) => operand,
  shuffleUp: (lane, operand) => lane - operand,
  shuffleDown: (lane, operand) => lane + operand,
  shuffleXor: (lane, operand) => lane ^ operand,
};

function shuffled(context: GangContext, op: SubGroupOp, type: ValueScalar, value: Vector, operand: Expr): Vector {
  const source = sources[op];
  invariant(source, `${op} is a shuffle`);
  if (operand.kind !== "const") return swizzled(context, op, type, value, operand);
  const isThere = (lane: number) => lane >= 0 && lane < context.gang;
  return permuted(type, value, (lane) => {
    const from = source(lane, Number(operand.value));
    return isThere(from) ? from : lane;
  });
}

/** Permutes the elements of `value`, for its registers from `begin` on. */
function permuted(type: ValueScalar, value: Vector, source: (lane: number) => number, begin = 0): Vector {
  const count = 128 / bitsOf(type);
  return value.slice(begin).map((own, index) => {
    const register = begin + index;
    const lanes = Array.from({ length: count }, (_, index) => source(register * count + index));
    if (lanes.every((lane, index) => lane === register * count + index)) return own;
    const [first = register, ...others] = [...new Set(lanes.map((lane) => Math.floor(lane / count)))];
    if (others.length === 0)
      return select(
        type,
        registerOf(value, first),
        registerOf(value, first),
        lanes.map((lane) => lane % count),
      );
    // Lanes filled by an earlier instruction stay in place.
    return others.reduce(
      (made, next, step) => {
        const picks = lanes.map((lane, index) => {
          const from = Math.floor(lane / count);
          if (from === next) return count + (lane % count);
          return step === 0 ? lane % count : index;
        });
        return select(type, made, registerOf(value, next), picks);
      },
      registerOf(value, first),
    );
  });
}

/** Elements of two registers; indices of the second continue those of the first. */
function select(type: ValueScalar, a: Instruction, b: Instruction, elements: readonly number[]): Instruction {
  const size = bitsOf(type) / 8;
  return shuffle(
    a,
    b,
    elements.flatMap((element) => Array.from({ length: size }, (_, byte) => element * size + byte)),
  );
}

/** Moves each element up by `distance` lanes; `filler` fills the lanes below. */
function moved(context: GangContext, type: ValueScalar, value: Vector, filler: Instruction, distance: number): Vector {
  const count = 128 / bitsOf(type);
  const below = Array.from({ length: context.gang / count }, () => filler);
  return permuted(type, [...below, ...value], (lane) => lane - distance, below.length);
}

/** Shuffles by lanes known only at run time: swizzles every register by byte indices and joins the results. */
function swizzled(context: GangContext, op: SubGroupOp, type: ValueScalar, value: Vector, operand: Expr): Vector {
  const own = itemNumbers(context.gang, 1).map((bytes) => context.pooled(bytes));
  const asked = bindVector(context, lowerVector(context, operand));
  const wanted = bindVector(context, wantedLanes(op, own, asked));
  const limit = context.pooled(word(~(context.gang - 1)));
  const none = context.pooled(new Uint8Array(16));
  const lanes = bindVector(
    context,
    wanted.map((lane, index) => {
      const isThere = instruction("i32x4.eq", instruction("v128.and", lane, limit), none);
      return instruction("v128.bitselect", lane, registerOf(own, index), isThere);
    }),
  );
  return bytesOf(context, type, lanes).map((bytes) => {
    const index = context.bind("v128", bytes);
    const parts = value.map((register, place) => {
      // Byte indices outside this register give 0.
      const inside =
        place === 0 ? index : instruction("i8x16.sub", index, context.pooled(new Uint8Array(16).fill(16 * place)));
      return instruction("i8x16.swizzle", register, inside);
    });
    return parts.reduce((a, b) => instruction("v128.or", a, b));
  });
}

function wantedLanes(op: SubGroupOp, own: Vector, operand: Vector): Vector {
  switch (op) {
    case "shuffleUp":
      return each("i32x4.sub", own, operand);
    case "shuffleDown":
      return each("i32x4.add", own, operand);
    case "shuffleXor":
      return each("v128.xor", own, operand);
    default:
      return operand;
  }
}

/** For each register of the type: the byte indices of its elements. */
function bytesOf(context: GangContext, type: ValueScalar, lanes: Vector): Vector {
  const size = bitsOf(type) / 8;
  const count = 16 / size;
  const firsts = bindVector(
    context,
    lanes.map((register) => instruction("i32x4.shl", register, i32Const(Math.log2(size)))),
  );
  const within16 = context.pooled(Uint8Array.from({ length: 16 }, (_, byte) => byte % size));
  return Array.from({ length: registersFor(type, context.gang) }, (_, register) => {
    const from = registerOf(firsts, Math.floor((register * count) / 4));
    const begin = (register * count) % 4;
    const spread = Array.from({ length: 16 }, (__, byte) => 4 * (begin + Math.floor(byte / size)));
    return instruction("i8x16.add", shuffle(from, from, spread), within16);
  });
}

/** Combines neighbours, then pairs, and so on, until each element has the result of all. */
function reduce(context: GangContext, combination: Combination, type: ValueScalar, value: Vector): Vector {
  let all = value;
  for (let step = 1; step < context.gang; step *= 2) {
    const others = permuted(type, all, (lane) => lane ^ step);
    all = bindVector(context, applyToVectors(context, combination, type, [all, others]));
  }
  return all;
}

/** Whether some, every, or an odd number of lanes is true. */
function reduceBooleans(context: GangContext, combination: Combination, value: Vector): Vector {
  if (combination === "xor") return reduce(context, combination, "bool", value);
  const union = value.reduce((a, b) => instruction(combination === "or" ? "v128.or" : "v128.and", a, b));
  const whole = combination === "or" ? instruction("v128.any_true", union) : instruction("i32x4.all_true", union);
  const mask = context.bind("v128", instruction("i32x4.splat", instruction("i32.sub", i32Const(0), whole)));
  return value.map(() => mask);
}

/** Steps of 1, 2, 4 …: the filler before the first lane changes no value. */
function inclusiveScan(context: GangContext, combination: Combination, type: ValueScalar, value: Vector): Vector {
  const filler = constantVector(context, unchanging(combination, type));
  let all = value;
  for (let step = 1; step < context.gang; step *= 2) {
    const before = moved(context, type, all, filler, step);
    all = bindVector(context, applyToVectors(context, combination, type, [before, all]));
  }
  return all;
}

/** Like `neutralOf`, but -0 for float sums: 0 + -0 is 0, and -0 + x is always x. */
function unchanging(combination: Combination, type: ValueScalar): Expr {
  const value = neutralOf(combination, type);
  const isFloat = type === "f32" || type === "f64";
  return isFloat && combination === "add" && value.kind === "const" ? { ...value, value: -0 } : value;
}

function constantVector(context: GangContext, value: Expr): Instruction {
  return spreadScalar(context, value.type as ValueScalar, localGet(0), value);
}

function word(value: number): Uint8Array {
  return new Uint8Array(Int32Array.of(value, value, value, value).buffer);
}

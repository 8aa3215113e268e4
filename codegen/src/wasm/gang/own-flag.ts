// Tests at launch whether a gang may write back the elements of its inactive work-items, as own-stores.ts requires.

import { invariant, isScalar, layoutOf } from "@lanewise/ir";
import type { Facts } from "../../analysis/facts.js";
import type { OwnStore } from "../../analysis/own-stores.js";
import { type Instruction, i32Const, i64Const, instruction } from "../instructions.js";
import { type KernelContext, readSlot } from "../kernel-context.js";
import { both, emitChoices } from "./segment.js";

/** An i32. */
export function emitOwn(context: KernelContext, facts: Facts, { conditions, array, others }: OwnStore): Instruction {
  const apart = others.map((other) => areApart(context, array, other));
  return [emitChoices(context, facts, conditions), ...apart].reduce(both);
}

/** Whether no pair of these captured arrays shares memory: an i32. */
export function emitApart(context: KernelContext, pairs: readonly (readonly [number, number])[]): Instruction {
  return pairs.map(([a, b]) => areApart(context, a, b)).reduce(both, i32Const(1));
}

/** Whether two captured arrays share no byte. */
function areApart(context: KernelContext, a: number, b: number): Instruction {
  const [one, other] = [bytesOf(context, a), bytesOf(context, b)];
  const isBelow = instruction("i64.le_u", one.end, other.begin);
  return instruction("i32.or", isBelow, instruction("i64.le_u", other.end, one.begin));
}

interface Bytes {
  readonly begin: Instruction;
  readonly end: Instruction;
}

function bytesOf({ fn, slots, module, bind }: KernelContext, array: number): Bytes {
  const type = fn.locals[array]?.type;
  invariant(type && !isScalar(type) && type.kind === "span", "an array is captured as a span");
  const [address, length] = readSlot(slots[array]);
  invariant(address && length, "a span is an address and a length");
  const wide = (word: Instruction) => instruction("i64.extend_i32_u", word);
  const begin = bind("i64", wide(address));
  const size = i64Const(BigInt(layoutOf(type.element, module.structs).size));
  const end = bind("i64", instruction("i64.add", begin, instruction("i64.mul", wide(length), size)));
  return { begin, end };
}

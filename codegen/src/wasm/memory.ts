// Loads and stores each scalar type, and copies aggregates. An address is an instruction and a constant offset, which
// becomes the instruction's immediate: it never wraps around, because the whole object lies in memory.

import { type ScalarType, scalars } from "@lanewise/ir";
import { type Instruction, i32Const, instruction, localGet, localSet, memoryAccess } from "./instructions.js";
import type { Mnemonic, ValueType } from "./opcodes.js";
import { registerTypes, type SelectContext } from "./selection.js";

export interface Address {
  readonly base: Instruction;
  readonly offset: number;
}

interface AccessRow {
  readonly load: Mnemonic;
  readonly store: Mnemonic;
}

const accesses = {
  bool: { load: "i32.load8_u", store: "i32.store8" },
  i8: { load: "i32.load8_s", store: "i32.store8" },
  u8: { load: "i32.load8_u", store: "i32.store8" },
  i16: { load: "i32.load16_s", store: "i32.store16" },
  u16: { load: "i32.load16_u", store: "i32.store16" },
  i32: { load: "i32.load", store: "i32.store" },
  u32: { load: "i32.load", store: "i32.store" },
  i64: { load: "i64.load", store: "i64.store" },
  u64: { load: "i64.load", store: "i64.store" },
  f16: { load: "i32.load16_u", store: "i32.store16" },
  f32: { load: "f32.load", store: "f32.store" },
  f64: { load: "f64.load", store: "f64.store" },
} as const satisfies Record<ScalarType, AccessRow>;

export function loadScalar(context: SelectContext, type: ScalarType, { base, offset }: Address): Instruction {
  const loaded = memoryAccess(accesses[type].load, offset, base);
  if (type === "f16") return context.callHelper("f16ToF32", loaded);
  // A bool in a register is 0 or 1, whatever wrote the byte.
  return type === "bool" ? instruction("i32.ne", loaded, i32Const(0)) : loaded;
}

export function storeScalar(
  context: SelectContext,
  type: ScalarType,
  { base, offset }: Address,
  value: Instruction,
): Instruction {
  const stored = type === "f16" ? context.callHelper("f32ToF16", value) : value;
  return memoryAccess(accesses[type].store, offset, base, stored);
}

/** The type of the register that a load of the scalar fills. */
export function registerOf(type: ScalarType): ValueType {
  return registerTypes[scalars[type].register];
}

/** The address as one value. */
export function addressValue({ base, offset }: Address): Instruction {
  return offset === 0 ? base : instruction("i32.add", base, i32Const(offset));
}

/** Makes an address usable several times. */
export function bindAddress(context: SelectContext, { base, offset }: Address): Address {
  return { base: context.bind("i32", base), offset };
}

/** Above this many bytes, the engine's own copy is faster than loads and stores. */
const MAX_UNROLLED = 64;
const words = [
  { width: 8, type: "i64", load: "i64.load", store: "i64.store" },
  { width: 4, type: "i32", load: "i32.load", store: "i32.store" },
  { width: 2, type: "i32", load: "i32.load16_u", store: "i32.store16" },
  { width: 1, type: "i32", load: "i32.load8_u", store: "i32.store8" },
] as const;

/** Copies `size` bytes. Small copies read all bytes before they write the first, so that the ranges may overlap. */
export function copyBytes(context: SelectContext, target: Address, source: Address, size: number): Instruction[] {
  if (size > MAX_UNROLLED)
    return [instruction("memory.copy", addressValue(target), addressValue(source), i32Const(size))];
  const [to, from] = [bindAddress(context, target), bindAddress(context, source)];
  const loads: Instruction[] = [];
  const stores: Instruction[] = [];
  let done = 0;
  for (const word of words) {
    for (; done + word.width <= size; done += word.width) {
      const local = context.temporary(word.type);
      loads.push(localSet(local, memoryAccess(word.load, from.offset + done, from.base)));
      stores.push(memoryAccess(word.store, to.offset + done, to.base, localGet(local)));
    }
  }
  return [...loads, ...stores];
}

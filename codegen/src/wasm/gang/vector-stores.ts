// Lowers a gang's stores: neighbouring elements as whole registers (reversed if they descend), others one after the other. 8- and 16-bit elements are
// narrowed, f32 becomes f16 (half-floats.ts).
// A masked store never writes the element of an inactive work-item, except in interleaved private memory and where no other work-item writes the
// element (own-stores.ts): there it writes back the old value.

import { type Expr, invariant, type ScalarType, scalars, type ValueScalar } from "@lanewise/ir";
import type { LaneBits } from "../../analysis/lanes/lane-bits.js";
import { type Instruction, i32Const, ifElse, instruction, integerConstant, memoryAccess } from "../instructions.js";
import { type Address, bindAddress, copyBytes, storeScalar } from "../memory.js";
import { referent } from "../places.js";
import { allTrue, bindVector, extractLane, type GangContext, readMask, shuffle, type Vector } from "./gang-context.js";
import { floatsToHalves } from "./half-floats.js";
import { addressesOf, scalarOf } from "./item-addresses.js";
import { convertLanes } from "./lane-conversions.js";
import { inOrder, lowestAddress, type Order, orderOfNeighbours } from "./neighbours.js";
import { pack } from "./pack.js";
import { loadNeighbours } from "./vector-loads.js";
import { blend, each, registerOf } from "./vector-operations.js";
import { checkAll, lowerVectorPlace, type VectorPlace } from "./vector-places.js";

/** `lower` makes the value, after the address and its checks. */
export function storeVector(context: GangContext, target: Expr, lower: () => Vector, bits: LaneBits = 32): void {
  const type = scalarOf(referent(target));
  const place = checkAll(context, lowerVectorPlace(context, target));
  context.options.explainer?.access(context, target, "store", place, type);
  storePlace(
    context,
    { ...place, isOwn: context.region.mask && context.isOwn(target) },
    { ...inMemory(context, type, lower()), bits },
  );
}

/** `isOwn`: whether the elements of inactive work-items may be written back; undefined if not. */
type StoredPlace = VectorPlace & { readonly isOwn: Instruction | undefined };

/** Values and their type as memory holds them: bools as 0 or 1, the bits of f16 as integers. */
export function inMemory(context: GangContext, type: ScalarType, value: Vector): { type: Stored; value: Vector } {
  if (type === "f16") return { type: "u16", value: floatsToHalves(context, value) };
  return { type, value: type === "bool" ? asBits(context, value) : value };
}
type Stored = Exclude<ScalarType, "f16">;

/** A value in lanes of as many bits as memory holds, or of 32, or 64. */
interface StoredValue {
  readonly type: Stored;
  readonly value: Vector;
  readonly bits: LaneBits;
}

function storePlace(context: GangContext, place: StoredPlace, { type, value, bits }: StoredValue): void {
  const { size } = scalars[type];
  const { code, region } = context;
  const bound = bindVector(context, value);
  const stored: StoredValue = { type, value: bound, bits };
  const order = orderOfNeighbours(place, size);
  if (order) {
    const base = context.bind("i32", place.base);
    const at = { ...lowestAddress(context, { ...place, base, order }, size), order };
    const whole = code.collect(() => storeNeighbours(context, at, inOrderOf(context, at, stored)));
    if (!region.mask) {
      code.emit(...whole);
      return;
    }
    // In the gang's own memory, old values may be written back.
    const isOwn = place.spread > 1 ? i32Const(1) : place.isOwn;
    const blended = isOwn && code.collect(() => storeBlended(context, at, stored));
    if (blended && place.spread > 1) {
      code.emit(...blended);
      return;
    }
    const single = code.collect(() => storeItems(context, { ...place, base }, stored));
    const isAlways = integerConstant(isOwn ?? i32Const(0)) === 1;
    const parted = isOwn && blended ? (isAlways ? blended : [ifElse(isOwn, undefined, blended, single)]) : single;
    // If all work-items store, no old value is needed.
    code.emit(ifElse(allTrue(readMask(region.mask)), undefined, whole, parted));
    return;
  }
  storeItems(context, place, stored);
}

/** Stores the values of active work-items, and the old values of the others. */
function storeBlended(context: GangContext, at: Neighbours, { type, value, bits }: StoredValue): void {
  const { register } = scalars[type];
  const bytes = type === "bool" ? "u8" : type;
  const before = bindVector(context, inOrder(context, at.order, loadNeighbours(context, bytes, at, bits)));
  const blended = inActive(context, register === "bool" ? "i32" : register, value, before, bits);
  const stored: StoredValue = { type: bytes, value: bindVector(context, blended), bits };
  storeNeighbours(context, at, inOrderOf(context, at, stored));
}

/** The lowest of a gang's addresses, and the order of its work-items from there. */
type Neighbours = Address & { readonly order: Order };

/** The value in the order of memory. */
function inOrderOf(context: GangContext, { order }: Neighbours, stored: StoredValue): StoredValue {
  return { ...stored, value: bindVector(context, inOrder(context, order, stored.value)) };
}

/** A bool in memory is 0 or 1; a mask is all zeros or all ones. */
function asBits(context: GangContext, mask: Vector): Vector {
  const one = context.pooled(new Uint8Array(Int32Array.of(1, 1, 1, 1).buffer));
  return mask.map((register) => instruction("v128.and", register, one));
}

/**
 * Stores to every element of a stretch of memory, in element order; only for whole gangs. `values` are one vector per
 * store. Each output register takes bytes from as many sources as there are stores.
 */
export function storeInterleaved(context: GangContext, first: Expr, values: readonly Vector[], bits: LaneBits): void {
  const type = scalarOf(referent(first));
  const { size } = scalars[type];
  const place = lowerVectorPlace(context, first);
  invariant(!place.unchecked?.isChecked, "stores are put together where their elements are inside");
  const base = context.bind("i32", place.base);
  const packed = values.map((value) => {
    const { value: stored } = inMemory(context, type, value);
    return size === 4 || bits < 32 ? bindVector(context, stored) : pack(context, size as 1 | 2, stored);
  });
  const bytes = context.gang * size * values.length;
  for (let start = 0; start < bytes; start += 16) {
    const wanted = Array.from({ length: Math.min(16, bytes - start) }, (_, index) => {
      const element = Math.floor((start + index) / size);
      const [item, store] = [Math.floor(element / values.length), element % values.length];
      const byte = item * size + ((start + index) % size);
      return { source: registerOf(packed[store] ?? [], Math.floor(byte / 16)), byte: byte % 16 };
    });
    const register = context.bind("v128", assemble(wanted));
    const at = place.offset + start;
    const op = wanted.length === 8 ? "v128.store64_lane" : "v128.store32_lane";
    const partial: Instruction = { kind: "plain", op, operands: [base, register], immediates: [at, 0] };
    context.code.emit(wanted.length === 16 ? memoryAccess("v128.store", at, base, register) : partial);
  }
}

/** Assembles a register from bytes of others, one source after the other. */
function assemble(wanted: readonly { readonly source: Instruction; readonly byte: number }[]): Instruction {
  const sources = [...new Set(wanted.map(({ source }) => source))];
  const [first, ...others] = sources;
  invariant(first, "a register has a source");
  const lanes = Array.from({ length: 16 }, (_, index) => wanted[index]);
  if (others.length === 0)
    return shuffle(
      first,
      first,
      lanes.map((one) => one?.byte ?? 0),
    );
  return others.reduce((value, source, step) => {
    const choose = lanes.map((one, index) => {
      if (one?.source === source) return 16 + one.byte;
      // The first shuffle takes bytes of the first and the second source.
      return step === 0 ? (one?.byte ?? 0) : index;
    });
    return shuffle(value, source, choose);
  }, first);
}

/** Copies each active work-item's array or struct, one after the other. */
export function copyAggregates(context: GangContext, target: Expr, source: Expr, size: number): void {
  const to = addressesOf(context, checkAll(context, lowerVectorPlace(context, target)), undefined);
  const from = addressesOf(context, checkAll(context, lowerVectorPlace(context, source)), undefined);
  const { code, gang, region } = context;
  const active = region.mask && bindVector(context, readMask(region.mask));
  for (let item = 0; item < gang; item++) {
    const [at, own] = [bindAddress(context, to(item)), bindAddress(context, from(item))];
    const copy = code.collect(() => code.emit(...copyBytes(context, at, own, size)));
    code.emit(...(active ? [ifElse(extractLane("bool", active, item), undefined, copy)] : copy));
  }
}

function storeNeighbours(context: GangContext, { base, offset }: Address, { type, value, bits }: StoredValue): void {
  const { size } = scalars[type];
  const { code } = context;
  if (size >= 4 || bits < 32) {
    code.emit(...value.map((register, part) => memoryAccess("v128.store", offset + 16 * part, base, register)));
    return;
  }
  const packed = pack(context, size as 1 | 2, value);
  const bytes = context.gang * size;
  packed.forEach((register, part) => {
    const at = offset + 16 * part;
    if (bytes >= 16) code.emit(memoryAccess("v128.store", at, base, register));
    else {
      const op = bytes === 8 ? "v128.store64_lane" : "v128.store32_lane";
      code.emit({ kind: "plain", op, operands: [base, register], immediates: [at, 0] });
    }
  });
}

/** Stores one by one, so that if several share an address, the last one's value stays. */
function storeItems(context: GangContext, place: VectorPlace, { type, value, bits }: StoredValue): void {
  const { register } = scalars[type];
  const { code, gang, region } = context;
  const address = addressesOf(context, place, undefined);
  const active = region.mask && bindVector(context, readMask(region.mask));
  for (let item = 0; item < gang; item++) {
    const at = address(item);
    const store =
      bits === 32
        ? storeScalar(context, type, at, extractLane(register, value, item))
        : storeLane(bits, at, value, item);
    code.emit(active ? ifElse(extractLane("bool", active, item), undefined, [store]) : store);
  }
}

/** `value` in active work-items, else `otherwise`. */
export function inActive(
  context: GangContext,
  type: ValueScalar | "address",
  value: Vector,
  otherwise: Vector,
  bits: LaneBits = 32,
): Vector {
  const { mask } = context.region;
  if (!mask) return value;
  if (bits === 32) return blend(context, type, readMask(mask), value, otherwise);
  return each("v128.bitselect", value, otherwise, convertLanes(context, readMask(mask), 32, bits, "signed"));
}

function storeLane(bits: 8 | 16, { base, offset }: Address, value: Vector, item: number): Instruction {
  const perRegister = 128 / bits;
  const register = registerOf(value, Math.floor(item / perRegister));
  const op = bits === 8 ? "v128.store8_lane" : "v128.store16_lane";
  return { kind: "plain", op, operands: [base, register], immediates: [offset, item % perRegister] };
}

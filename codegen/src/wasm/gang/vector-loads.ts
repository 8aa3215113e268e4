// Lowers a gang's loads: neighbouring elements as whole registers (reversed if they descend), elements a small constant distance apart by shuffles,
// others lane by lane. 8- and 16-bit elements are widened, f16 converted (half-floats.ts).

import { type Expr, invariant, type ScalarType, scalars } from "@lanewise/ir";
import type { LaneBits } from "../../analysis/lanes/lane-bits.js";
import { lowerSingle } from "../expressions.js";
import { type Instruction, i32Const, ifElse, instruction, localGet, localSet, memoryAccess } from "../instructions.js";
import { type Address, loadScalar } from "../memory.js";
import type { Mnemonic } from "../opcodes.js";
import { referent } from "../places.js";
import { bindVector, extractLane, type GangContext, registersFor, shuffle, type Vector } from "./gang-context.js";
import { halvesToFloats } from "./half-floats.js";
import { addressesOf, scalarOf } from "./item-addresses.js";
import { convertLanes } from "./lane-conversions.js";
import { inOrder, lowestAddress, type NeighboursPlace, orderOfNeighbours } from "./neighbours.js";
import { pack } from "./pack.js";
import { collectItems } from "./per-item.js";
import { loadFromTable } from "./small-tables.js";
import { each, registerOf } from "./vector-operations.js";
import { checkAll, checkLinear, lengthOf, lowerVectorPlace, type VectorPlace } from "./vector-places.js";

export function loadVector(context: GangContext, expr: Extract<Expr, { kind: "load" }>, bits: LaneBits = 32): Vector {
  const found = bits === 32 ? loadFromTable(context, expr.place) : undefined;
  if (found) return found;
  const type = scalarOf(referent(expr.place));
  const place = lowerVectorPlace(context, expr.place);
  context.options.explainer?.access(context, expr.place, "load", place, type);
  // f16 is loaded as integer bits, whatever the form of the access.
  if (type === "f16") return halvesToFloats(context, loadPlace(context, expr, { type: "u16", bits }, place));
  return loadPlace(context, expr, { type, bits }, place);
}

type Loaded = Exclude<ScalarType, "f16">;
/** A type, in lanes of `bits` unless it has 64. */
interface Wanted {
  readonly type: Loaded;
  readonly bits: LaneBits;
}

function loadPlace(
  context: GangContext,
  expr: Extract<Expr, { kind: "load" }>,
  wanted: Wanted,
  place: VectorPlace,
): Vector {
  const { size } = scalars[wanted.type];
  const order = orderOfNeighbours(place, size);
  const { unchecked } = place;
  if (unchecked && order && (unchecked.isChecked || context.region.mask))
    return loadNeighboursOrEach(context, wanted, { ...place, order }, unchecked);
  const near = loadNear(context, expr.place, wanted, place);
  if (near) return near;
  const checked = checkAll(context, place);
  if (order && (checked.isInside || !context.region.mask)) {
    const at = lowestAddress(context, { ...checked, order }, size);
    return inOrder(context, order, loadNeighbours(context, wanted.type, at, wanted.bits));
  }
  return loadItems(context, wanted, checked);
}

type Unchecked = NonNullable<VectorPlace["unchecked"]>;

/** Loads the whole gang's elements if all, including those of inactive work-items, are in the array; else only the active ones. */
function loadNeighboursOrEach(
  context: GangContext,
  wanted: Wanted,
  place: NeighboursPlace,
  unchecked: Unchecked,
): Vector {
  const { code, gang } = context;
  const { type, bits } = wanted;
  const { index, length } = unchecked;
  const { order } = place;
  const base = context.bind("i32", place.base);
  const last = context.bind("i32", instruction("i32.sub", length, i32Const(gang)));
  const isLongEnough = instruction("i32.ge_s", last, i32Const(0));
  // Below 0 it is larger than any length.
  const lowest = order === "descending" ? instruction("i32.sub", index, i32Const(gang - 1)) : index;
  const isInside = instruction("i32.and", isLongEnough, instruction("i32.le_u", lowest, last));
  const isWhole = instruction("i32.and", isInside, hasNotWrapped(context, unchecked));
  const results = Array.from({ length: registersFor(scalars[type].register, gang, bits) }, () => code.local("v128"));
  const write = (value: Vector) => code.emit(...results.map((local, part) => localSet(local, registerOf(value, part))));
  const whole = code.collect(() => {
    const at = lowestAddress(context, { ...place, base }, scalars[type].size);
    write(inOrder(context, order, loadNeighbours(context, type, at, bits)));
  });
  const single = code.collect(() => {
    checkLinear(context, unchecked);
    write(loadItems(context, wanted, { ...place, base }));
  });
  code.emit(ifElse(isWhole, undefined, whole, single));
  return results.map(localGet);
}

/** Whether the indices equal their doubles: if the first does, its neighbours do, unless a word of them wraps in between. */
function hasNotWrapped(context: GangContext, { element, index, isChecked }: Unchecked): Instruction {
  const { exact } = element;
  if (!exact || !isChecked) return i32Const(1);
  const first = extractLane("i32", bindVector(context, context.lowerVector(context, exact)), 0);
  const both = (a: Instruction, b: Instruction) => instruction("i32.and", a, b);
  return staysLinear(context, exact).reduce(both, instruction("i32.eq", first, index));
}

/** The conditions under which the double of an index grows by the same step from one work-item of the gang to the next. */
function staysLinear(context: GangContext, expr: Expr): Instruction[] {
  const { clone, plan, gang } = context;
  const shape = clone.shapes.of(expr);
  if (shape.kind === "uniform") return [];
  const isWord = (expr.type === "i32" || expr.type === "u32") && !(expr.kind === "op" && expr.op === "index");
  if (!isWord) return expr.kind === "op" ? expr.args.flatMap((one) => staysLinear(context, one)) : [i32Const(0)];
  // Its elements are loaded one by one.
  if (shape.kind !== "linear" || typeof shape.stride !== "number") return [i32Const(0)];
  // What wraps comes out near the other end of the type.
  const { low, high } = plan.facts.rangeOf(expr);
  const isSigned = expr.type === "i32";
  const [least, most] = isSigned ? [-(2 ** 31), 2 ** 31 - 1] : [0, 2 ** 32 - 1];
  const reach = gang * shape.stride;
  if (reach > 0 ? low >= least + reach : high <= most + reach) return [];
  if (Math.abs(reach) >= 2 ** 31) return [i32Const(0)];
  const word = lowerSingle(context, expr);
  return reach > 0
    ? [instruction(isSigned ? "i32.le_s" : "i32.le_u", word, i32Const((most - reach) | 0))]
    : [instruction(isSigned ? "i32.ge_s" : "i32.ge_u", word, i32Const((least - reach) | 0))];
}

/** By element size: the loads that widen to twice the bits. */
const wideningLoads = {
  1: { i: "v128.load8x8_s", u: "v128.load8x8_u" },
  2: { i: "v128.load16x4_s", u: "v128.load16x4_u" },
} as const satisfies Record<number, { i: Mnemonic; u: Mnemonic }>;

/** Loads `gang` consecutive elements. */
export function loadNeighbours(
  context: GangContext,
  type: Loaded,
  { base, offset }: Address,
  bits: LaneBits = 32,
): Vector {
  const { size, signed, register } = scalars[type];
  const { gang } = context;
  if (type === "bool") {
    const bytes = loadWidened(context, 1, false, base, offset);
    return bytes.map((one) => instruction("i32x4.ne", one, context.pooled(new Uint8Array(16))));
  }
  if (bits < 32 && bits === 8 * size) return loadWhole(context, (gang * size) / 16, { base, offset });
  if (bits === 16) return loadHalves(context, signed, base, offset);
  if (size <= 2) return loadWidened(context, size as 1 | 2, signed, base, offset);
  // Load at once, so that accesses to neighbouring bytes follow each other: up to a fifth faster.
  return loadWhole(context, registersFor(register, gang), { base, offset });
}

function loadWhole(context: GangContext, registers: number, { base, offset }: Address): Vector {
  return Array.from({ length: registers }, (_, part) =>
    context.bind("v128", memoryAccess("v128.load", offset + 16 * part, base)),
  );
}

/** Loads bytes into lanes of 16 bits. */
function loadHalves(context: GangContext, isSigned: boolean, base: Instruction, offset: number): Vector {
  const op = wideningLoads[1][isSigned ? "i" : "u"];
  return Array.from({ length: context.gang / 8 }, (_, part) =>
    context.bind("v128", memoryAccess(op, offset + 8 * part, base)),
  );
}

/** Loads 8- and 16-bit elements as 32-bit ones. */
function loadWidened(context: GangContext, size: 1 | 2, isSigned: boolean, base: Instruction, offset: number): Vector {
  const sign = isSigned ? "s" : "u";
  const { gang } = context;
  const loads = wideningLoads[size];
  if (size === 2) {
    return Array.from({ length: gang / 4 }, (_, part) =>
      memoryAccess(isSigned ? loads.i : loads.u, offset + 8 * part, base),
    );
  }
  if (gang === 4) {
    const four = memoryAccess("v128.load32_zero", offset, base);
    return [instruction(`i32x4.extend_low_i16x8_${sign}`, instruction(`i16x8.extend_low_i8x16_${sign}`, four))];
  }
  return Array.from({ length: gang / 8 }, (_, part) => {
    const eight = context.bind("v128", memoryAccess(isSigned ? loads.i : loads.u, offset + 8 * part, base));
    return [
      instruction(`i32x4.extend_low_i16x8_${sign}`, eight),
      instruction(`i32x4.extend_high_i16x8_${sign}`, eight),
    ];
  }).flat();
}

/** Loads elements that are not neighbours. Inactive work-items read the thread's own block instead. */
function loadItems(context: GangContext, wanted: Wanted, place: VectorPlace): Vector {
  const { type, bits } = wanted;
  const { lanes, isInside } = place;
  const { mask } = context.region;
  if (lanes.kind === "linear" && typeof lanes.stride === "number" && (isInside || !mask)) {
    const bytes = loadBytesApart(context, wanted, place, lanes.stride);
    if (bytes) return bytes;
  }
  const address = addressesOf(context, place, mask && !isInside ? mask : undefined);
  const { register, size } = scalars[type];
  if (size === 4 || size === 8) return loadLanes(context, size, address);
  if (bits < 32) return widen(context, loadLanes(context, size, address), wanted);
  const value = collectItems(context, register, (item) => loadScalar(context, type, address(item)));
  return value;
}

const laneLoads = {
  1: ["v128.load8_splat", "v128.load8_lane"],
  2: ["v128.load16_splat", "v128.load16_lane"],
  4: ["v128.load32_zero", "v128.load32_lane"],
  8: ["v128.load64_zero", "v128.load64_lane"],
} as const;

/** Loads `size` bytes at each work-item's address. */
export function loadLanes(context: GangContext, size: 1 | 2 | 4 | 8, address: (item: number) => Address): Vector {
  const perRegister = 16 / size;
  const [first, next] = laneLoads[size];
  return Array.from({ length: (context.gang * size) / 16 }, (_, register) => {
    let value: Instruction | undefined;
    for (let index = 0; index < perRegister; index++) {
      const { base, offset } = address(register * perRegister + index);
      value = value
        ? { kind: "plain", op: next, operands: [base, value], immediates: [offset, index] }
        : memoryAccess(first, offset, base);
      value = context.bind("v128", value);
    }
    invariant(value, "a register has elements");
    return value;
  });
}

/**
 * Loads bytes that are expected within 16 of the first one: one register holds them, and each work-item picks its own. If they are not, or if the
 * register would reach past the array, they are loaded one by one.
 */
function loadNear(context: GangContext, expr: Expr, wanted: Wanted, place: VectorPlace): Vector | undefined {
  const { code, gang, clone } = context;
  const { type, bits } = wanted;
  if (place.lanes.kind !== "scattered" || !clone.near.has(expr) || expr.kind !== "element" || gang !== 16)
    return undefined;
  if (type !== "u8" && type !== "i8") return undefined;
  const { offsets } = place.lanes;
  const base = context.bind("i32", place.base);
  const first = context.bind("i32", extractLane("i32", offsets, 0));
  const splat = context.bind("v128", instruction("i32x4.splat", first));
  const steps = bindVector(
    context,
    each(
      "i32x4.sub",
      offsets,
      offsets.map(() => splat),
    ),
  );
  const farthest = steps.reduce((a, b) => instruction("i32x4.max_u", a, b));
  const sixteen = context.pooled(new Uint8Array(Int32Array.of(16, 16, 16, 16).buffer));
  const areNear = instruction("i32x4.all_true", instruction("i32x4.lt_u", farthest, sixteen));
  const last = context.bind("i32", instruction("i32.sub", lengthOf(context, expr), i32Const(16)));
  const fits = instruction("i32.and", instruction("i32.ge_s", last, i32Const(0)), instruction("i32.le_u", first, last));
  const results = Array.from({ length: (gang * bits) / 128 }, () => code.local("v128"));
  const write = (value: Vector) => code.emit(...results.map((local, part) => localSet(local, registerOf(value, part))));
  const together = code.collect(() => {
    const bytes = memoryAccess("v128.load", place.offset, instruction("i32.add", base, first));
    const [picked] = pack(context, 1, steps);
    invariant(picked, "sixteen bytes are one register");
    write(widen(context, [context.bind("v128", instruction("i8x16.swizzle", bytes, picked))], wanted));
  });
  const single = code.collect(() => write(loadItems(context, wanted, { ...place, base })));
  code.emit(ifElse(instruction("i32.and", areNear, fits), undefined, together, single));
  return results.map(localGet);
}

/** The most registers to load for one register of picked elements. */
const MAX_SOURCES = 4;

/** Loads elements 2 to 4 sizes apart, picked from whole registers that read no byte before the first or after the last element. */
function loadBytesApart(context: GangContext, wanted: Wanted, place: VectorPlace, stride: number): Vector | undefined {
  const { type } = wanted;
  const { size } = scalars[type];
  const { gang } = context;
  if (type === "bool" || size === 8 || stride <= size || stride > 4 * size) return undefined;
  const packed = size < 4 ? (gang * size) / 16 : 1;
  const [groups, perGroup] = packed >= 1 ? [(gang * size) / 16, 16 / size] : [1, gang];
  const span = (perGroup - 1) * stride + size;
  const sources = Math.ceil(span / 16);
  if (sources > MAX_SOURCES || span < 16) return undefined;
  const base = context.bind("i32", place.base);
  const registers = Array.from({ length: groups }, (_, group) => {
    const start = place.offset + group * perGroup * stride;
    const starts = Array.from({ length: sources }, (__, source) => Math.min(16 * source, span - 16));
    const loaded = starts.map((at) => context.bind("v128", memoryAccess("v128.load", start + at, base)));
    return context.bind("v128", pickBytes(loaded, starts, { stride, size, count: perGroup }));
  });
  return widen(context, registers, wanted);
}

interface Pick {
  readonly stride: number;
  readonly size: number;
  readonly count: number;
}

/** Picks `count` elements into a register; each step adds one more source. */
function pickBytes(
  loaded: readonly Instruction[],
  starts: readonly number[],
  { stride, size, count }: Pick,
): Instruction {
  const wanted = Array.from({ length: 16 }, (_, byte) => {
    const element = Math.floor(byte / size);
    return element < count ? element * stride + (byte % size) : undefined;
  });
  const [first, ...others] = loaded;
  invariant(first, "there is a source");
  let result = first;
  // For each wanted byte, the byte of `result` that holds it so far.
  let places = wanted.map((at) => (at !== undefined && at < 16 ? at : undefined));
  if (others.length === 0)
    return shuffle(
      first,
      first,
      places.map((place) => place ?? 0),
    );
  others.forEach((source, index) => {
    const start = starts[index + 1] ?? 0;
    const lanes = wanted.map((at, byte) => {
      const known = places[byte];
      if (known !== undefined) return known;
      return at !== undefined && at >= start && at < start + 16 ? 16 + at - start : undefined;
    });
    result = shuffle(
      result,
      source,
      lanes.map((one) => one ?? 0),
    );
    places = lanes.map((one, byte) => (one === undefined ? undefined : byte));
  });
  return result;
}

/** Widens packed elements to lanes of `bits`, `gang` of them. */
function widen(context: GangContext, packed: Vector, { type, bits }: Wanted): Vector {
  const { size, signed } = scalars[type];
  if (size >= 4 || bits === 8 * size) return packed;
  const wide = convertLanes(context, packed, size === 1 ? 8 : 16, bits, signed ? "signed" : "unsigned");
  return wide.slice(0, (context.gang * bits) / 128);
}

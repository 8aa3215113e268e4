// Computes the addresses that a gang's work-items access: one for all, at a constant distance from each other, or one for each. Emits bounds checks
// unless elements are proven to be inside.

import { type Expr, invariant, isScalar, layoutOf, structLayout, THREAD_STACK_OFFSET, typeName } from "@lanewise/ir";
import type { ElementExpr, FlatIndex } from "../../analysis/plan.js";
import { lowerExpr, lowerSingle } from "../expressions.js";
import {
  type Instruction,
  i32Const,
  i64Const,
  ifElse,
  instruction,
  integerConstant,
  localGet,
} from "../instructions.js";
import { RUN } from "../kernel-context.js";
import { failure, lowerPlace, referent } from "../places.js";
import {
  anyTrue,
  bindVector,
  bitsOf,
  combineMasks,
  extractLane,
  type GangContext,
  isVarying,
  readMask,
  type Vector,
} from "./gang-context.js";
import { linearVector } from "./linear-vector.js";
import { itemNumbers } from "./per-item.js";
import { emitForm } from "./segment.js";
import { each, narrowMask, registerOf } from "./vector-operations.js";
import { wrapCheck } from "./wrap-check.js";

export type Lanes =
  /** One address for the whole gang. */
  | { readonly kind: "uniform" }
  /** `stride` bytes between the addresses of neighbouring work-items. */
  | { readonly kind: "linear"; readonly stride: number | Instruction }
  /** i32 registers of byte distances from `base`. */
  | { readonly kind: "scattered"; readonly offsets: Vector };

export interface VectorPlace {
  /** The first work-item's address; for scattered ones, the address that their offsets count from. */
  readonly base: Instruction;
  readonly offset: number;
  readonly lanes: Lanes;
  /** Whether the addresses of inactive work-items are in the array too. */
  readonly isInside: boolean;
  /** Factor for offsets inside the object: more than 1 if the work-items' private memory is interleaved. */
  readonly spread: number;
  /** The pending check of linear addresses, unless `isInside`; to be emitted under the mask. */
  readonly unchecked: Unchecked | undefined;
}
/** Linear addresses whose indices are not known to be inside the array. */
export interface Unchecked {
  readonly element: ElementExpr;
  /** The first work-item's index, and the distance to the next one's. */
  readonly index: Instruction;
  readonly stride: number | Expr;
  readonly length: Instruction;
  readonly isChecked: boolean;
}

export function lowerVectorPlace(context: GangContext, expr: Expr): VectorPlace {
  if (!isVarying(context, expr)) {
    const { base, offset } = lowerPlace(context, expr);
    return { base, offset, lanes: { kind: "uniform" }, isInside: true, spread: 1, unchecked: undefined };
  }
  switch (expr.kind) {
    case "element":
      return lowerElement(context, expr as ElementExpr);
    case "field":
      return lowerField(context, expr);
    case "address": {
      const place = context.privatePlaces[expr.local];
      invariant(place, "an aggregate local is in private memory");
      const { stride, spread } = place;
      const lanes: Lanes = { kind: "linear", stride };
      const offset = THREAD_STACK_OFFSET + place.offset;
      return { base: localGet(RUN.thread), offset, lanes, isInside: true, spread, unchecked: undefined };
    }
    default: {
      const offsets = bindVector(context, context.lowerVector(context, expr));
      const lanes: Lanes = { kind: "scattered", offsets };
      return { base: i32Const(0), offset: 0, lanes, isInside: false, spread: 1, unchecked: undefined };
    }
  }
}

function lowerField(context: GangContext, expr: Extract<Expr, { kind: "field" }>): VectorPlace {
  const place = checkAll(context, lowerVectorPlace(context, expr.base));
  const struct = referent(expr.base);
  const { structs } = context.module;
  const name = !isScalar(struct) && struct.kind === "struct" ? struct.name : undefined;
  const definition = structs.find((one) => one.name === name);
  invariant(definition, `a field belongs to a struct of the module, not ${typeName(struct)}`);
  const distance = structLayout(definition, structs).offsets[expr.field] ?? 0;
  return { ...place, offset: place.offset + place.spread * distance };
}

interface Base {
  readonly place: VectorPlace;
  readonly length: Instruction;
}

function lowerBase(context: GangContext, base: Expr): Base {
  if (!isScalar(base.type) && base.type.kind === "span") {
    const [address, length] = lowerExpr(context, base);
    invariant(address && length, "a span is an address and a length");
    const place: VectorPlace = {
      base: address,
      offset: 0,
      lanes: { kind: "uniform" },
      isInside: true,
      spread: 1,
      unchecked: undefined,
    };
    return { place, length };
  }
  const array = referent(base);
  invariant(!isScalar(array) && array.kind === "array", `elements belong to an array, not ${typeName(array)}`);
  return { place: checkAll(context, lowerVectorPlace(context, base)), length: i32Const(array.length) };
}

/** The length of the array that contains the element. */
export function lengthOf(context: GangContext, { base }: ElementExpr): Instruction {
  return lowerBase(context, base).length;
}

function lowerElement(context: GangContext, expr: ElementExpr): VectorPlace {
  const { place, length } = lowerBase(context, expr.base);
  const size = place.spread * layoutOf(referent(expr), context.module.structs).size;
  const isProven = context.clone.proven.has(expr);
  const isInside = place.isInside && context.clone.inside.has(expr);
  const flat = context.clone.flat.get(expr);
  const shape = context.clone.shapes.of(expr.index);
  if (place.lanes.kind === "uniform" && (flat || shape.kind === "linear")) {
    const stride = flat ? flat.stride : shape.kind === "linear" ? shape.stride : 0;
    const lanes: Lanes = { kind: "linear", stride: strideInBytes(context, stride, size) };
    const pointer = context.pointers.get(expr);
    if (pointer) return { ...pointer, lanes, isInside, spread: 1, unchecked: undefined };
    const index = context.bind("i32", flat ? flatIndex(context, flat) : lowerSingle(context, expr.index));
    const base = instruction("i32.add", place.base, scaled(index, size));
    const unchecked = isInside
      ? undefined
      : { element: expr, index, stride, length: context.bind("i32", length), isChecked: !isProven };
    return { base, offset: place.offset, lanes, isInside, spread: 1, unchecked };
  }
  if (place.lanes.kind === "linear" && !isVarying(context, expr.index)) {
    return lowerSameElement(context, expr, { place, length }, isProven);
  }
  const index = bindVector(context, context.lowerVector(context, expr.index));
  if (!isProven) checkVector(context, expr, index, context.bind("i32", length));
  const isWide = expr.index.type === "i64" || expr.index.type === "u64";
  const words = isWide ? narrowMask(index) : index;
  const offsets = bindVector(context, addLanes(context, place.lanes, scaledVector(context, words, size)));
  return {
    base: place.base,
    offset: place.offset,
    lanes: { kind: "scattered", offsets },
    isInside,
    spread: place.spread,
    unchecked: undefined,
  };
}

/** The same element of each work-item's private array. */
function lowerSameElement(
  context: GangContext,
  expr: ElementExpr,
  { place, length }: Base,
  isProven: boolean,
): VectorPlace {
  const size = place.spread * layoutOf(referent(expr), context.module.structs).size;
  const { type } = expr.index;
  if (context.clone.shapes.of(expr.index).kind === "linear" || type === "i64" || type === "u64") {
    const index = bindVector(context, context.lowerVector(context, expr.index));
    if (!isProven) checkVector(context, expr, index, context.bind("i32", length));
    const words = bitsOf(type) === 64 ? narrowMask(index) : index;
    const offsets = bindVector(context, addLanes(context, place.lanes, scaledVector(context, words, size)));
    return { ...place, lanes: { kind: "scattered", offsets }, isInside: false };
  }
  const index = context.bind("i32", lowerSingle(context, expr.index));
  if (!isProven) checkUniform(context, expr, index, context.bind("i32", length));
  return { ...place, base: instruction("i32.add", place.base, scaled(index, size)) };
}

/** Checks an index that all work-items share; it fails in the first active one. */
function checkUniform(context: GangContext, element: ElementExpr, stated: Instruction, length: Instruction): void {
  const { exact } = element;
  const index = exact ? context.bind("i32", lowerSingle(context, exact)) : stated;
  const isOutside = instruction("i32.ge_u", index, length);
  const wide = instruction(element.index.type === "u32" ? "i64.extend_i32_u" : "i64.extend_i32_s", index);
  const failing = failure(context, element.site, wide, instruction("i64.extend_i32_u", length));
  context.code.emit(ifElse(isOutside, undefined, failing));
}

function flatIndex(context: GangContext, { stride, rest }: FlatIndex): Instruction {
  const item = instruction("i32.mul", context.item(), i32Const(stride));
  return instruction(
    "i32.add",
    stride === 1 ? context.item() : item,
    instruction("i32.wrap_i64", emitForm(context, context.plan.facts, rest)),
  );
}

function strideInBytes(context: GangContext, stride: number | Expr, size: number): number | Instruction {
  return typeof stride === "number" ? stride * size : context.bind("i32", scaled(lowerSingle(context, stride), size));
}

function scaled(index: Instruction, size: number): Instruction {
  const constant = integerConstant(index);
  if (constant !== undefined) return i32Const(Math.imul(Number(constant), size));
  const shift = Math.log2(size);
  if (size === 1) return index;
  return Number.isInteger(shift)
    ? instruction("i32.shl", index, i32Const(shift))
    : instruction("i32.mul", index, i32Const(size));
}

function scaledVector(context: GangContext, index: Vector, size: number): Vector {
  const shift = Math.log2(size);
  if (size === 1) return index;
  if (Number.isInteger(shift)) return index.map((register) => instruction("i32x4.shl", register, i32Const(shift)));
  const bytes = context.pooled(new Uint8Array(Int32Array.of(size, size, size, size).buffer));
  return index.map((register) => instruction("i32x4.mul", register, bytes));
}

/** Adds the array's own lane offsets to those inside it. */
function addLanes(context: GangContext, lanes: Lanes, offsets: Vector): Vector {
  if (lanes.kind === "uniform") return offsets;
  return each("i32x4.add", laneOffsets(context, lanes), offsets);
}

/** Offsets from `base`, one per work-item. */
export function laneOffsets(context: GangContext, lanes: Lanes): Vector {
  switch (lanes.kind) {
    case "scattered":
      return lanes.offsets;
    case "uniform":
      return itemNumbers(context.gang, 0).map((bytes) => context.pooled(bytes));
    case "linear": {
      const { stride } = lanes;
      if (typeof stride === "number") return itemNumbers(context.gang, stride).map((bytes) => context.pooled(bytes));
      const step = context.bind("v128", instruction("i32x4.splat", stride));
      return itemNumbers(context.gang, 1).map((bytes) => instruction("i32x4.mul", step, context.pooled(bytes)));
    }
  }
}

/** Emits the pending check of linear addresses, so that parts of the elements may be addressed. */
export function checkAll(context: GangContext, place: VectorPlace): VectorPlace {
  const { unchecked } = place;
  if (!unchecked) return place;
  checkLinear(context, unchecked);
  return { ...place, unchecked: undefined };
}

/**
 * Checks linear addresses for each active work-item, unless all of the gang are inside, which one comparison tells. The index is not evaluated again:
 * another thread may have changed what it is read from.
 */
export function checkLinear(context: GangContext, unchecked: Unchecked): void {
  const { element, index, stride, length, isChecked } = unchecked;
  if (!isChecked) return;
  const eachOne = (): void =>
    checkVector(context, element, bindVector(context, linearVector(context, index, stride)), length);
  const areInside = areAllInside(context, unchecked);
  if (!areInside) {
    eachOne();
    return;
  }
  const slowly = context.code.collect(eachOne);
  context.code.emit(ifElse(instruction("i32.eqz", areInside), undefined, slowly));
}

/** From this distance on, a gang may reach over the end of an i32. */
const FAR = 2 ** 20;

/** Whether the indices of all work-items are inside; undefined if one comparison does not tell, or if some work-items wait: they may be outside. */
function areAllInside(
  { gang, region }: GangContext,
  { element, index, stride, length }: Unchecked,
): Instruction | undefined {
  if (element.exact || region.mask || typeof stride !== "number" || Math.abs(stride) >= FAR) return undefined;
  const reach = Math.abs(stride) * (gang - 1);
  const lowest = stride < 0 ? instruction("i32.sub", index, i32Const(reach)) : index;
  // The greatest index that the lowest may be. Below 0, an index is larger than any length.
  const last = instruction("i32.sub", length, i32Const(reach + 1));
  const isLongEnough = instruction("i32.ge_s", last, i32Const(0));
  return instruction("i32.and", isLongEnough, instruction("i32.le_u", lowest, last));
}

/** Fails in the first active work-item whose index is outside. */
function checkVector(context: GangContext, element: ElementExpr, stated: Vector, length: Instruction): void {
  const { type } = element.index;
  if (type === "i64" || type === "u64") {
    checkItems(context, element, stated, length);
    return;
  }
  const { exact } = element;
  if (!exact) {
    failOutside(context, element, stated, length);
    return;
  }
  // Where an index may have wrapped, its double is checked.
  const precisely = (): void =>
    failOutside(context, element, bindVector(context, context.lowerVector(context, exact)), length);
  const check = wrapCheck(context, exact);
  if (!check) {
    precisely();
    return;
  }
  const all = [outsideOf(context, stated, length), ...check.doubtful];
  const bad = bindVector(
    context,
    underMask(
      context,
      all.reduce((some, one) => each("v128.or", some, one)),
    ),
  );
  const inDoubt = check.areShared.reduce(
    (any, one) => instruction("i32.or", any, instruction("i32.eqz", one)),
    anyTrue(bad),
  );
  const slowly = context.code.collect(precisely);
  context.code.emit(ifElse(inDoubt, undefined, slowly));
}

function outsideOf(context: GangContext, index: Vector, length: Instruction): Vector {
  const end = context.bind("v128", instruction("i32x4.splat", length));
  return index.map((register) => instruction("i32x4.ge_u", register, end));
}

function underMask({ region: { mask } }: GangContext, where: Vector): Vector {
  return mask ? combineMasks("v128.and", where, readMask(mask)) : where;
}

function failOutside(context: GangContext, element: ElementExpr, index: Vector, length: Instruction): void {
  const bad = bindVector(context, underMask(context, outsideOf(context, index, length)));
  const wide = instruction("i64.extend_i32_u", length);
  const isSigned = i32Const(element.index.type === "i32" ? 1 : 0);
  const first = context.bind("i32", context.item());
  const report = bad.map((register, part) =>
    context.callHelper(
      "failVector",
      localGet(RUN.thread),
      i32Const(element.site),
      instruction("i32.add", first, i32Const(4 * part)),
      registerOf(index, part),
      register,
      wide,
      isSigned,
    ),
  );
  context.code.emit(ifElse(anyTrue(bad), undefined, [...report, instruction("unreachable")]));
}

/** Checks 64-bit indices, one work-item after the other. */
function checkItems(context: GangContext, element: ElementExpr, index: Vector, length: Instruction): void {
  const { mask } = context.region;
  const wideLength = context.bind("i64", instruction("i64.extend_i32_u", length));
  const first = context.bind("i32", context.item());
  for (let item = 0; item < context.gang; item++) {
    const value = context.bind("i64", extractLane("i64", index, item));
    const isOutside = instruction("i64.ge_u", value, wideLength);
    const isActive = mask && extractLane("bool", readMask(mask), item);
    const condition = isActive ? instruction("i32.and", isActive, isOutside) : isOutside;
    const failing = { ...context, failingItem: () => instruction("i32.add", first, i32Const(item)) };
    context.code.emit(ifElse(condition, undefined, failure(failing, element.site, value, wideLength)));
  }
}

/** Fails in the first active work-item, for a reason other than an index. */
export function failNow(context: GangContext, site: number): void {
  context.code.emit(...failure(context, site, i64Const(0n), i64Const(0n)));
}

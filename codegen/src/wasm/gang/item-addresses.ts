// Computes the address that each work-item of a gang accesses, where whole registers cannot be used.

import { type Expr, invariant, isScalar, type ScalarType, type Type } from "@lanewise/ir";
import { i32Const, instruction, localGet, localSet } from "../instructions.js";
import { RUN } from "../kernel-context.js";
import type { Address } from "../memory.js";
import { bindVector, extractLane, type GangContext, type Mask, readMask, type Vector } from "./gang-context.js";
import { each } from "./vector-operations.js";
import { checkAll, type Lanes, laneOffsets, lowerVectorPlace, type VectorPlace } from "./vector-places.js";

export function scalarOf(type: Type): ScalarType {
  invariant(isScalar(type), "only scalars are loaded and stored");
  return type;
}

/** The addresses in a reference, one per work-item. */
export function lowerVectorReference(context: GangContext, expr: Expr): Vector {
  const place = checkAll(context, lowerVectorPlace(context, expr));
  return addressVector(context, place);
}

function addressVector(context: GangContext, { base, offset, lanes }: VectorPlace): Vector {
  const first = offset === 0 ? base : instruction("i32.add", base, i32Const(offset));
  const splat = context.bind("v128", instruction("i32x4.splat", first));
  return laneOffsets(context, lanes).map((register) => instruction("i32x4.add", splat, register));
}

/** Each work-item's address; for those outside `mask` it is the thread block's, which is always valid. */
export function addressesOf(
  context: GangContext,
  place: VectorPlace,
  mask: Mask | undefined,
): (item: number) => Address {
  const { lanes, offset } = place;
  if (lanes.kind === "linear" && !mask && hasPlainOffsets(context, place, lanes))
    return linearAddresses(context, place, lanes);
  if (lanes.kind === "uniform") {
    const base = context.bind("i32", place.base);
    return () => ({ base, offset });
  }
  if (!mask) {
    const base = context.bind("i32", place.base);
    const offsets = bindVector(context, laneOffsets(context, lanes));
    return (item) => ({ base: instruction("i32.add", base, extractLane("i32", offsets, item)), offset });
  }
  const all = addressVector(context, place);
  const own = context.bind("v128", instruction("i32x4.splat", localGet(RUN.thread)));
  const safe = bindVector(
    context,
    each(
      "v128.bitselect",
      all,
      all.map(() => own),
      readMask(mask),
    ),
  );
  return (item) => ({ base: extractLane("i32", safe, item), offset: 0 });
}

/** Larger distances are not folded: an address before the array may be negative, and an instruction's offset does not wrap around. */
const MAX_DISTANCE = 2 ** 28;

function hasPlainOffsets(
  { gang, region }: GangContext,
  { isInside }: VectorPlace,
  { stride }: Extract<Lanes, { kind: "linear" }>,
): boolean {
  if (typeof stride !== "number") return true;
  return (isInside || !region.mask) && Math.abs(stride) * gang < MAX_DISTANCE;
}

function linearAddresses(
  context: GangContext,
  { base, offset }: VectorPlace,
  { stride }: Extract<Lanes, { kind: "linear" }>,
): (item: number) => Address {
  const { gang } = context;
  if (typeof stride === "number" && stride >= 0) {
    const first = context.bind("i32", base);
    return (item) => ({ base: first, offset: offset + item * stride });
  }
  if (typeof stride === "number") {
    const last = context.bind("i32", instruction("i32.add", base, i32Const((gang - 1) * stride)));
    return (item) => ({ base: last, offset: offset + (gang - 1 - item) * -stride });
  }
  const first = context.bind("i32", base);
  const local = context.code.local("i32");
  context.code.emit(localSet(local, first));
  let at = 0;
  // Called in work-item order; each address is one step from the previous one.
  return (item) => {
    for (; at < item; at++) context.code.emit(localSet(local, instruction("i32.add", localGet(local), stride)));
    const own = context.temporary("i32");
    context.code.emit(localSet(own, localGet(local)));
    return { base: localGet(own), offset };
  };
}

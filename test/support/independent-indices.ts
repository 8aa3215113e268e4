// Indices of random independent kernels: products of ids and captured numbers, counters, clamps, masks, and whatever else
// programs write to stay in range. All are in range, unless the program may fail.

import { build, type Expr } from "@lanewise/ir";
import { type BodyState, expr, type Place } from "./independent-values.js";

const i32 = (value: number): Expr => build.constant("i32", value);

/** The work-item's number in the range, written in one of several ways. */
export function linearId(state: BodyState): Expr {
  const { random, range } = state.facts;
  let result: Expr = build.query("globalId", 0);
  for (let dimension = 1; dimension < range.length; dimension++) {
    const size = range[dimension] ?? 1;
    result = build.op(
      "add",
      build.op("mul", result, sizeOf(state, dimension, size)),
      build.query(random.oneIn(6) ? "groupId" : "globalId", dimension as 1 | 2),
    );
  }
  return result;
}

/** As a query, as a constant, or captured. */
function sizeOf(state: BodyState, dimension: number, size: number): Expr {
  const { random } = state.facts;
  const captured = state.roles.findIndex((role) => role.kind === "number" && role.value === size);
  if (captured >= 0 && state.fn.linkage === "kernel" && state.locals[captured]?.type === "i32" && random.oneIn(2))
    return build.local(captured, "i32");
  return random.oneIn(3) ? i32(size) : build.query("globalSize", dimension as 1 | 2);
}

interface Affine {
  readonly make: () => Expr;
  readonly low: number;
  readonly high: number;
}

/** Sums of products that are in range of so many elements, or out of it by `slack` at most. */
export function affineIndices(state: BodyState, place: Place, length: number, slack = 0): readonly Affine[] {
  const { random, range } = state.facts;
  const items = range.reduce((a, b) => a * b, 1);
  const last = Math.max(items - 1, 0);
  const inner = range.length - 1;
  const bases: Affine[] = [{ make: () => i32(0), low: 0, high: 0 }];
  if (state.fn.linkage === "kernel") {
    bases.push(
      { make: () => linearId(state), low: 0, high: last },
      {
        make: () => build.query("globalId", inner as 0 | 1 | 2),
        low: 0,
        high: Math.max((range[inner] ?? 1) - 1, 0),
      },
      { make: () => build.op("sub", i32(last), linearId(state)), low: 0, high: last },
    );
  }
  for (const [local, { low, high }] of state.counters) {
    if (place.known.includes(local)) bases.push({ make: () => build.local(local, "i32"), low, high });
  }
  const factors = [1, 1, 2, 3, 4].map((value): { value: number; make: () => Expr } => ({
    value,
    make: () => i32(value),
  }));
  state.roles.forEach((role, local) => {
    if (role.kind !== "number" || role.value === undefined || state.locals[local]?.type !== "i32") return;
    if (role.value > 0) factors.push({ value: role.value, make: () => build.local(local, "i32") });
  });
  const found: Affine[] = [];
  for (let attempt = 0; attempt < 12; attempt++) {
    const [base, factor] = [random.pick(bases), random.pick(factors)];
    const product: Affine = {
      make: () => (factor.value === 1 ? base.make() : build.op("mul", base.make(), factor.make())),
      low: base.low * factor.value,
      high: base.high * factor.value,
    };
    const other = random.oneIn(2) ? undefined : random.pick(bases);
    const sum: Affine = other
      ? {
          make: () => build.op("add", product.make(), other.make()),
          low: product.low + other.low,
          high: product.high + other.high,
        }
      : product;
    const offset = random.below(4) - random.below(3);
    const moved: Affine = {
      make: () =>
        offset < 0 && random.oneIn(2)
          ? build.op("sub", sum.make(), i32(-offset))
          : build.op("add", sum.make(), i32(offset)),
      low: sum.low + offset,
      high: sum.high + offset,
    };
    const one = offset === 0 ? sum : moved;
    if (one.low >= -slack && one.high < length + slack) found.push(one);
  }
  return found.length > 0 ? found : [{ make: () => i32(0), low: 0, high: 0 }];
}

/** An index into so many elements; `span` gives them, if they have a length to ask. */
export function readIndex(
  state: BodyState,
  span: (() => Expr) | undefined,
  length: number,
  place: Place,
  depth: number,
): Expr {
  const { random, canFail } = state.facts;
  if (canFail && random.oneIn(25)) return random.pick(affineIndices(state, place, length, 3)).make();
  if (canFail && random.oneIn(50)) return expr(state, random.pick(["i32", "u32", "i64", "u64"] as const), place, 1);
  const inner = (type: "i32" | "u32" | "i64" | "u64") => expr(state, type, place, Math.min(depth - 1, 2));
  const affine = () => random.pick(affineIndices(state, place, length)).make();
  switch (random.below(9)) {
    case 0:
    case 1:
      return affine();
    case 2:
      return build.convert("wrap", "u32", affine());
    case 3:
      return build.convert("convert", "i64", affine());
    case 4: {
      const isAsked = span?.().type !== undefined && random.oneIn(2);
      return clamped(state, place, depth, isAsked && span ? lastOf(span(), length) : i32(length - 1));
    }
    case 5:
      return build.op("rem", inner("u32"), build.constant("u32", length));
    case 6:
      return build.op("and", inner("i64"), build.constant("i64", BigInt(2 ** Math.floor(Math.log2(length)) - 1)));
    case 7:
      return build.op("rem", inner("u64"), build.constant("u64", BigInt(length)));
    default:
      return build.op("and", inner("i32"), i32(2 ** Math.floor(Math.log2(length)) - 1));
  }
}

/** The last element, by the length of the array itself where it is a span. */
function lastOf(span: Expr, length: number): Expr {
  const isSpan = typeof span.type === "object" && span.type.kind === "span";
  return isSpan ? build.op("sub", build.length(span), i32(1)) : i32(length - 1);
}

function clamped(state: BodyState, place: Place, depth: number, last: Expr): Expr {
  const { random } = state.facts;
  const value = random.oneIn(3)
    ? expr(state, "i32", place, Math.min(depth - 1, 2))
    : random.pick(affineIndices(state, place, 2 ** 20, 5)).make();
  const zero = i32(0);
  if (random.oneIn(2)) {
    return random.oneIn(2)
      ? build.op("max", build.op("min", value, last), zero)
      : build.op("min", build.op("max", zero, value), last);
  }
  const below = build.op("select", build.op("lt", value, zero), zero, value);
  return random.oneIn(2)
    ? build.op("select", build.op("gt", below, last), last, below)
    : build.op("select", build.op("le", below, last), below, last);
}

/** A constant, or a counter that is in range. */
export function steadyIndex(state: BodyState, length: number, place: Place): Expr {
  const { random, canFail } = state.facts;
  if (canFail && random.oneIn(60)) return i32(random.oneIn(2) ? -1 : length);
  const counters = [...state.counters].filter(([local]) => place.known.includes(local));
  const fitting = counters.filter(([, { low, high }]) => low >= 0 && high < length);
  if (fitting.length === 0 || random.oneIn(3)) return i32(random.below(length));
  const [local, { high }] = random.pick(fitting);
  const count = build.local(local, "i32");
  const other = random.pick(counters);
  if (random.oneIn(3)) return build.op("sub", i32(high), count);
  if (other[1].low >= 0 && other[1].high * 2 + high < length)
    return build.op("add", build.op("mul", build.local(other[0], "i32"), i32(2)), count);
  return random.oneIn(4) ? build.op("add", count, i32(random.below(length - high))) : count;
}

// The host's atomic references, for programs that are not compiled: their kernels run on one thread, where a plain read
// and write is atomic.

import { LanewiseError } from "../errors/index.js";
import type { AtomicRef } from "./atomic-ref.js";

type Scalar = number | bigint;
type Place = { get(): Scalar; set(value: Scalar): void };

/** Reads and writes `place[key]`, which is checked to exist. */
function placeOf(object: object, key: "value" | number): Place {
  const found: unknown = Reflect.get(object, key);
  if (typeof found !== "number" && typeof found !== "bigint") {
    const length: unknown = Reflect.get(object, "length");
    throw new LanewiseError(
      "out_of_bounds",
      `atomicRef: there is no number at ${key === "value" ? ".value" : `index ${key}`}${typeof length === "number" ? ` of an array of length ${length}` : ""}.`,
    );
  }
  return {
    // The check above found a number there, and only numbers are stored by the operations below.
    get: () => Reflect.get(object, key) as Scalar,
    set: (value) => {
      Reflect.set(object, key, value);
    },
  };
}

const combine = {
  fetchAdd: (a: Scalar, b: Scalar) =>
    apply(
      a,
      b,
      (x, y) => x + y,
      (x, y) => x + y,
    ),
  fetchSub: (a: Scalar, b: Scalar) =>
    apply(
      a,
      b,
      (x, y) => x - y,
      (x, y) => x - y,
    ),
  fetchAnd: (a: Scalar, b: Scalar) =>
    apply(
      a,
      b,
      (x, y) => x & y,
      (x, y) => x & y,
    ),
  fetchOr: (a: Scalar, b: Scalar) =>
    apply(
      a,
      b,
      (x, y) => x | y,
      (x, y) => x | y,
    ),
  fetchXor: (a: Scalar, b: Scalar) =>
    apply(
      a,
      b,
      (x, y) => x ^ y,
      (x, y) => x ^ y,
    ),
  fetchMin: (a: Scalar, b: Scalar) => apply(a, b, Math.min, (x, y) => (x < y ? x : y)),
  fetchMax: (a: Scalar, b: Scalar) => apply(a, b, Math.max, (x, y) => (x > y ? x : y)),
  exchange: (_a: Scalar, b: Scalar) => b,
} as const;

function apply(
  a: Scalar,
  b: Scalar,
  numbers: (x: number, y: number) => number,
  bigints: (x: bigint, y: bigint) => bigint,
): Scalar {
  if (typeof a === "bigint" && typeof b === "bigint") return bigints(a, b);
  return numbers(Number(a), Number(b));
}

export function createAtomicRef(object: object, key: "value" | number): AtomicRef<Scalar> {
  const place = placeOf(object, key);
  const modify = (operation: keyof typeof combine) => (value: Scalar) => {
    const before = place.get();
    place.set(combine[operation](before, value));
    return before;
  };
  return {
    load: place.get,
    store: place.set,
    fetchAdd: modify("fetchAdd"),
    fetchSub: modify("fetchSub"),
    fetchAnd: modify("fetchAnd"),
    fetchOr: modify("fetchOr"),
    fetchXor: modify("fetchXor"),
    fetchMin: modify("fetchMin"),
    fetchMax: modify("fetchMax"),
    exchange: modify("exchange"),
    compareExchange: (expected, value) => {
      const before = place.get();
      if (Object.is(before, expected)) place.set(value);
      return before;
    },
  };
}

// The interpreter's memory: how each scalar is loaded (widened to its register type) and stored (narrowed modulo 2^n), and atomic read-modify-write.
// Memory is little-endian, like WebAssembly's.

import { invariant } from "../invariant.js";
import { halfBits, halfValue } from "../math/index.js";
import { type AtomicOp, type ScalarType, scalars } from "../module/index.js";
import { type Apply, semanticsOf, type Value } from "./interpret-ops.js";

interface ScalarAccess {
  readonly load: (view: DataView, address: number) => Value;
  readonly store: (view: DataView, address: number, value: Value) => void;
}

export const scalarAccess = {
  bool: { load: (view, at) => view.getUint8(at) !== 0, store: (view, at, value) => view.setUint8(at, value ? 1 : 0) },
  i8: { load: (view, at) => view.getInt8(at), store: (view, at, value) => view.setInt8(at, Number(value)) },
  u8: { load: (view, at) => view.getUint8(at), store: (view, at, value) => view.setUint8(at, Number(value)) },
  i16: {
    load: (view, at) => view.getInt16(at, true),
    store: (view, at, value) => view.setInt16(at, Number(value), true),
  },
  u16: {
    load: (view, at) => view.getUint16(at, true),
    store: (view, at, value) => view.setUint16(at, Number(value), true),
  },
  i32: {
    load: (view, at) => view.getInt32(at, true),
    store: (view, at, value) => view.setInt32(at, Number(value), true),
  },
  u32: {
    load: (view, at) => view.getUint32(at, true),
    store: (view, at, value) => view.setUint32(at, Number(value), true),
  },
  i64: {
    load: (view, at) => view.getBigInt64(at, true),
    store: (view, at, value) => view.setBigInt64(at, BigInt(value), true),
  },
  u64: {
    load: (view, at) => view.getBigUint64(at, true),
    store: (view, at, value) => view.setBigUint64(at, BigInt(value), true),
  },
  f16: {
    load: (view, at) => halfValue(view.getUint16(at, true)),
    store: (view, at, value) => view.setUint16(at, halfBits(Number(value)), true),
  },
  f32: {
    load: (view, at) => view.getFloat32(at, true),
    store: (view, at, value) => view.setFloat32(at, Number(value), true),
  },
  f64: {
    load: (view, at) => view.getFloat64(at, true),
    store: (view, at, value) => view.setFloat64(at, Number(value), true),
  },
} as const satisfies Record<ScalarType, ScalarAccess>;

/** The views of one buffer. */
export interface Views {
  readonly buffer: ArrayBufferLike;
  readonly data: DataView;
  readonly bytes: Uint8Array;
  readonly int32: Int32Array;
  readonly int64: BigInt64Array;
}

export function viewsOf(buffer: ArrayBufferLike): Views {
  return {
    buffer,
    data: new DataView(buffer),
    bytes: new Uint8Array(buffer),
    int32: new Int32Array(buffer, 0, Math.floor(buffer.byteLength / 4)),
    int64: new BigInt64Array(buffer, 0, Math.floor(buffer.byteLength / 8)),
  };
}

const scratch = new DataView(new ArrayBuffer(8));

/** Atomic read-modify-write by compare-exchange on the bit pattern, which works for floats and unsigned types too. */
function exchangeLoop(
  views: Views,
  scalar: ScalarType,
  address: number,
  next: (old: Value) => Value | undefined,
): Value {
  const { load, store } = scalarAccess[scalar];
  for (;;) {
    const is64 = scalars[scalar].size === 8;
    const index = address / scalars[scalar].size;
    const bits = is64 ? Atomics.load(views.int64, index) : Atomics.load(views.int32, index);
    if (typeof bits === "bigint") scratch.setBigInt64(0, bits, true);
    else scratch.setInt32(0, bits, true);
    const old = load(scratch, 0);
    const value = next(old);
    if (value === undefined) return old;
    store(scratch, 0, value);
    const isDone =
      typeof bits === "bigint"
        ? Atomics.compareExchange(views.int64, index, bits, scratch.getBigInt64(0, true)) === bits
        : Atomics.compareExchange(views.int32, index, bits, scratch.getInt32(0, true)) === bits;
    if (isDone) return old;
  }
}

type Atomic = (views: Views, address: number, value: Value, expected: Value) => Value;

/** The operation on a scalar in memory; returns the previous value. */
export function atomicOn(op: AtomicOp, scalar: ScalarType): Atomic {
  switch (op) {
    case "load":
      return (views, address) => exchangeLoop(views, scalar, address, () => undefined);
    case "store":
    case "exchange":
      return (views, address, value) => exchangeLoop(views, scalar, address, () => value);
    case "compareExchange":
      // Compares bits, as the hardware does: NaN is itself, -0 is not +0.
      return (views, address, value, expected) =>
        exchangeLoop(views, scalar, address, (old) => (Object.is(old, expected) ? value : undefined));
    default: {
      const { register } = scalars[scalar];
      const apply: Apply | undefined = semanticsOf(op, register, register);
      invariant(apply, `atomic ${op} takes ${scalar}`);
      return (views, address, value) => exchangeLoop(views, scalar, address, (old) => apply(old, value, false));
    }
  }
}

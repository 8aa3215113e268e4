// The kernels of reduce: one for each array type and operation, since a kernel's types must be known when it is compiled.

import type { f32, f64, i32, i64, KernelFunction, Reducer, ReductionOperation, u32, u64 } from "../language/index.js";
import type { NumberArrayName, NumberArrays } from "./arrays.js";

/** For an array A, combined in T. */
type Kernels<A, T extends number | bigint, O extends ReductionOperation> = {
  readonly [N in O]: (x: A) => KernelFunction<(i: i32, into: Reducer<T, N>) => void>;
};
export type FloatOperation = "add" | "multiply" | "min" | "max";

const float32: Kernels<Float32Array, f32, FloatOperation> = {
  add: (x) => (i, into) => into.combine(x[i]!),
  multiply: (x) => (i, into) => into.combine(x[i]!),
  min: (x) => (i, into) => into.combine(x[i]!),
  max: (x) => (i, into) => into.combine(x[i]!),
};
const float64: Kernels<Float64Array, f64, FloatOperation> = {
  add: (x) => (i, into) => into.combine(x[i]!),
  multiply: (x) => (i, into) => into.combine(x[i]!),
  min: (x) => (i, into) => into.combine(x[i]!),
  max: (x) => (i, into) => into.combine(x[i]!),
};
const int8: Kernels<Int8Array, i32, ReductionOperation> = {
  add: (x) => (i, into) => into.combine(x[i]!),
  multiply: (x) => (i, into) => into.combine(x[i]!),
  min: (x) => (i, into) => into.combine(x[i]!),
  max: (x) => (i, into) => into.combine(x[i]!),
  and: (x) => (i, into) => into.combine(x[i]!),
  or: (x) => (i, into) => into.combine(x[i]!),
  xor: (x) => (i, into) => into.combine(x[i]!),
};
const uint8: Kernels<Uint8Array, i32, ReductionOperation> = {
  add: (x) => (i, into) => into.combine(x[i]!),
  multiply: (x) => (i, into) => into.combine(x[i]!),
  min: (x) => (i, into) => into.combine(x[i]!),
  max: (x) => (i, into) => into.combine(x[i]!),
  and: (x) => (i, into) => into.combine(x[i]!),
  or: (x) => (i, into) => into.combine(x[i]!),
  xor: (x) => (i, into) => into.combine(x[i]!),
};
const uint8Clamped: Kernels<Uint8ClampedArray, i32, ReductionOperation> = {
  add: (x) => (i, into) => into.combine(x[i]!),
  multiply: (x) => (i, into) => into.combine(x[i]!),
  min: (x) => (i, into) => into.combine(x[i]!),
  max: (x) => (i, into) => into.combine(x[i]!),
  and: (x) => (i, into) => into.combine(x[i]!),
  or: (x) => (i, into) => into.combine(x[i]!),
  xor: (x) => (i, into) => into.combine(x[i]!),
};
const int16: Kernels<Int16Array, i32, ReductionOperation> = {
  add: (x) => (i, into) => into.combine(x[i]!),
  multiply: (x) => (i, into) => into.combine(x[i]!),
  min: (x) => (i, into) => into.combine(x[i]!),
  max: (x) => (i, into) => into.combine(x[i]!),
  and: (x) => (i, into) => into.combine(x[i]!),
  or: (x) => (i, into) => into.combine(x[i]!),
  xor: (x) => (i, into) => into.combine(x[i]!),
};
const uint16: Kernels<Uint16Array, i32, ReductionOperation> = {
  add: (x) => (i, into) => into.combine(x[i]!),
  multiply: (x) => (i, into) => into.combine(x[i]!),
  min: (x) => (i, into) => into.combine(x[i]!),
  max: (x) => (i, into) => into.combine(x[i]!),
  and: (x) => (i, into) => into.combine(x[i]!),
  or: (x) => (i, into) => into.combine(x[i]!),
  xor: (x) => (i, into) => into.combine(x[i]!),
};
const int32: Kernels<Int32Array, i32, ReductionOperation> = {
  add: (x) => (i, into) => into.combine(x[i]!),
  multiply: (x) => (i, into) => into.combine(x[i]!),
  min: (x) => (i, into) => into.combine(x[i]!),
  max: (x) => (i, into) => into.combine(x[i]!),
  and: (x) => (i, into) => into.combine(x[i]!),
  or: (x) => (i, into) => into.combine(x[i]!),
  xor: (x) => (i, into) => into.combine(x[i]!),
};
const uint32: Kernels<Uint32Array, u32, ReductionOperation> = {
  add: (x) => (i, into) => into.combine(x[i]!),
  multiply: (x) => (i, into) => into.combine(x[i]!),
  min: (x) => (i, into) => into.combine(x[i]!),
  max: (x) => (i, into) => into.combine(x[i]!),
  and: (x) => (i, into) => into.combine(x[i]!),
  or: (x) => (i, into) => into.combine(x[i]!),
  xor: (x) => (i, into) => into.combine(x[i]!),
};
const bigInt64: Kernels<BigInt64Array, i64, ReductionOperation> = {
  add: (x) => (i, into) => into.combine(x[i]!),
  multiply: (x) => (i, into) => into.combine(x[i]!),
  min: (x) => (i, into) => into.combine(x[i]!),
  max: (x) => (i, into) => into.combine(x[i]!),
  and: (x) => (i, into) => into.combine(x[i]!),
  or: (x) => (i, into) => into.combine(x[i]!),
  xor: (x) => (i, into) => into.combine(x[i]!),
};
const bigUint64: Kernels<BigUint64Array, u64, ReductionOperation> = {
  add: (x) => (i, into) => into.combine(x[i]!),
  multiply: (x) => (i, into) => into.combine(x[i]!),
  min: (x) => (i, into) => into.combine(x[i]!),
  max: (x) => (i, into) => into.combine(x[i]!),
  and: (x) => (i, into) => into.combine(x[i]!),
  or: (x) => (i, into) => into.combine(x[i]!),
  xor: (x) => (i, into) => into.combine(x[i]!),
};

/** By the array's name: its kernels, and the array type of their result. */
export const reduceKernels = {
  Float32Array: { kernels: float32, result: Float32Array },
  Float64Array: { kernels: float64, result: Float64Array },
  Int8Array: { kernels: int8, result: Int32Array },
  Uint8Array: { kernels: uint8, result: Int32Array },
  Uint8ClampedArray: { kernels: uint8Clamped, result: Int32Array },
  Int16Array: { kernels: int16, result: Int32Array },
  Uint16Array: { kernels: uint16, result: Int32Array },
  Int32Array: { kernels: int32, result: Int32Array },
  Uint32Array: { kernels: uint32, result: Uint32Array },
  BigInt64Array: { kernels: bigInt64, result: BigInt64Array },
  BigUint64Array: { kernels: bigUint64, result: BigUint64Array },
} as const satisfies {
  readonly [N in NumberArrayName]: {
    readonly kernels: Partial<Record<ReductionOperation, (x: NumberArrays[N]) => object>>;
    readonly result: object;
  };
};

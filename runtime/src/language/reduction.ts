// Reductions: what all work-items of a launch combine into one value. `reduction(…)` says on the host where the value goes and how two
// are combined; the kernel gets a reducer, which the compiler knows by its brand. (SYCL 2020, 4.9.2)

import { HostReduction } from "../host-reduction.js";
import type { reducerBrand, reductionBrand } from "./brands.js";
import type { DeviceGlobal, Properties } from "./device-global.js";
import type { f32, f64, i32, i64, u32, u64 } from "./flavours.js";

/** How two values become one. */
export type ReductionOperation = "add" | "multiply" | "min" | "max" | "and" | "or" | "xor";

/**
 * What a kernel gives its values to: `sum.combine(x[i]!)`, as often as it likes. It may be passed to functions, but is never read: the
 * combined value is there when the launch is complete.
 */
export interface Reducer<T extends number | bigint, O extends ReductionOperation> {
  readonly [reducerBrand]: { readonly type: T; readonly operation: O };
  combine(value: T extends bigint ? bigint : number): void;
}

/** What `parallelFor` takes between the range and the kernel: `reduction(sum, "add")`. */
export interface Reduction<T extends number | bigint, O extends ReductionOperation> {
  readonly [reductionBrand]: { readonly type: T; readonly operation: O };
}

export type AnyReduction = Reduction<number, ReductionOperation> | Reduction<bigint, ReductionOperation>;

/** The reducer that the kernel gets for a reduction. */
export type ReducerOf<R> = R extends {
  readonly [reductionBrand]: { readonly type: infer T; readonly operation: infer O };
}
  ? Reducer<T & (number | bigint), O & ReductionOperation>
  : never;

/** Arrays whose element a reduction may go to. */
export type ReductionArray = Float32Array | Float64Array | Int32Array | Uint32Array | BigInt64Array | BigUint64Array;

/** What such an array holds. */
export type ReducedElement<A> = A extends Float32Array
  ? f32
  : A extends Float64Array
    ? f64
    : A extends Int32Array
      ? i32
      : A extends Uint32Array
        ? u32
        : A extends BigInt64Array
          ? i64
          : u64;

/** Floats have no bits to combine. */
type OperationOn<A> = A extends Float32Array | Float64Array ? "add" | "multiply" | "min" | "max" : ReductionOperation;

export interface ReductionOptions {
  /** Whether what the target holds before does not take part. Default: it does. */
  readonly initializeToIdentity?: boolean;
}

/**
 * Says that all work-items of a launch combine values into one, which goes to an array of one element in the device's memory, or to a
 * scalar device global:
 *
 *     const sum = q.mallocShared(Float32Array, 1);
 *     await q.parallelFor(n, reduction(sum, "add"), (i, sum) => sum.combine(x[i]!));
 *
 * The order is fixed by the range alone, so that the result is the same, bit by bit, for any number of threads; it is not the order of a
 * loop. Throws `invalid` for another target or operation.
 */
export function reduction<A extends ReductionArray, O extends OperationOn<A>>(
  target: A,
  operation: O,
  options?: ReductionOptions,
): Reduction<ReducedElement<A>, O>;
export function reduction<T extends number | bigint, P extends Properties, O extends ReductionOperation>(
  target: DeviceGlobal<T, P>,
  operation: O,
  options?: ReductionOptions,
): Reduction<T, O>;
export function reduction(target: object, operation: ReductionOperation, options: ReductionOptions = {}): object {
  return new HostReduction(target, operation, options.initializeToIdentity ?? false);
}

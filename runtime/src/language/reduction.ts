// Reductions: all work-items of a launch combine values into one, or into the elements of an array. On the host, `reduction(…)` states the target and
// how two values are combined; the kernel receives a reducer, which the compiler recognises by its brand. (SYCL 2020, 4.9.2)

import { HostReduction } from "../reductions/index.js";
import { type FixedArray, type OptionTable, ownOptions } from "../values/index.js";
import type { reducerBrand, reductionBrand } from "./brands.js";
import type { DeviceGlobal, Properties } from "./device-global.js";
import type { f32, f64, i32, i64, u32, u64 } from "./flavours.js";

/** How two values are combined. */
export type ReductionOperation = "add" | "multiply" | "min" | "max" | "and" | "or" | "xor";

/** A `ReductionOperation`, or a function passed to `reduction`. */
export type AnyOperation = ReductionOperation | "function";

/** The common members of reducers and their elements. */
interface Combining<T extends number | bigint, O extends AnyOperation> {
  readonly [reducerBrand]: { readonly type: T; readonly operation: O };
  /** For a target with one element. */
  combine(value: T extends bigint ? bigint : number): void;
}

/**
 * Collects a kernel's values, any number of them: `sum.combine(x[i]!)` if the target is one element, `bins.at(k).combine(1)` if it is an array. It
 * may be passed to functions, but is never read: the combined values are available when the launch is complete.
 */
export interface Reducer<T extends number | bigint, O extends AnyOperation> extends Combining<T, O> {
  /** An element of the target, to be combined with immediately. */
  at(index: number): ReducerElement<T, O>;
}

/** An element of a reducer: SYCL's `reducer[k]`. */
export interface ReducerElement<T extends number | bigint, O extends AnyOperation> extends Combining<T, O> {}

/** An argument of `parallelFor` between the range and the kernel: `reduction(sum, "add")`. */
export interface Reduction<T extends number | bigint, O extends AnyOperation> {
  readonly [reductionBrand]: { readonly type: T; readonly operation: O };
}

/** A reduction of any type and operation, as `parallelFor` accepts it. */
export type AnyReduction = Reduction<number, AnyOperation> | Reduction<bigint, AnyOperation>;

/** The reducer that the kernel receives for a reduction. */
export type ReducerOf<R> = R extends {
  readonly [reductionBrand]: { readonly type: infer T; readonly operation: infer O };
}
  ? Reducer<T & (number | bigint), O & AnyOperation>
  : never;

/** Arrays that can be the target of a reduction. */
export type ReductionArray = Float32Array | Float64Array | Int32Array | Uint32Array | BigInt64Array | BigUint64Array;

/** The element type of such an array. */
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

/** The element type of a device global that is the target of a reduction. */
type ReducedScalar<T> = T extends FixedArray<infer E, number> ? E & (number | bigint) : T & (number | bigint);

/** Floats have no bitwise operations. */
type OperationOn<A> = A extends Float32Array | Float64Array ? "add" | "multiply" | "min" | "max" : ReductionOperation;

/** The options of `reduction`. */
export interface ReductionOptions {
  /** Whether the target's old value is ignored. Default: it is combined, too. */
  readonly initializeToIdentity?: boolean;
}

export interface FunctionReductionOptions<T extends number | bigint> extends ReductionOptions {
  /** The value that leaves any other unchanged when combined with it. */
  readonly identity: T;
}

const reductionOptions = {
  initializeToIdentity: "boolean",
  identity: "checked",
} as const satisfies OptionTable<FunctionReductionOptions<number>>;

/**
 * Declares that all work-items of a launch combine values. The target is an array, of the host's or in the device's memory, or a device global: its
 * one element, or any of its many.
 *
 *     const sum = q.mallocShared(Float32Array, 1);
 *     await q.parallelFor(n, reduction(sum, "add"), (i, sum) => sum.combine(x[i]!));
 *     const bins = q.mallocShared(Uint32Array, 256);
 *     await q.parallelFor(n, reduction(bins, "add"), (i, bins) => bins.at(bytes[i]!).combine(1));
 *
 * The order depends only on the range, so the result is the same, bit by bit, for any number of threads; it is not the order of a loop. Throws
 * `invalid` for another target or operation.
 */
export function reduction<A extends ReductionArray, O extends OperationOn<A>>(
  target: A,
  operation: O,
  options?: ReductionOptions,
): Reduction<ReducedElement<A>, O>;
/**
 * Combines by your own function, which is compiled with the kernel: written here, or a const of the module. It must be associative, `f(f(a, b), c)`
 * is `f(a, f(b, c))`, and commutative; this is not checked. It reads nothing of the host's.
 *
 *     reduction(product, (a, b) => (a * b) % 7, { identity: 1 })
 */
export function reduction<A extends ReductionArray>(
  target: A,
  combine: (a: ReducedElement<A>, b: ReducedElement<A>) => ReducedElement<A>,
  options: FunctionReductionOptions<ReducedElement<A>>,
): Reduction<ReducedElement<A>, "function">;
export function reduction<T, P extends Properties, O extends ReductionOperation>(
  target: DeviceGlobal<T, P>,
  operation: O,
  options?: ReductionOptions,
): Reduction<ReducedScalar<T>, O>;
export function reduction<T, P extends Properties>(
  target: DeviceGlobal<T, P>,
  combine: (a: ReducedScalar<T>, b: ReducedScalar<T>) => ReducedScalar<T>,
  options: FunctionReductionOptions<ReducedScalar<T>>,
): Reduction<ReducedScalar<T>, "function">;
export function reduction(
  target: object,
  by: unknown,
  options?: ReductionOptions & { readonly identity?: unknown },
): object {
  return new HostReduction(target, by, ownOptions(options, reductionOptions, "reduction"));
}

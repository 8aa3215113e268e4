// Reductions: what all work-items of a launch combine into one value, or into the elements of an array. `reduction(…)` says on the host where
// the values go and how two are combined; the kernel gets a reducer, which the compiler knows by its brand. (SYCL 2020, 4.9.2)

import { HostReduction } from "../reductions/index.js";
import { type FixedArray, type OptionTable, ownOptions } from "../values/index.js";
import type { reducerBrand, reductionBrand } from "./brands.js";
import type { DeviceGlobal, Properties } from "./device-global.js";
import type { f32, f64, i32, i64, u32, u64 } from "./flavours.js";

/** How two values become one. */
export type ReductionOperation = "add" | "multiply" | "min" | "max" | "and" | "or" | "xor";

/** The same, or by a function that `reduction` was given. */
export type AnyOperation = ReductionOperation | "function";

/** What reducers and their elements have in common. */
interface Combining<T extends number | bigint, O extends AnyOperation> {
  readonly [reducerBrand]: { readonly type: T; readonly operation: O };
  /** Of a target with one element. */
  combine(value: T extends bigint ? bigint : number): void;
}

/**
 * What a kernel gives its values to, as often as it likes: `sum.combine(x[i]!)` where the target is one element, `bins.at(k).combine(1)` where
 * it is an array. It may be passed to functions, but is never read: the combined values are there when the launch is complete.
 */
export interface Reducer<T extends number | bigint, O extends AnyOperation> extends Combining<T, O> {
  /** An element of the target, which is combined with at once. */
  at(index: number): ReducerElement<T, O>;
}

/** An element of a reducer: SYCL's `reducer[k]`. */
export interface ReducerElement<T extends number | bigint, O extends AnyOperation> extends Combining<T, O> {}

/** What `parallelFor` takes between the range and the kernel: `reduction(sum, "add")`. */
export interface Reduction<T extends number | bigint, O extends AnyOperation> {
  readonly [reductionBrand]: { readonly type: T; readonly operation: O };
}

export type AnyReduction = Reduction<number, AnyOperation> | Reduction<bigint, AnyOperation>;

/** The reducer that the kernel gets for a reduction. */
export type ReducerOf<R> = R extends {
  readonly [reductionBrand]: { readonly type: infer T; readonly operation: infer O };
}
  ? Reducer<T & (number | bigint), O & AnyOperation>
  : never;

/** Arrays whose elements a reduction may go to. */
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

/** What a device global holds that a reduction may go to. */
type ReducedScalar<T> = T extends FixedArray<infer E, number> ? E & (number | bigint) : T & (number | bigint);

/** Floats have no bits to combine. */
type OperationOn<A> = A extends Float32Array | Float64Array ? "add" | "multiply" | "min" | "max" : ReductionOperation;

export interface ReductionOptions {
  /** Whether what the target holds before does not take part. Default: it does. */
  readonly initializeToIdentity?: boolean;
}

export interface FunctionReductionOptions<T extends number | bigint> extends ReductionOptions {
  /** What changes no value that it is combined with. */
  readonly identity: T;
}

const reductionOptions = {
  initializeToIdentity: "boolean",
  identity: "checked",
} as const satisfies OptionTable<FunctionReductionOptions<number>>;

/**
 * Says that all work-items of a launch combine values, which go to an array, of the host's or in the device's memory, or to a device global:
 * into its one element, or each into one of many.
 *
 *     const sum = q.mallocShared(Float32Array, 1);
 *     await q.parallelFor(n, reduction(sum, "add"), (i, sum) => sum.combine(x[i]!));
 *     const bins = q.mallocShared(Uint32Array, 256);
 *     await q.parallelFor(n, reduction(bins, "add"), (i, bins) => bins.at(bytes[i]!).combine(1));
 *
 * The order is fixed by the range alone, so that the result is the same, bit by bit, for any number of threads; it is not the order of a
 * loop. Throws `invalid` for another target or operation.
 */
export function reduction<A extends ReductionArray, O extends OperationOn<A>>(
  target: A,
  operation: O,
  options?: ReductionOptions,
): Reduction<ReducedElement<A>, O>;
/**
 * By a function of your own, which is compiled with the kernel: written here, or a const of the module. It must not matter how values are
 * grouped, `f(f(a, b), c)` is `f(a, f(b, c))`, nor which comes first; nobody checks that. It reads nothing of the host's.
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

// The type that makes any function passed for it a kernel. A type only: the compiler finds the brand at the parameter and marks the function in the
// emitted code (`lanewise/internal`).

import type { kernelBrand } from "./brands.js";
import type { i32 } from "./flavours.js";
import type { Dimensions, Item, NdItem } from "./item.js";
import type { NdRange } from "./nd-range.js";
import type { AnyReduction, ReducerOf } from "./reduction.js";

/**
 * A function that the compiler turns into a kernel wherever a lambda or const function is passed for it. Use it for
 * parameters of your own wrappers around `parallelFor`:
 *
 *     function each(q: Queue, n: number, body: KernelFunction<(i: i32) => void>) {
 *       return q.parallelFor(n, body);
 *     }
 */
export type KernelFunction<F extends (...args: never[]) => void> = F & { readonly [kernelBrand]?: true };

/** The kernel of `singleTask`. */
export type Kernel0 = KernelFunction<() => void>;
/** A kernel over one dimension. */
export type Kernel1 = KernelFunction<(i: i32) => void>;
/** A kernel over two dimensions, the outermost (slowest) first. */
export type Kernel2 = KernelFunction<(i: i32, j: i32) => void>;
/** A kernel over three dimensions, the outermost (slowest) first. */
export type Kernel3 = KernelFunction<(i: i32, j: i32, k: i32) => void>;
/** A kernel over one to three dimensions that takes its work-item as an object. */
export type ItemKernel<D extends Dimensions> = KernelFunction<(item: Item<D>) => void>;

/** A kernel over a range of work-groups. */
export type NdItemKernel<D extends Dimensions> = KernelFunction<(item: NdItem<D>) => void>;

/** The kernel for a range: of indices, or over work-groups. */
export type KernelOver<R> =
  R extends NdRange<infer D>
    ? NdItemKernel<D>
    : R extends readonly [number, number, number]
      ? Kernel3
      : R extends readonly [number, number]
        ? Kernel2
        : Kernel1;

export type AnyKernel =
  | Kernel0
  | Kernel1
  | Kernel2
  | Kernel3
  | ItemKernel<1>
  | ItemKernel<2>
  | ItemKernel<3>
  | NdItemKernel<1>
  | NdItemKernel<2>
  | NdItemKernel<3>;

/** The number of dimensions of a range of indices. */
type DimensionsOf<R> = R extends readonly [number, number, number] ? 3 : R extends readonly [number, number] ? 2 : 1;

/** The kernel with 1 reducer for a range: after the indices, or the work-item of a group, one for each reduction. */
export type ReducingKernel1<R, A extends AnyReduction> =
  R extends NdRange<infer D>
    ? KernelFunction<(item: NdItem<D>, a: ReducerOf<A>) => void>
    : R extends readonly [number, number, number]
      ? KernelFunction<(i: i32, j: i32, k: i32, a: ReducerOf<A>) => void>
      : R extends readonly [number, number]
        ? KernelFunction<(i: i32, j: i32, a: ReducerOf<A>) => void>
        : KernelFunction<(i: i32, a: ReducerOf<A>) => void>;
/** The kernel with 2 reducers for a range: after the indices, or the work-item of a group, one for each reduction. */
export type ReducingKernel2<R, A extends AnyReduction, B extends AnyReduction> =
  R extends NdRange<infer D>
    ? KernelFunction<(item: NdItem<D>, a: ReducerOf<A>, b: ReducerOf<B>) => void>
    : R extends readonly [number, number, number]
      ? KernelFunction<(i: i32, j: i32, k: i32, a: ReducerOf<A>, b: ReducerOf<B>) => void>
      : R extends readonly [number, number]
        ? KernelFunction<(i: i32, j: i32, a: ReducerOf<A>, b: ReducerOf<B>) => void>
        : KernelFunction<(i: i32, a: ReducerOf<A>, b: ReducerOf<B>) => void>;
/** The kernel with 3 reducers for a range: after the indices, or the work-item of a group, one for each reduction. */
export type ReducingKernel3<R, A extends AnyReduction, B extends AnyReduction, C extends AnyReduction> =
  R extends NdRange<infer D>
    ? KernelFunction<(item: NdItem<D>, a: ReducerOf<A>, b: ReducerOf<B>, c: ReducerOf<C>) => void>
    : R extends readonly [number, number, number]
      ? KernelFunction<(i: i32, j: i32, k: i32, a: ReducerOf<A>, b: ReducerOf<B>, c: ReducerOf<C>) => void>
      : R extends readonly [number, number]
        ? KernelFunction<(i: i32, j: i32, a: ReducerOf<A>, b: ReducerOf<B>, c: ReducerOf<C>) => void>
        : KernelFunction<(i: i32, a: ReducerOf<A>, b: ReducerOf<B>, c: ReducerOf<C>) => void>;
/** As `ReducingKernel1`, but takes its work-item as an object. */
export type ReducingItemKernel1<R, A extends AnyReduction> = KernelFunction<
  (item: Item<DimensionsOf<R>>, a: ReducerOf<A>) => void
>;
/** As `ReducingKernel2`, but takes its work-item as an object. */
export type ReducingItemKernel2<R, A extends AnyReduction, B extends AnyReduction> = KernelFunction<
  (item: Item<DimensionsOf<R>>, a: ReducerOf<A>, b: ReducerOf<B>) => void
>;
/** As `ReducingKernel3`, but takes its work-item as an object. */
export type ReducingItemKernel3<
  R,
  A extends AnyReduction,
  B extends AnyReduction,
  C extends AnyReduction,
> = KernelFunction<(item: Item<DimensionsOf<R>>, a: ReducerOf<A>, b: ReducerOf<B>, c: ReducerOf<C>) => void>;

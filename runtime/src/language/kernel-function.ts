// The type that makes a function a kernel wherever one is passed for it. A type only: the compiler finds the brand at
// the parameter and marks the function in the emitted code (`lanewise/internal`).

import type { kernelBrand } from "./brands.js";
import type { i32 } from "./flavours.js";

/**
 * A function that the compiler turns into a kernel wherever a lambda or const function is passed for it. Use it for
 * parameters of your own wrappers around `parallelFor`:
 *
 *     function each(q: Queue, n: number, body: KernelFunction<(i: i32) => void>) {
 *       return q.parallelFor(n, body);
 *     }
 */
export type KernelFunction<F extends (...args: never[]) => void> = F & { readonly [kernelBrand]?: true };

/** What `singleTask` runs. */
export type Kernel0 = KernelFunction<() => void>;
/** A kernel over one dimension. */
export type Kernel1 = KernelFunction<(i: i32) => void>;
/** A kernel over two dimensions, the outermost (slowest) first. */
export type Kernel2 = KernelFunction<(i: i32, j: i32) => void>;
/** A kernel over three dimensions, the outermost (slowest) first. */
export type Kernel3 = KernelFunction<(i: i32, j: i32, k: i32) => void>;

// References to device functions, which kernels store in variables, fields and device globals, and call. In kernels the compiler replaces making and
// calling them. On the host a reference is the function itself; one copied from a device is an opaque bigint.

import { nullFunction } from "../references/index.js";
import { checkFunction } from "../values/index.js";
import type { functionRefBrand } from "./brands.js";
import type { DeviceFn } from "./device-fn.js";
import type { AnyPointer } from "./pointer.js";

/** A reference to any function. */
export interface AnyFunctionRef {
  readonly [functionRefBrand]: unknown;
}

/** A reference to storage or to a function. */
export type AnyReference = AnyPointer | AnyFunctionRef;

/**
 * A reference to a device function, called like the function. `===` compares which function two refer to. It is null in memory that was never
 * written. Calling a null reference, or one to a function that no loaded module has, fails with the error `invalid_function_ref`.
 *
 *     type Shade = (x: f32) => f32;
 *     interface Material { shade: FunctionRef<Shade>; gloss: f32 }
 *     q.parallelFor(n, (i) => { out[i] = materials[kind[i]!]!.shade(x[i]!); });
 */
export type FunctionRef<F extends (...args: never[]) => unknown> = F & {
  /** Invariant in the type: a function with fewer parameters has another. */
  readonly [functionRefBrand]: (type: F) => F;
};

/** Returns a reference to a device function, by its name: `functionRef(luma)`. */
export function functionRef<F extends (...args: never[]) => unknown>(fn: DeviceFn<F>): FunctionRef<F>;
export function functionRef(fn: unknown): unknown {
  checkFunction(fn, "functionRef: fn");
  return fn;
}

/**
 * The null reference. Without a type argument its type is `never`, so it is assignable to any reference.
 *
 *     let best: FunctionRef<Shade> = nullFunctionRef();
 */
export function nullFunctionRef(): never;
export function nullFunctionRef<F extends (...args: never[]) => unknown>(): FunctionRef<F>;
export function nullFunctionRef(): unknown {
  return nullFunction;
}

// References to device functions, which kernels keep in variables, fields and device globals, and call. In kernels the compiler replaces
// what makes and what calls them. On the host a reference is the function itself; one that was copied from a device is an opaque bigint.

import { nullFunction } from "../references/index.js";
import { checkFunction } from "../values/index.js";
import type { functionRefBrand } from "./brands.js";
import type { DeviceFn } from "./device-fn.js";
import type { AnyPointer } from "./pointer.js";

/** A reference to any function. */
export interface AnyFunctionRef {
  readonly [functionRefBrand]: unknown;
}

/** What leads to something else: to a place in memory, or to a function. */
export type AnyReference = AnyPointer | AnyFunctionRef;

/**
 * A reference to a device function, which is called as the function is. `===` says whether two lead to the same one. It is null in memory
 * that nothing was written to. Calling one that is null, or whose function no loaded module has, fails with the error
 * `invalid_function_ref`.
 *
 *     type Shade = (x: f32) => f32;
 *     interface Material { shade: FunctionRef<Shade>; gloss: f32 }
 *     q.parallelFor(n, (i) => { out[i] = materials[kind[i]!]!.shade(x[i]!); });
 */
export type FunctionRef<F extends (...args: never[]) => unknown> = F & {
  /** Of exactly that type: one with fewer parameters is another. */
  readonly [functionRefBrand]: (type: F) => F;
};

/** A reference to a device function, by its name: `functionRef(luma)`. */
export function functionRef<F extends (...args: never[]) => unknown>(fn: DeviceFn<F>): FunctionRef<F>;
export function functionRef(fn: unknown): unknown {
  checkFunction(fn, "functionRef: fn");
  return fn;
}

/**
 * The reference to nothing. Without a type argument it fits wherever a reference is wanted: to TypeScript, `never` does.
 *
 *     let best: FunctionRef<Shade> = nullFunctionRef();
 */
export function nullFunctionRef(): never;
export function nullFunctionRef<F extends (...args: never[]) => unknown>(): FunctionRef<F>;
export function nullFunctionRef(): unknown {
  return nullFunction;
}

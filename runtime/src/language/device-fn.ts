// Declares device functions: SYCL_EXTERNAL in TypeScript. The compiler recognises the brand, exports the function from its module's image and links
// calls of it by symbol. On the host it is the function itself.

import type { Builtin } from "@lanewise/ir";
import { functionPart } from "../images/functions/index.js";
import { parts } from "../images/registry/index.js";
import { checkFunction } from "../values/index.js";
import type { deviceFnBrand } from "./brands.js";

/** A function that is compiled once, in its own module, for kernels of any module. */
export type DeviceFn<F extends (...args: never[]) => unknown> = F & { readonly [deviceFnBrand]?: true };

/** The options of `deviceFn`. */
export interface DeviceFnOptions {
  /**
   * A function of Math that this one replaces in all kernels, on numbers of its own type: `"Math.sin"` for a `(x: f32): f32`. In its own callees,
   * Math is Lanewise's own.
   */
  readonly replaces?: `Math.${Exclude<Builtin, "round" | "sign">}`;
}

/**
 * Declares a device function, at module level: `export const luma = deviceFn((r: f32, g: f32, b: f32): f32 => …)`. Kernels of other modules and
 * packages call it by its symbol: it is not copied into their images, so that a package can be rebuilt without its users. Parameters and result have
 * explicit types: flavours, boolean, typed arrays; it captures nothing of the host.
 */
export function deviceFn<F extends (...args: never[]) => unknown>(fn: F, options?: DeviceFnOptions): DeviceFn<F>;
// Only the compiler reads the options.
export function deviceFn<F extends (...args: never[]) => unknown>(fn: F): DeviceFn<F> {
  checkFunction(fn, "deviceFn");
  parts.functions ??= functionPart;
  return fn;
}

// Device functions that are not written in TypeScript: C's by clang, AssemblyScript's. The program declares their type and the name that the
// WebAssembly binary exports; `deviceDlopen(bytes, { trusted: true })` loads the binary. The compiler recognises the brand.

import { LanewiseError } from "../errors/index.js";
import { describeValue } from "../values/index.js";
import type { externalDeviceFnBrand } from "./brands.js";
import type { DeviceFn } from "./device-fn.js";

/** A function that a WebAssembly binary of another compiler gives to kernels. */
export type ExternalDeviceFn<F extends (...args: never[]) => unknown> = DeviceFn<F> & {
  readonly [externalDeviceFnBrand]?: true;
};

/**
 * Declares a device function that another compiler has compiled, where a device global may stand:
 *
 *     export const fade = externalDeviceFn<(x: f32) => f32>("fade"); // float fade(float x)
 *
 * `name` is what the binary exports. Parameters are flavours, booleans, and typed arrays and `Pointer<T>`, which arrive as addresses:
 * a function that wants to know an array's length has a parameter for it. Only kernels call it: on the host it throws `feature_not_supported`.
 */
export function externalDeviceFn<F extends (...args: never[]) => unknown>(name: string): ExternalDeviceFn<F> {
  if (typeof name !== "string") {
    throw new LanewiseError("invalid", `externalDeviceFn: the name is ${describeValue(name)}; expected a string.`);
  }
  const refuse = (): never => {
    throw new LanewiseError(
      "feature_not_supported",
      `${name} is a function of a WebAssembly binary, which only kernels can call; it was called on the host.`,
      { help: "Instantiate the binary yourself to call its functions on the host." },
    );
  };
  // Never called as an F: what is compiled calls the binary's function instead.
  return refuse as unknown as ExternalDeviceFn<F>;
}

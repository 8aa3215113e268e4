// Declares device functions that are not written in TypeScript, but in C (clang) or AssemblyScript. The program declares their type and the name that
// the WebAssembly binary exports; `deviceDlopen(bytes, { trusted: true })` loads the binary. The compiler recognises the brand.

import { LanewiseError } from "../errors/index.js";
import { describeValue } from "../values/index.js";
import type { externalDeviceFnBrand } from "./brands.js";
import type { DeviceFn } from "./device-fn.js";

/** A function that another compiler's WebAssembly binary provides to kernels. */
export type ExternalDeviceFn<F extends (...args: never[]) => unknown> = DeviceFn<F> & {
  readonly [externalDeviceFnBrand]?: true;
};

/**
 * Declares a device function that another compiler has compiled, wherever a device global may be declared:
 *
 *     export const fade = externalDeviceFn<(x: f32) => f32>("fade"); // float fade(float x)
 *
 * `name` is the binary's export. Parameters are flavours, booleans, and typed arrays and `Pointer<T>`, which are passed as addresses: a function that
 * needs an array's length takes it as a parameter. Only kernels call it: on the host it throws `feature_not_supported`.
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
  // Never called as an F: compiled code calls the binary's function instead.
  return refuse as unknown as ExternalDeviceFn<F>;
}

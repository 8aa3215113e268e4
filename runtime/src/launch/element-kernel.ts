// Makes a kernel of a function of elements (`transform`). The compiler has marked the function with a kernel whose parameters are its captures,
// then the arrays; here the arrays are given to it. Of a function that was not compiled it is plain JavaScript. It stands outside of algorithms/,
// where the compiler would look for the function.

import { kernelMark, markKernel } from "../images/registry/index.js";
import type { Kernel1 } from "../language/index.js";

/** An array as plain JavaScript sees it, whatever its elements are. */
type Elements = Record<number, unknown>;

/** The kernel that puts into `out` what `f` gives for the elements of `inputs`. */
export function elementKernel(
  f: (...elements: unknown[]) => unknown,
  inputs: readonly Elements[],
  out: Elements,
): Kernel1 {
  const kernel: Kernel1 = (i) => {
    out[i] = f(...inputs.map((array) => array[i]));
  };
  const mark = kernelMark(f);
  if (mark) markKernel(kernel, { symbol: mark.symbol, captures: () => [...mark.captures(), ...inputs, out] });
  return kernel;
}

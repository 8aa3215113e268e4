// Makes a kernel from a function of elements (`transform`). The compiler has marked the function with a kernel whose parameters are its captures,
// then the arrays; this adds the arrays. If the function was not compiled, the kernel is plain JavaScript. The file is outside algorithms/, because
// the compiler would look for the function there.

import { kernelMark, markKernel } from "../images/registry/index.js";
import type { Kernel1 } from "../language/index.js";

/** An array of any elements, as plain JavaScript sees it. */
type Elements = Record<number, unknown>;

/** Returns the kernel that stores `f` of the elements of `inputs` in `out`. */
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

// Applies a function to the elements of one or two arrays.

import { LanewiseError } from "../errors/index.js";
import { elementKernel } from "../launch/index.js";
import type { QueueEvent } from "../queue/commands/index.js";
import type { Queue } from "../queue/index.js";
import { describeValue, lengthOf } from "../values/index.js";
import { checkArray, checkSameLength, type NumberArray } from "./arrays.js";
import type { ElementFunction1, ElementFunction2 } from "./element-function.js";
import { type AlgorithmOptions, checkCall, launchAll } from "./launches.js";
import { reduceKernels } from "./reduce-kernels.js";

/**
 * Sets `out[i]` to `f(x[i])`. `f` is compiled like a kernel, and may capture the same. `out` may be `x`.
 *
 *     await transform(q, x, out, (v) => v * gain);
 */
export function transform<X extends NumberArray, O extends NumberArray>(
  q: Queue,
  x: X,
  out: O,
  f: ElementFunction1<X, O>,
  options?: AlgorithmOptions,
): QueueEvent;
/** Sets `out[i]` to `f(x[i], y[i])`. `out` may be `x` or `y`. */
export function transform<X extends NumberArray, Y extends NumberArray, O extends NumberArray>(
  q: Queue,
  x: X,
  y: Y,
  out: O,
  f: ElementFunction2<X, Y, O>,
  options?: AlgorithmOptions,
): QueueEvent;
export function transform(q: Queue, ...given: readonly unknown[]): QueueEvent {
  const isOfTwo = ArrayBuffer.isView(given[2]);
  const [x, y, results, f, options] = isOfTwo ? given : [given[0], undefined, ...given.slice(1)];
  // An object, or checkCall throws.
  const own = checkCall(q, "transform", (options === undefined ? {} : options) as AlgorithmOptions);
  const out = checkArray(results, reduceKernels, "transform: out").array;
  const inputs = [checkArray(x, reduceKernels, "transform: x").array];
  if (isOfTwo) inputs.push(checkArray(y, reduceKernels, "transform: y").array);
  for (const [index, input] of inputs.entries()) checkSameLength(input, out, `transform: ${names[index]}`, "out");
  if (!isFunction(f)) throw new LanewiseError("invalid", `transform: f is ${describeValue(f)}; expected a function.`);
  const kernel = elementKernel(f, inputs, out);
  // The overloads give the type.
  return launchAll(q, "transform", own, (launches) => launches.run(lengthOf(out), kernel));
}

const names = ["x", "y"];

function isFunction(value: unknown): value is (...elements: unknown[]) => unknown {
  return typeof value === "function";
}

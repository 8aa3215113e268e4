// Combines all elements of an array into one value by the queue's own reduction: 16 partial results for each block of the array, then a tree over all
// of them, whose shape depends only on the length.

import {
  type i32,
  type KernelFunction,
  type Reducer,
  type Reduction,
  type ReductionOperation,
  reduction,
} from "../language/index.js";
import type { Queue } from "../queue/index.js";
import { lengthOf } from "../values/index.js";
import { type ArrayType, checkArray, checkChoice, type NumberArray } from "./arrays.js";
import { type AlgorithmOptions, checkCall, launchAll } from "./launches.js";
import { type FloatOperation, reduceKernels } from "./reduce-kernels.js";
import { ResultEvent } from "./result-event.js";

/** Floats have no bitwise operations. */
export type OperationOn<A> = A extends Float32Array | Float64Array ? FloatOperation : ReductionOperation;

/**
 * Returns the sum, product, minimum, … of all elements: `await reduce(q, x, "add")`. 8- and 16-bit integers are combined as i32; i32, u32 and 64-bit
 * integers wrap. For no elements, returns the identity: 0 for "add", Infinity for "min" of floats. The result is the same, bit by bit, for any number
 * of threads.
 */
export function reduce<A extends NumberArray>(
  q: Queue,
  x: A,
  operation: OperationOn<A>,
  options: AlgorithmOptions = {},
): ResultEvent<A[number]> {
  const own = checkCall(q, "reduce", options);
  const { array, name } = checkArray(x, reduceKernels, "reduce: x");
  const { kernels, result: type } = reduceKernels[name];
  // Rows are kernels for the array's own type, which a table for all types cannot express.
  const rows = kernels as Readonly<Record<ReductionOperation, (x: unknown) => AnyReducingKernel>>;
  const kernel = checkChoice(rows, operation, "reduce: the operation")(x);
  const result: NumberArray = new type(1);
  const event = launchAll(q, "reduce", own, (launches) => {
    // For the types of reductions one array type represents all; at run time they inspect the array.
    const to = launches.take(type as ArrayType<NumberArray>, 1) as Int32Array;
    const into: Reduction<number, ReductionOperation> = reduction(to, operation, { initializeToIdentity: true });
    launches.add((queue, own) => queue.parallelFor(lengthOf(array), into, kernel, own));
    return launches.addCopy((queue, own) => queue.copy(to, result as Int32Array, own));
  });
  return new ResultEvent(event, () => result[0] as A[number]);
}

type AnyReducingKernel = KernelFunction<(i: i32, into: Reducer<number, ReductionOperation>) => void>;

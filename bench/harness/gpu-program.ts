// A kernel for GPU.js, as data: its function, what `createKernel` is told, and the arguments of a call. Only the part of GPU.js's
// API that is used here is typed, so that the types check where GPU.js is not installed.

import type { TypedArray } from "./workload.js";

/** `this` in a GPU.js kernel. */
export interface GpuThread {
  readonly thread: { readonly x: number; readonly y: number; readonly z: number };
  readonly constants: Readonly<Record<string, number>>;
}

/** A flat array with its shape: read as `a[y][x]`. */
export interface ShapedArray {
  readonly values: TypedArray;
  readonly shape: readonly number[];
}

export type GpuArgument = number | TypedArray | ShapedArray;

export interface GpuProgram {
  // GPU.js reads the function's text; arguments are whatever `arguments` holds.
  readonly kernel: (this: GpuThread, ...values: never[]) => number | readonly number[];
  readonly constants: Readonly<Record<string, number>>;
  /** The innermost dimension first. */
  readonly output: readonly number[];
  readonly arguments: readonly GpuArgument[];
  /** The outputs of the workload, from what the kernel returned. */
  results(returned: GpuResult): readonly ArrayLike<number>[];
}

/** GPU.js returns an array for each dimension but the first, and an array of each item's components. */
export type GpuResult = Float32Array | readonly GpuResult[];

/** All numbers of a result, in order. */
export function flatten(result: GpuResult): Float32Array {
  if (result instanceof Float32Array) return result;
  const parts = result.map(flatten);
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Component `index` of each item. */
export function component(result: GpuResult, index: number): Float32Array {
  if (result instanceof Float32Array) throw new Error("GPU.js returned numbers where vectors were expected");
  return Float32Array.from(result, (item) => Number(item[index]));
}

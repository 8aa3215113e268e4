// Local memory in kernels: an array that the work-items of a group share. The compiler replaces the call; outside compiled kernels no groups run
// together. (SYCL 2020, 4.7.6)

import { LanewiseError } from "../errors/index.js";
import type { NameOf, TypedArrayConstructor, TypedArrays } from "./host-array.js";
import type { StructArray } from "./struct-array.js";
import type { StructOf } from "./struct-of.js";

/**
 * An array of `length` elements that the work-items of a group share: `const tile = localMemory(Float32Array, 256)`. Each group has its own,
 * uninitialised. The length is a constant, or computed from variables outside the kernel. The call is at the top level of the kernel, or of a
 * function that is called there; all arrays of a kernel have at most 1 MiB.
 */
export function localMemory<C extends TypedArrayConstructor>(
  type: C,
  length: number,
): TypedArrays<ArrayBuffer>[NameOf<C["prototype"]>];
export function localMemory<T>(type: StructOf<T>, length: number): StructArray<T>;
export function localMemory(): never {
  throw localMemoryNotCompiled("localMemory is", "Call it in the kernel: outside, there is no group. If it is there, ");
}

/** `what` is the call with its verb. */
export function localMemoryNotCompiled(what: string, first?: string): LanewiseError {
  return new LanewiseError(
    "kernel_not_compiled",
    `${what} the memory of a work-group, which only compiled kernels have.`,
    first === undefined ? {} : { help: `${first}the program is not compiled: build it with Lanewise.` },
  );
}

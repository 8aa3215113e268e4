// The device as users see it. contract.ts has the runtime's view, drivers.ts the kinds.

import type { Aspect } from "@lanewise/ir";

export type { Aspect } from "@lanewise/ir";

/** The kinds of devices; code that registers another declares it here. */
export interface DeviceKinds {
  readonly cpu: "WebAssembly";
  readonly host: "JavaScript";
  /** Known once requestGpu of `lanewise/gpu` has found one. */
  readonly gpu: "WebGPU";
}
/** "cpu": WebAssembly; "host": plain JavaScript or an interpreter, for debugging and as a reference. */
export type DeviceKind = keyof DeviceKinds;

/**
 * Where kernels run. You can divide a device. Its parts share its memory, device globals and programs, but each has its own threads, so work on one
 * part does not wait for work on another.
 *
 *     const [cpu] = getDevices();
 *     const [background, rest] = cpu.partitionByCounts([1, cpu.threads - 1]);
 *     const q = new Queue({ device: rest });
 */
export interface Device {
  readonly kind: DeviceKind;
  readonly name: string;
  /** How many threads its queues may use: LANEWISE_THREADS, or the cores that the process may use. */
  readonly threads: number;
  /** Why there is only one thread; undefined if there are more. */
  readonly threadsReason: string | undefined;
  /** The processor features that its programs may use: "simd128", and "relaxed" for fused multiply-add. */
  readonly features: readonly string[];
  /** The names that `createKernelBundle(context, { builtInKernels })` takes: none. */
  readonly builtInKernels: readonly string[];
  readonly isDefault: boolean;
  /** Whether it has an aspect, as kernels ask with `hasAspect`. Throws `invalid` if there is no aspect of that name. */
  has(aspect: Aspect): boolean;
  /** Divides it into as many devices of `threads` threads as possible. Throws `invalid` if there are not enough threads for one. */
  partitionEqually(threads: number): readonly Device[];
  /** Divides it into a device for each count, with that many threads. Throws `invalid` if there are not enough threads. */
  partitionByCounts(counts: readonly number[]): readonly Device[];
}

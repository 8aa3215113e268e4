// What a device is to users. What it is to the runtime is in contract.ts, which kinds there are in drivers.ts.

import type { Aspect } from "@lanewise/ir";

export type { Aspect } from "@lanewise/ir";

/** The kinds of devices; whoever registers another one declares it here. */
export interface DeviceKinds {
  readonly cpu: "WebAssembly";
  readonly host: "JavaScript";
  /** Known once requestGpu of `lanewise/gpu` has found one. */
  readonly gpu: "WebGPU";
}
/** "cpu": WebAssembly; "host": plain JavaScript or an interpreter, for debugging and as a reference. */
export type DeviceKind = keyof DeviceKinds;

/**
 * Where kernels run. A device can be divided: its parts share its memory, device globals and programs, and each has
 * threads of its own, so that work on one does not wait for work on another.
 *
 *     const [cpu] = getDevices();
 *     const [background, rest] = cpu.partitionByCounts([1, cpu.threads - 1]);
 *     const q = new Queue({ device: rest });
 */
export interface Device {
  readonly kind: DeviceKind;
  readonly name: string;
  /** How many threads its queues may use. LANEWISE_THREADS sets it, else the cores that the process may use. */
  readonly threads: number;
  /** Why there is one thread only; undefined where there are more. */
  readonly threadsReason: string | undefined;
  /** What its programs may use of the processor: "simd128", and "relaxed" for fused multiply-add. */
  readonly features: readonly string[];
  /** The names that `createKernelBundle(context, { builtInKernels })` takes: none. */
  readonly builtInKernels: readonly string[];
  readonly isDefault: boolean;
  /** Whether it has an aspect, as kernels ask with `hasAspect`. Throws `invalid` where there is none of that name. */
  has(aspect: Aspect): boolean;
  /** As many devices of `threads` threads as there are threads for. Throws `invalid` when there are not enough for one. */
  partitionEqually(threads: number): readonly Device[];
  /** A device for each count, of so many threads. Throws `invalid` when there are not enough for all. */
  partitionByCounts(counts: readonly number[]): readonly Device[];
}

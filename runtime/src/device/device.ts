// What a device is to users, and which kinds there are. Its memory and programs are in device-context.ts, its threads in
// threads/, the way it compiles kernels in targets/.

import type { Aspect } from "@lanewise/ir";
import { LanewiseError } from "../errors/index.js";
import { host } from "../host/index.js";

export type { Aspect } from "@lanewise/ir";

/** "cpu": WebAssembly; "host": plain JavaScript or an interpreter, for debugging and as a reference. */
export type DeviceKind = "cpu" | "host";

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

/** What LANEWISE_DEVICE asks for; undefined if it is not set. */
export function requestedDeviceKind(): DeviceKind | undefined {
  const wanted = host.variable("LANEWISE_DEVICE");
  return wanted === undefined || wanted === "" ? undefined : toDeviceKind(wanted, "LANEWISE_DEVICE");
}

/** Checks a device's name that came from the user through `source`. */
export function toDeviceKind(wanted: string, source: string): DeviceKind {
  if (wanted === "cpu" || wanted === "host") return wanted;
  throw new LanewiseError("device_not_found", `${source}: there is no device ${JSON.stringify(wanted)}.`);
}

// What kernels and device functions ask of the target that they are compiled for. The compiler folds the answers; the functions here are
// the host's, of plain JavaScript.

import type { Aspect } from "@lanewise/ir";
import { type DeviceKind, deviceHas } from "../device/index.js";

/**
 * Whether the code is compiled for that kind of device. In kernels it is a constant: the branch for other targets is not there, neither in
 * the program nor in what the kernel calls, reads or writes.
 *
 *     q.parallelFor(n, (i) => {
 *       if (targetIs("host")) console.log(i, x[i]!);
 *       out[i] = hasAspect("simd128") ? blocked(x, i) : simple(x, i);
 *     });
 *
 * On the host, and in kernels that run as plain JavaScript, the target is "host".
 */
export function targetIs(target: DeviceKind): boolean {
  return target === "host";
}

/** Whether the device that the code is compiled for has an aspect, a constant as `targetIs`; `device.has(aspect)` says it of a device. */
export function hasAspect(aspect: Aspect): boolean {
  return deviceHas("host", aspect);
}

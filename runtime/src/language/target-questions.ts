// Queries of kernels and device functions about the target for which they are compiled. The compiler folds the answers; these functions are the
// host's, for plain JavaScript.

import type { Aspect } from "@lanewise/ir";
import { type DeviceKind, deviceHas } from "../device/index.js";

/**
 * Whether the code is compiled for that kind of device. In kernels it is a constant: branches for other targets are removed, from the program and
 * from what the kernel calls, reads or writes.
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

/** Whether the device for which the code is compiled has an aspect, a constant like `targetIs`; `device.has(aspect)` asks a device. */
export function hasAspect(aspect: Aspect): boolean {
  return deviceHas("host", aspect);
}

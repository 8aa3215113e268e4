// A device function of a package must be imported which has the kernel.
import { half } from "./package.js";
export function halved(x: number): number {
  return half(x); // error LW1434: `half` is a device function of another package, and main.ts, which has the kernel
}

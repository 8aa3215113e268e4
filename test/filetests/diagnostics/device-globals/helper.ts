// A device global of a package must be imported which has the kernel.
import { other } from "./package.js";
export function addOther(x: number): number {
  return x + other.value; // error LW1405: main.ts, which has the kernel, does not import it
}

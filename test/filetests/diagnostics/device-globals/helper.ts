// A device global of a package must be imported where the kernel stands.
import { other } from "./package.js";
export function addOther(x: number): number {
  return x + other.value; // error LW1405: main.ts, where the kernel stands, does not import it
}

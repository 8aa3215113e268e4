import { second } from "./second.js";

const table = new Float32Array(4);
export function first(x: number): number {
  return second(x) + 1; // note: called from `first`
}
export function hidden(i: number): number {
  return table[i]!; // error LW1201: `table` is not visible where the kernel is written
}

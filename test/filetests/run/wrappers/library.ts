// Wrappers and functions in another file than the calls.
import type { Kernel1, Queue } from "lanewise";

export function map(dst: Float64Array, src: Float64Array, f: (x: number) => number): Kernel1 {
  return (i) => { dst[i] = f(src[i]!); };
}
export const zip = (dst: Float64Array, src: Float64Array, f: (x: number, i: number) => number, g: (x: number) => number): Kernel1 =>
  (i) => { dst[i] = g(f(src[i]!, i)) + f(1, i); };
export function launched(q: Queue, n: number, f: (i: number) => void) {
  return q.parallelFor(n, f);
}
let scale = 3;
export function scaled(x: number): number {
  return x * scale;
}
export function setScale(to: number): void {
  scale = to;
}

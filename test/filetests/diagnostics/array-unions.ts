// Captured arrays of several classes.
import { Queue } from "lanewise";

const q = new Queue();
type Numbers = Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array;

export function many(a: Numbers, b: Numbers, c: Float32Array | Float64Array): void {
  q.parallelFor(a.length, (i) => { // error LW1247: This kernel would be compiled 128 times, once for each class that `a` and `b` and `c` may have
    a[i] = b[i]! + c[i]!;
  });
}
export function assigned(a: Float32Array | Float64Array, isLong: boolean): void {
  if (isLong) a = new Float64Array(8);
  q.parallelFor(a.length, (i) => {
    a[i] = 1; // error LW1204: `a`
  });
}
export function mistaken(a: Float32Array | Float64Array): void {
  q.parallelFor(a.length, (i) => {
    a[i] = Math.random(); // error LW1307
  });
}
export function mixed(a: Float32Array | number[]): void {
  q.parallelFor(a.length, (i) => {
    a[i] = 1; // error LW1204: `a`
  });
}

// Calls: nested, with arrays, without a value, closures by value, chosen arrays.
import { type i32, Queue } from "lanewise";

const q = new Queue();
const a = q.mallocShared(Float32Array, 64);
const b = q.mallocShared(Float32Array, 64);

function at(array: Float32Array, i: number): number {
  return array[i] ?? 0;
}
const put = (array: Float32Array, i: i32, value: number): void => {
  if (i >= array.length) return;
  array[i] = value;
};
function pick(isFirst: boolean): Float32Array {
  return isFirst ? a : b;
}

q.parallelFor([8, 8], (y, x) => {
  const row = y * 8;
  let shift = 1;
  const index = (dx: i32) => row + clampX(x + dx);
  function clampX(k: i32): i32 {
    return Math.min(Math.max(k, 0), 8 - shift);
  }
  put(b, row + x, at(a, index(-1)) + at(a, index(1)));
  shift = 2;
  put(b, index(0), 1);
  (x > 3 ? a : b)[row] = 1;
  let current = a;
  current = x > y ? b : current;
  current[x] = at(pick(x > 3), x);
  i32Only(x);
  return put(a, 0, 1);
});
function i32Only(k: i32): void {
  put(a, k, k);
}

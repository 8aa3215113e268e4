// Operands are evaluated from left to right, with their effects.
import { deviceGlobal, type FixedArray, type i32, Queue } from "lanewise";

const q = new Queue();
const a = q.mallocShared(Int32Array, 64);
const matrix = deviceGlobal<FixedArray<FixedArray<i32, 8>, 8>>();
function write(k: i32): i32 {
  a[k] = 1;
  return k;
}

q.parallelFor(1, (n) => {
  let i: i32 = n;
  a[i++] = a[i]!;
  a[i] = i = 5;
  a[i]! += write(3);
  i += i++ + i;
  a[0] = i + (i = 7) + i;
  a[1] = a[2]! + write(2);
  matrix[i]![i++] = i;
  a[i]!++;
  a[2] = a[++i]! - a[i--]!;
  for (let k = n; k--; ) a[k] = k;
  n > 3 ? write(1) : write(2);
  n > 3 && write(4);
  n > 5 || write(5);
});

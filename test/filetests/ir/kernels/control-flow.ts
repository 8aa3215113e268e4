// Loops, early returns, break and continue.
import { type i32, Queue } from "lanewise";

const q = new Queue();
const a = q.mallocShared(Int32Array, 64);

function firstAbove(limit: i32): i32 {
  for (let k = 0; k < a.length; k++) {
    if (a[k]! > limit) return k;
  }
  return -1;
}
function steps(n: i32): i32 {
  let count = 0;
  do {
    if (n === 1) return count;
    n = n % 2 === 0 ? n >> 1 : 3 * n + 1;
    count++;
  } while (true);
}

q.parallelFor([8, 8], (y, x) => {
  if (y > x) return;
  let sum = 0;
  for (let j = 0; ; j++) {
    if (j === y) continue;
    for (let k = 0; k < 4; k++) {
      if (k === j) break;
      sum += k;
    }
    if (sum > 100) break;
  }
  let n = 10;
  do {
    n--;
    if (n === 5) continue;
    sum += n;
  } while (n > 0);
  let late: number;
  if (x > 3) late = 1;
  else late = 2;
  { const n = late; sum += n; }
  a[y] = sum + firstAbove(sum) + steps(n + 1);
  if (x === 0) {
    a[x] = 1;
    return;
  } else if (x === 1) a[x] = 2;
  else a[x] = 3;
});

// Loops of which some rounds stand in a row: they read memory, change nothing else, and are foreseen to stay in their arrays.

import { type f32, type i32, type Queue, reduction } from "lanewise";

/** Four rounds as long as four are left. */
export function product(q: Queue, a: Float32Array, b: Float32Array, c: Float32Array, n: number) {
  return q.parallelFor([n, n], (y, x) => {
    let sum: f32 = 0;
    for (let k = 0; k < n; k++) sum += a[y * n + k]! * b[k * n + x]!;
    c[y * n + x] = sum;
  });
}

/** All rounds; the bytes of a row are loaded as words. */
export function blur(q: Queue, from: Uint8Array, to: Uint8Array, width: number, height: number) {
  return q.parallelFor([height - 4, width - 4], (y, x) => {
    let sum = 0;
    for (let dy = 0; dy < 5; dy++) for (let dx = 0; dx < 5; dx++) sum += from[(y + dy) * width + x + dx]!;
    to[(y + 2) * width + x + 2] = Math.trunc(sum / 25);
  });
}

/** Four bytes of two words as long as four are left. */
export function neighbours(q: Queue, from: Int8Array, to: Int32Array, n: number) {
  return q.parallelFor(to.length, (i) => {
    let most = -128;
    for (let k = 0; k < n; k++) most = Math.max(most, from[i + k]!);
    to[i] = most;
  });
}

/** Every second number of 16 bits; the bound takes part. */
export function halves(q: Queue, from: Int16Array, to: Int32Array, n: number) {
  return q.parallelFor(to.length, (i) => {
    let sum = 0;
    for (let k = 2; k <= n; k += 2) if (from[i + k]! > 0) sum++;
    to[i] = sum;
  });
}

/** Combined in the order of the rounds. */
export function total(q: Queue, a: Float32Array, sum: Float32Array) {
  return q.parallelFor(a.length, reduction(sum, "add"), (i, sum) => sum.combine(a[i]!));
}

/** One round after the other: the loop ends where it finds something. */
export function find(q: Queue, from: Uint8Array, to: Int32Array, n: number) {
  return q.parallelFor(to.length, (i) => {
    let found = -1;
    for (let k = 0; k < n; k++) {
      if (from[i + k]! === 7) {
        found = k;
        break;
      }
    }
    to[i] = found;
  });
}

/** One round after the other: drivers write out long functions for doubles and for Math. */
export function long(q: Queue, from: Float64Array, singles: Float32Array, to: Float64Array, n: number) {
  return q.parallelFor(to.length, (i) => {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += from[i + k]!;
    for (let k = 0; k < n; k++) sum += Math.sin(singles[i + k]!);
    to[i] = sum;
  });
}

/** One round after the other: each stores, and may store what the next one reads. */
export function prefix(q: Queue, a: Int32Array, n: number) {
  return q.parallelFor(1, () => {
    for (let k = 0; k < n; k++) a[k + 1] = a[k]! + 1;
  });
}

/** One round after the other: indices are checked. */
export function gather(q: Queue, indices: Int32Array, from: Float32Array, to: Float32Array) {
  return q.parallelFor(to.length, (i) => {
    let sum: f32 = 0;
    for (let k = 0; k < 4; k++) sum += from[indices[i]! + k]!;
    to[i] = sum;
  });
}

/** One round after the other: the body changes the bound, or the counter. */
export function narrowing(q: Queue, from: Uint8Array, to: Int32Array, n: i32) {
  return q.parallelFor(to.length, (i) => {
    let end: i32 = n;
    let count: i32 = 0;
    for (let k: i32 = 0; k < end; k++) if (from[k & 7]! > 100) end = (end - 1) | 0;
    for (let k: i32 = 0; k < n; k++) if (from[k & 7]! > 100) k = (k + 2) | 0;
      else count = (count + 1) | 0;
    to[i] = (count + end) | 0;
  });
}

/** Four rounds as long as four are left: the inner loop goes on where it ended before. */
export function continued(q: Queue, from: Float32Array, to: Float32Array) {
  return q.parallelFor(to.length, (i) => {
    let sum: f32 = 0;
    let k: i32 = 0;
    for (let row = 0; row < 2; row++) {
      sum *= 2;
      for (; k < 5; k++) sum += from[k & 7]!;
    }
    to[i] = sum;
  });
}

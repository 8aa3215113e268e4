// The kernels of `npm run bench:gpu`, as people write them.

import { atomicRef, type f32, type Queue, type QueueEvent, reduction } from "lanewise";

export function triad(q: Queue, a: Float32Array, b: Float32Array, c: Float32Array): QueueEvent {
  return q.parallelFor(a.length, (i) => {
    a[i] = b[i]! + 3 * c[i]!;
  });
}

export function elementwise(q: Queue, a: Float32Array, b: Float32Array): QueueEvent {
  return q.parallelFor(a.length, (i) => {
    const x = b[i]!;
    a[i] = Math.sqrt(x) * (1 - x) + 0.5 * x * x;
  });
}

export function sum(q: Queue, a: Float32Array, total: Float32Array): QueueEvent {
  return q.parallelFor(a.length, reduction(total, "add"), (i, total) => total.combine(a[i]!));
}

export function histogram(q: Queue, bytes: Uint8Array, bins: Uint32Array): QueueEvent {
  return q.parallelFor(bytes.length, (i) => {
    atomicRef(bins, bytes[i]!).fetchAdd(1);
  });
}

export function sgemm(q: Queue, a: Float32Array, b: Float32Array, c: Float32Array, n: number): QueueEvent {
  return q.parallelFor([n, n], (y, x) => {
    let sum: f32 = 0;
    for (let k = 0; k < n; k++) sum += a[y * n + k]! * b[k * n + x]!;
    c[y * n + x] = sum;
  });
}

/** Five by five, of bytes. */
export function blur(q: Queue, from: Uint8Array, to: Uint8Array, width: number, height: number): QueueEvent {
  return q.parallelFor([height - 4, width - 4], (y, x) => {
    let sum = 0;
    for (let dy = 0; dy < 5; dy++) for (let dx = 0; dx < 5; dx++) sum += from[(y + dy) * width + x + dx]!;
    to[(y + 2) * width + x + 2] = Math.trunc(sum / 25);
  });
}

export function tiny(q: Queue, a: Uint32Array): QueueEvent {
  return q.parallelFor(64, (i) => {
    a[i] = a[i]! + 1;
  });
}

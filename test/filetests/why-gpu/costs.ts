import { atomicRef, type Queue } from "lanewise";

export const run = (
  q: Queue,
  x: Float32Array,
  at: Int32Array,
  bytes: Uint8Array,
  sums: Float64Array,
  bins: Float32Array,
  counts: Uint32Array,
) =>
  q.parallelFor(x.length, (i) => {
    const value = x[at[i]!]!;
    bytes[i] = value > 0 ? 1 : 0;
    bytes[at[i]!] = 3;
    sums[i] = sums[i]! * 2 + Math.log(sums[i]!);
    atomicRef(bins, i & 3).fetchAdd(value);
    atomicRef(counts, 0).fetchAdd(1);
  });

export const plain = (q: Queue, x: Float32Array, out: Float32Array, width: number, height: number) =>
  q.parallelFor([height, width], (y, column) => {
    out[y * width + column] = x[y * width + column]! * 2;
  });

export const angles = (q: Queue, x: Float64Array) =>
  q.parallelFor(x.length, (i) => {
    x[i] = Math.sin(x[i]!);
  });

export const refused = (q: Queue, counts: BigInt64Array) =>
  q.parallelFor(100, () => {
    atomicRef(counts, 0).fetchAdd(1n);
  });

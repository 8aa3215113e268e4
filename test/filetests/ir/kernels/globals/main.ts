// Device globals: scalars, arrays, rows, initial values, atomics, properties, from another module, under another name.
import { atomicRef, deviceGlobal, type FixedArray, type f32, type i16, type i32, Queue, type u32 } from "lanewise";
import * as shared from "./shared.js";
import { counter, table as lookup } from "./shared.js";

const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
const words = q.mallocShared(Uint32Array, 64);
export const total = deviceGlobal<f32>(0.5);
export const isReady = deviceGlobal<boolean, { hostAccess: "read" }>(true);
const shorts = deviceGlobal<FixedArray<i16, 4>, { deviceImageScope: true }>([1, -2]);
const matrix = deviceGlobal<FixedArray<FixedArray<f32, 2>, 3>>([[1, 2], [3]]);
const flags = deviceGlobal<FixedArray<boolean, 4>>();
const alias = total;

q.parallelFor(1, (i) => {
  total.value += i;
  total.set(total.get() * 2);
  isReady.value = !isReady.value && flags[i & 3]!;
  flags[0] = i > 3;
  shorts[i & 3]! += 1;
  matrix[i % 3]![i & 1] = alias.value;
  out[i] = matrix[1]![0]! + lookup[i]! + shared.counter.value;
  atomicRef(counter).fetchAdd(1);
  const before = atomicRef(words, i).fetchAdd(i >>> 1);
  atomicRef(matrix[i]!, 1).fetchAdd(0.1);
  words[i] = before;
});

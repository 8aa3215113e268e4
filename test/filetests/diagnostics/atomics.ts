// Atomics.
import { atomicRef, type MemoryOrder, type MemoryScope, deviceGlobal, type FixedArray, type f32, type i32, Queue, type u8 } from "lanewise";

const q = new Queue();
const bytes = q.mallocShared(Uint8Array, 64);
const ints = q.mallocShared(Int32Array, 64);
const floats = q.mallocShared(Float32Array, 64);
const total = deviceGlobal<i32>();
const sum = deviceGlobal<f32>();
const small = deviceGlobal<u8>();
const table = deviceGlobal<FixedArray<FixedArray<i32, 4>, 4>>();

q.parallelFor(64, (i) => {
  atomicRef(bytes, i).fetchAdd(1); // error LW1501: `bytes` has no elements
  Atomics.add(bytes, i, 1); // error LW1501: `bytes` has no elements
  atomicRef(small).fetchAdd(1); // error LW1501
  atomicRef(table[0]!, i).fetchAdd(1);
  atomicRef(floats, i).fetchAnd(1); // error LW1502: `fetchAnd` works on integers, and the element is f32
  atomicRef(sum).fetchXor(1); // error LW1502: `fetchXor`
  const r = atomicRef(ints, i); // error LW1504: A kernel cannot use the result of atomicRef as a value
  r.fetchAdd(1);
  atomicRef(ints, i / 2).fetchAdd(1);
  Atomics.notify(ints, i); // error LW1202: `Atomics.notify` belongs to the host
});
q.parallelFor(64, (i) => {
  atomicRef(ints, i / 2).fetchAdd(1); // error LW1301
  atomicRef(total).fetchAdd(0.5); // error LW1301
  atomicRef(total).compareExchange(0.5, 1); // error LW1301
});
q.parallelFor(64, (i) => {
  atomicRef(ints, i).fetchAdd(1, "acquireRelease", "workGroup");
  atomicRef(ints, i).load("release"); // error TS2345
});
const kernel = (order: MemoryOrder, scope: MemoryScope) => {
  q.parallelFor(64, (i) => {
    atomicRef(ints, i).fetchAdd(1, order); // error LW1521
    atomicRef(ints, i).fetchAdd(1, "relaxed", scope); // error LW1521
  });
};

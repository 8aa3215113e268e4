// What TypeScript lets pass only when it is told to.
import { atomicRef, deviceGlobal, f32, type i32, Queue } from "lanewise";

const q = new Queue();
const ints = q.mallocShared(Int32Array, 64);
const out = q.mallocShared(Float32Array, 64);
const total = deviceGlobal<i32>();

q.parallelFor(64, (i) => {
  // @ts-expect-error an index is missing
  atomicRef(ints).fetchAdd(1); // error LW1503: takes an index
  // @ts-expect-error an index too much
  atomicRef(total, i).fetchAdd(1); // error LW1503: takes no index
  // @ts-expect-error
  Math.cosine(i); // error LW1308: Math.cosine
  // @ts-expect-error
  ints[i] = true; // error LW1311
  // @ts-expect-error
  out[i] = total[0]; // error LW1305: A value of type DeviceGlobal<i32, NoProperties>
  // @ts-expect-error
  ints.length = 3; // error LW1311
  // @ts-expect-error
  ints[i] = Math.min(i, true); // error LW1311
});
q.parallelFor(64, (i) => {
  // @ts-expect-error
  const on: boolean = 5; // error LW1311
});
q.parallelFor(64, (i) => {
  // @ts-expect-error
  const array: Int32Array = 5; // error LW1311
  array[0] = 1;
});
q.parallelFor(64, (i) => {
  // @ts-expect-error
  out[i] = f32(); // error LW1311
  // @ts-expect-error
  total.set(); // error LW1311
  // @ts-expect-error
  i.x = 1; // error LW1306
});
q.parallelFor(64, (i) => {
  // @ts-expect-error
  break; // error LW1123
});
q.parallelFor(64, (i) => {
  switch (i) {
    // @ts-expect-error
    case true: // error LW1108: The cases
      out[i] = 1;
  }
});

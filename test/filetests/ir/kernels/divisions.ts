// `/` is a division of floats; rounded or truncated at once, of integers, it is an integer division.
import { Queue } from "lanewise";

const q = new Queue();
const ints = q.mallocShared(Int32Array, 64);
const words = q.mallocShared(Uint32Array, 64);
const out = q.mallocShared(Float32Array, 64);

q.parallelFor(64, (i) => {
  out[i] = i / 3;
  ints[Math.floor(i / 3)] = 1;
  ints[Math.trunc(i / 3)] = 2;
  ints[(i / 3) | 0] = 3;
  ints[~~(i / 3)] = 4;
  ints[Math.ceil(i / 3)] = 5;
  ints[Math.round(i / 3)] = 6;
  ints[Math.floor(out[i]! * 4)] = 7;
  ints[i] = out[i]! | 0;
  words[i] = Math.floor(words[i]! / 3);
  words[i] = (words[i]! / 3) >>> 0;
  ints[i] = ints[i]! % 5;
  const middle = Math.floor((i + 1) / 2) + 1;
  ints[middle] = middle;
});

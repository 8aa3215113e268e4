// u32 wraps, shifts in zeros and adopts weak integers; small numbers are at home with both.
import { Queue, type u32 } from "lanewise";

const q = new Queue();
const words = q.mallocShared(Uint32Array, 64);
const bytes = q.mallocShared(Uint8Array, 64);
const ints = q.mallocShared(Int32Array, 64);

q.parallelFor(64, (i) => {
  let h: u32 = 2166136261;
  h = (h ^ bytes[i]!) * 16777619;
  h ^= h >>> 15;
  h += 0xffffffff;
  words[i] = h;
  words[i] = i >>> 0;
  const small = bytes[i]! + 1;
  words[i] = words[i]! + small;
  ints[i] = bytes[i]! * i;
  ints[i] = words[i]! >>> 3;
  words[i] = words[i]! << 2;
  words[i] = ~words[i]!;
  for (let k: u32 = 0; k < words.length; k++) words[i]! += k;
  ints[i] = ints[i]! & 0xff000000;
  ints[i] = 0xdeadbeef | 0;
  words[i] = 4294967295;
  ints[i] = 4294967295;
  ints[i] = Math.imul(i, 0x85ebca6b);
  ints[i] = Math.clz32(words[i]!);
  let bit = 2147483648; // the least literal beyond i32: a u32
  bit >>>= 1;
  words[i] = bit;
});

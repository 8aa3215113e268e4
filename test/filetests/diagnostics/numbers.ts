// Numbers that do not fit where they are used.
import { type f32, i32, Queue, u8, type u32 } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
const ints = q.mallocShared(Int32Array, 64);
const words = q.mallocShared(Uint32Array, 64);

q.parallelFor(64, (i) => {
  out[i / 2] = 1; // error LW1301: fractional
  out[0.5] = 1; // error LW1301
  const k: i32 = i * 0.5; // error LW1301 // note: an integer is wanted here (i32)
  const half = i / 2; // error LW1301
  out[half] = 1; // note: used as an index here
  out[Math.sqrt(i)] = 1; // error LW1301
  out[2 ** i] = 1; // error LW1301
});
q.parallelFor(64, (i) => {
  const third = (x: number) => x / 3; // error LW1301
  out[third(i)] = 1; // note: called from the kernel // note: used as an index here
});
q.parallelFor(64, (i) => {
  const int: i32 = ints[i]!;
  const word: u32 = words[i]!;
  out[i] = int + word; // error LW1302: `int` is i32 and `word` is u32
  out[i] = Math.max(int, word); // error LW1302
  if (int < word) out[i] = 1; // error LW1302
  const u: u32 = word >> 2; // error LW1303: copies the sign
  const pinned: u32 = int + 1; // error LW1302
});
q.parallelFor(64, (i) => {
  // What no flavour pins is a number as in JavaScript.
  out[i] = ints[i]! + words[i]!;
  out[i] = Math.max(ints[i]!, words[i]!);
  if (ints[i]! < words[i]!) out[i] = 1;
  const u: u32 = words[i]! >> 2;
  out[i] = i > 3 ? ints[i]! : words[i]! + u;
  let mixed = words[i]!;
  mixed = i * 2;
  out[i] = mixed;
});
q.parallelFor(64, (i) => {
  const a: any = i; // error LW1137: The type any
  out[i] = a * 2;
  const t = out; // an array may have another name
  const both = i > 2 ? 1 : true; // error LW1136: The type true | 1 has values of different kinds
  out[i] = (i as any) + 1; // error LW1137
  const c = 300 as unknown as u8; // error LW1137: The type unknown
});
q.parallelFor(64, (i) => {
  const at = (a: number[] | Float32Array, k: i32) => a[k]!;
  out[i] = at(out, i);
  out[i] = out.byteLength; // error LW1306: `byteLength`
  out[i] = Math.random(); // error LW1307
});
q.parallelFor(64, (i) => {
  out[i] = Math.max(); // error LW1309: Math.max takes 1 or more arguments in a kernel, found 0
});
q.parallelFor(64, (i) => {
  const small: i32 = 3000000000; // error LW1310: 3000000000 does not fit i32
  const none: u32 = -1; // error LW1310: -1 does not fit u32
  const word: u32 = words[i]!;
  if (word > -1) out[i] = 1; // error LW1310
  if (words[i]! > -1) out[i] = 1;
});
q.parallelFor(64, (i) => {
  if (out) out[i] = 1;
});
q.parallelFor(64, (i) => {
  out[i] = -(i > 2); // error LW1311
});

// What types allow and is seldom meant: integers in f32, digits that f64 does not get, products that lose low bits.
import { deviceFn, type f32, f64, type i16, type i32, Queue, structOf, type u32 } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
const xs = q.mallocShared(Float32Array, 64);
const ints = q.mallocShared(Int32Array, 64);
const words = q.mallocShared(Uint32Array, 64);
const shorts = q.mallocShared(Int16Array, 64);
const bytes = q.mallocShared(Uint8Array, 64);
const doubles = q.mallocShared(Float64Array, 64);
const points = q.mallocShared(structOf<{ x: f32; y: f32 }>(), 64);
let width = 8;
let seed: u32 = 1;

const half = (x: f32): f32 => x / 2;
const doubled = (x: i32): f32 => x * 2; // warning LW1315: `x * 2` may exceed 2^24
const halved = deviceFn((x: f32): f32 => x / 2);
class Point {
  size: f32;
  constructor(public x: f32, size: number) {
    this.size = size;
  }
}

// An index, a size, a captured number, what has at most 24 bits, and what an array rounds itself.
q.parallelFor(64, (i) => {
  out[i] = half(i) + half(width) + half(out.length) + halved(i);
  points[i]!.x = i;
  points[i] = { x: i, y: shorts[i]! };
  let a: f32 = 0;
  a = i;
  a = bytes[i]! * 2;
  const b: f32 = words[i]! & 0xffff;
  const c: f32 = words[i]! >>> 8;
  const d: f32 = 16777217;
  const k: i32 = i;
  const e: f32 = k;
  const f = (n: i16): f32 => n;
  out[i] = a + b + c + d + e + f(shorts[i]!) + new Point(i, width).x;
  out[i] = ints[i]!;
  out[i] = words[i]! * words[i]!;
  let s = 0;
  for (let n = 0; n < width; n++) s += n;
  out[i] = s;
});
q.parallelFor(64, (i) => {
  let a: f32 = ints[i]!; // warning LW1315: The integer `ints[i]!` may exceed 2^24
  a = words[i]!; // warning LW1315: `words[i]!`
  points[i]!.x = i * i; // warning LW1315: `i * i`
  points[i] = { x: words[i]!, y: 1 }; // warning LW1315
  let s = 0;
  for (const n of bytes) s += n;
  const sum: f32 = s; // warning LW1315: `s`
  const p = new Point(ints[i]!, 1); // warning LW1315
  out[i] = a + half(ints[i]!) + halved(words[i]!) + sum + p.x; // warning LW1315: `ints[i]!` // warning LW1315: `words[i]!`
  out[i] = doubled(ints[i]!) + half(seed); // warning LW1315: `seed` // note: called from the kernel
});

// f32 elements for f64 alone are computed in f64; comparisons are exact; copies lose nothing.
q.parallelFor(64, (i) => {
  doubles[i] = xs[i]! * 3;
  const t = f64(xs[i]!) * 3;
  doubles[i] = t;
  out[i] = t;
  const x = xs[i]!;
  doubles[i] = x;
  out[i] = x;
  if (x * 2 > 1) ints[i] = 1;
  const pinned: f32 = x * x;
  doubles[i] = pinned * 2;
  out[i] = pinned;
});
q.parallelFor(64, (i) => {
  const t = xs[i]! * 3; // warning LW1316: `xs[i]! * 3` is computed in f32
  doubles[i] = t; // note: it goes to f64 here
  out[i] = t; // note: it goes to f32 here
});
q.parallelFor(64, (i) => {
  let s = 0;
  for (const x of xs) s += x; // warning LW1316: `s += x`
  doubles[i] = s; // note: it goes to f64 here
  ints[i] = s; // note: it goes to i32 here
});

// Products below 2^53, indices, products of which the value counts, pinned ones.
q.parallelFor(64, (i) => {
  let h = 0;
  for (const c of bytes) h = (h * 31 + c) | 0;
  ints[i] = h;
  ints[i] = ints[i]! * width;
  ints[i] = words[i]! * 65536;
  ints[i] = (i * width + i) * width + i;
  ints[(i * width + i) * width + i] = bytes[i]! * bytes[i]!;
  doubles[i] = ints[i]! * ints[i]!;
  if (ints[i]! * ints[i]! > 5) ints[i] = 3;
  words[i] = Math.floor((words[i]! * words[i]!) / 3);
  const a: u32 = words[i]!;
  words[i] = a * a;
  words[i] = Math.imul(ints[i]!, 16777619) >>> 0;
});
q.parallelFor(64, (i) => {
  let h = 2166136261;
  for (const c of bytes) h = (h ^ c) * 16777619; // warning LW1317: `(h ^ c) * 16777619` may exceed 2^53
  words[i] = h;
  let g = 0;
  for (const c of bytes) g = g * 31 + c; // warning LW1317: `g * 31`
  words[i] = g >>> 0;
  words[i] = ints[i]! * ints[i]!; // warning LW1317
  words[i] = (words[i]! * 1103515245 + 12345) & 0x7fffffff; // warning LW1317
  words[i] = (i * 2654435761) >>> 0; // warning LW1317
  let m = words[i]!;
  m *= 16777619; // warning LW1317: `m * 16777619`
  words[i] = m;
});

// 8 and 16 bits are in memory only: loads widen, stores narrow modulo 2^n, Uint8ClampedArray clamps; flavours of 8 and 16
// bits narrow what is assigned.
import { f64, i8, i16, i32, Queue, u8, u16, u32 } from "lanewise";

const q = new Queue();
const clamped = q.mallocShared(Uint8ClampedArray, 64);
const bytes = q.mallocShared(Int8Array, 64);
const shorts = q.mallocShared(Uint16Array, 64);
const out = q.mallocShared(Float32Array, 64);

q.parallelFor(64, (i) => {
  clamped[i] = out[i]! * 255;
  clamped[i] = bytes[i]! * 2;
  clamped[i]!++;
  clamped[i] = 300;
  bytes[i] = shorts[i]! + 70000;
  bytes[i] = out[i]!;
  shorts[i] = -1;
  const low: u8 = i * 3;
  let signed: i8 = i * 1;
  signed += 100;
  const half: i16 = i << 4;
  out[i] = low + signed + half;
  out[i] = u8(out[i]!) + i8(i) + u16(out[i]!) + i32(out[i]!) + i16(3e9) + u8(-1.5);
  shorts[i] = u32(out[i]!) + u32(i);
  out[i] = f64(i) / 3;
});

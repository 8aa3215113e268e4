// Operations on indices that captured numbers keep alike in every gang.
import { type i32, Queue } from "lanewise";

const q = new Queue();
const half = Number(process.argv.length);
const e = half / 2;
const s = 1 << e;
const width: i32 = half;
const from = q.mallocShared(Float32Array, 1024);
const to = q.mallocShared(Float32Array, 1024);
const wave = q.mallocShared(Float32Array, 64);

// A stage of a Fourier transform: the bits of the index above and below.
q.parallelFor(half, (t) => {
  const p = t >> e;
  const place = ((p << e) << 1) + (t & (s - 1));
  to[place] = from[t]! + from[t + half]!;
  to[place + s] = (from[t]! - from[t + half]!) * wave[p << e]!;
});

// A partner in a sorting network.
q.parallelFor(half, (i) => {
  to[i] = Math.min(from[i]!, from[i ^ s]!);
});

// A picture in one dimension.
q.parallelFor(half, (i) => {
  const y = (i / width) | 0;
  const x = (i % width) | 0;
  to[x] = wave[y]!;
});

// Constants need no second look: gangs begin at multiples of their size.
q.parallelFor(1024, (i) => {
  const [y, x] = [Math.floor(i / 512), i % 512];
  to[i] = from[y * 512 + x]! + from[i >> 4]! + from[i & 31]! + from[i ^ 64]!;
});

// A gang of sixteen lies over several of these.
q.parallelFor(1024, (i) => {
  to[i] = from[i >> 3]! + from[i % 24]!;
});

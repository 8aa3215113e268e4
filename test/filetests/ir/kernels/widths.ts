// Weak floats become f32 where they meet f32 or are only stored to f32; else f64.
import { f32, type f64, Queue } from "lanewise";

const q = new Queue();
const single = q.mallocShared(Float32Array, 64);
const double = q.mallocShared(Float64Array, 64);

q.parallelFor(64, (i) => {
  const onlyStored = i / 3;
  single[i] = onlyStored;
  const storedTwice = i / 5;
  single[i] = storedTwice;
  double[i] = storedTwice;
  single[i] = Math.sqrt(i / 7) * single[i]!;
  double[i] = single[i]! + double[i]!;
  single[i] = single[i]! * double[i]!;
  single[i] = i + single[i]!;
  double[i] = i + double[i]!;
  double[i] = f32(0.1) * 2;
  const pinned: f64 = 0.1;
  single[i] = pinned * single[i]!;
  single[i] = Math.fround(double[i]!) + 0.1;
  if (single[i]! > 0.1) single[i] = 1;
});

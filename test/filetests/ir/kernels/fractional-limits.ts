// A loop's condition is a comparison: with a fraction both sides are floats, and a bound that is open becomes an integer.
import { Queue } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Float64Array, 64);
const singles = q.mallocShared(Float32Array, 64);
export let end = 3, scale = 0.5, start = 0;

q.parallelFor(64, (i) => {
  for (let k = 0; k < 2.5; k++) out[i * 4 + k] = i;
  for (let k = 0; k < i / 2; k++) out[i * 4 + k]! += 1;
  for (let k = 0; k <= end * 0.5; k++) out[i * 4 + k]! += 2;
});
// `end` is an integer, as it is compared with a counter alone; `scale` is none.
q.parallelFor(64, (i) => {
  for (let k = 0; k < end; k++) out[i * 4 + k] = i;
  for (let k = 0; k < i * scale + 0.25; k++) out[i * 4 + k]! += 1;
  const limit = singles[i]!;
  for (let k = 0; k < limit; k++) out[i * 4 + k]! += 2;
});
// A parameter that is given integers, and assigned fractions.
function integral(t: number, end: number): number {
  let s = 0;
  while (t < end) {
    s += t;
    t += 0.125;
  }
  return s;
}
q.parallelFor(64, (i) => {
  out[i] = integral(0, 1);
});

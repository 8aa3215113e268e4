// Helpers whose paths do not all return a value, variables without a value.
import { Queue } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
const other = q.mallocShared(Float32Array, 64);

function sign(x: number) { // error LW1211: Not every path of `sign`
  if (x > 0) return 1;
  if (x < 0) return null; // error LW1124: `null`
}
function bare(x: number): number | null | undefined {
  if (x > 0) return; // error LW1211: `bare`
  return x;
}
q.parallelFor(64, (i) => {
  out[i] = sign(i)!; // note: called from the kernel // note: called from the kernel
  out[i] = bare(i)!; // note: called from the kernel
});
q.parallelFor(64, (i) => {
  let array: Float32Array; // error LW1125: `array`
  if (i > 4) array = out;
  else array = other;
  array[i] = 1;
});
q.parallelFor(64, (i) => {
  let certain!: number; // error LW1125: `certain`
  out[i] = certain;
});

// Where TypeScript reports something in a kernel's code, we say nothing about that kernel; others are not concerned.
import { Queue } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
const lost = q.mallocMissing(Float32Array, 64); // error TS2339

function helper(x: Missing): number { // error TS2304
  return x * 2;
}
q.parallelFor(64, (i) => {
  out[i] = missing + 1; // error TS2304
  out[i] = Math.sqrt(true); // error TS2345
  const x = out[i]! + "a".length;
  const flag: number = i > 2; // error TS2322
  for (const y of unknownArray) out[i] = y; // error TS2304
});
q.parallelFor(64, (i) => {
  out[i] = helper(i);
});
q.parallelFor(64, (i) => {
  out[i] = lost[i];
});
q.parallelFor(64, (i) => {
  out[i] = i > 2 ? ; // error TS1109
});
q.parallelFor(64, (i) => {
  out[i / 2] = 1; // error LW1301
});

// Parameters of helpers.
import { Queue } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Float32Array, 64);

q.parallelFor(64, (i) => {
  const scale = (x: number, by = 2) => x * by;
  const other = (x: number) => scale(x);
  const rest = (...all: number[]) => all.length;
  out[i] = scale(i);
  out[i] = other(i);
  out[i] = rest(i) + rest(); // error LW1267: `all` gets no argument
});
declare const both: readonly [number, number];
q.parallelFor(64, (i) => {
  const pair = ([a, b]: readonly [number, number]) => a + b;
  out[i] = pair(both);
});

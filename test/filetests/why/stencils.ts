// A neighbourhood in a captured width: the index is checked, and is a word behind its checks, too.
import { Queue } from "lanewise";

const q = new Queue();
const n = Math.sqrt(Number(process.argv.length));
const x = q.mallocShared(Float32Array, 64);
const out = q.mallocShared(Float32Array, 64);

q.parallelFor([n, n], (row, column) => {
  const i = (row + 1) * n + column + 1;
  const middle = x[i]!;
  const across = x[i - n]! + x[i + n]!;
  out[i] = across + x[i - 1]! + x[i + 1]! - 4 * middle;
});

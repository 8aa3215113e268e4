import { Queue } from "lanewise";

const q = new Queue();
const x = new Float32Array(10);

// The last work-item reads beyond the array: the error names the line, the index and the work-item.
await q.parallelFor(x.length, (i) => {
  x[i] = x[i + 1] + 1;
});
console.log(x);

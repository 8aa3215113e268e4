import { Queue, reduction } from "lanewise";

const q = new Queue();
const x = Float32Array.of(3, 1, 4, 1, 5, 9, 2, 6);
const roots = new Float32Array(x.length);
const sum = new Float64Array(1);

await q.parallelFor(x.length, (i) => {
  roots[i] = Math.sqrt(x[i]);
});
await q.parallelFor(x.length, reduction(sum, "add"), (i, sum) => sum.combine(x[i]));

console.log(roots);
console.log("sum:", sum[0], "on", q.device.threads, "threads");

// Four elements of each work-item's row are loaded together, transposed, and written in the same way.
import { Queue } from "lanewise";

const q = new Queue();
const x = q.mallocShared(Float32Array, 4096);
const y = q.mallocShared(Float32Array, 4096);

export function prefixSums(columns: number) {
  return q.parallelFor(64, (row) => {
    let sum = 0;
    for (let c = 0; c < columns; c++) {
      sum += x[row * columns + c]!;
      y[row * columns + c] = sum;
    }
  });
}

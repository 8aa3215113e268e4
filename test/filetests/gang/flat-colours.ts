// flat. A narrow range of two dimensions: gangs go over rows, as if it had one dimension.
import { Queue } from "lanewise";

const q = new Queue();
const width = 3;
const a = q.mallocShared(Float32Array, 64 * width);

q.parallelFor([64, width], (y, x) => {
  a[y * width + x] = a[y * width + x]! * 2;
});

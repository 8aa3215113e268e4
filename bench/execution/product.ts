// The product of two matrices with tiles in local memory and registers, against the same in registers alone, which is the benchmark
// kernel sgemm-tiled. A group has a square of 64 x 64 of the product, each work-item 4 rows and 8 columns of it.

import { type FixedArray, type f32, fixedArray, localMemory, type NdItem, ndRange, type Queue } from "lanewise";
import { alternating, checkClose, type Measured, medians, ratio } from "../harness/alternating.js";
import { lanewise as inRegisters, workload } from "../kernels/sgemm-tiled/index.js";

const size = 512;
/** Of the square that a group has, and the columns of `a` that it takes up at a time. */
const side = 64;
const depth = 32;
/** Of a group; a row of it has every eighth column of the square, so that neighbours read neighbours. */
const [height, width] = [16, 8];
const items = height * width;

export function measureProduct(q: Queue): Measured {
  const { arrays } = workload(size);
  const [a, b] = [q.mallocShared(Float32Array, arrays.a), q.mallocShared(Float32Array, arrays.b)];
  const [c, expected] = [q.mallocShared(Float32Array, size * size), q.mallocShared(Float32Array, size * size)];
  const alone = inRegisters(q, { a, b, c: expected }, { n: size });
  const times = alternating(q, { "local memory": () => multiply(q, a, b, c, size), registers: () => alone() });
  checkClose(c, expected, 1e-4);
  return { value: ratio(times.registers, times["local memory"]), us: medians(times) };
}

/** c = a * b, of n rows and columns each; `side` divides n. */
function multiply(q: Queue, a: Float32Array, b: Float32Array, c: Float32Array, n: number): void {
  q.parallelFor(ndRange([(n / side) * height, (n / side) * width], [height, width]), (item: NdItem<2>) => {
    const tileA = localMemory(Float32Array, side * depth);
    const tileB = localMemory(Float32Array, depth * side);
    const sums: FixedArray<f32, 32> = fixedArray<f32, 32>(32, 0);
    const [y, x] = [item.localId(0), item.localId(1)];
    const own = y * width + x;
    const [top, left] = [item.group.id(0) * side, item.group.id(1) * side];
    for (let from = 0; from < n; from += depth) {
      for (let at = own; at < side * depth; at += items) {
        tileA[at] = a[(top + Math.trunc(at / depth)) * n + from + (at % depth)]!;
        tileB[at] = b[(from + Math.trunc(at / side)) * n + left + (at % side)]!;
      }
      item.barrier(); // the tiles are there
      for (let k = 0; k < depth; k++) {
        for (let row = 0; row < 4; row++) {
          const factor = tileA[(4 * y + row) * depth + k]!;
          for (let column = 0; column < 8; column++) {
            sums[8 * row + column]! += factor * tileB[k * side + width * column + x]!;
          }
        }
      }
      item.barrier(); // nobody needs them any more
    }
    for (let row = 0; row < 4; row++) {
      for (let column = 0; column < 8; column++) {
        c[(top + 4 * y + row) * n + left + width * column + x] = sums[8 * row + column]!;
      }
    }
  });
}

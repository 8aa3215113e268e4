// The product of two matrices in tiles. A group computes a square of the product; tile after tile of both factors comes into its
// local memory, where each element serves a whole row or column of the group.

import { localMemory, type NdItem, ndRange, type Queue, type QueueEvent } from "lanewise";

/** Groups are squares of so many work-items a side. */
const side = 32;

/** c = a * b, of `size` rows and columns each, row by row. Sizes that no tile divides are right, too. */
export function multiply(q: Queue, a: Float32Array, b: Float32Array, c: Float32Array, size: number): QueueEvent {
  const whole = side * Math.ceil(size / side);
  return q.parallelFor(ndRange([whole, whole], [side, side]), (item: NdItem<2>) => {
    const tileA = localMemory(Float32Array, side * side);
    const tileB = localMemory(Float32Array, side * side);
    const [row, column] = [item.globalId(0), item.globalId(1)];
    const [y, x] = [item.localId(0), item.localId(1)];
    let sum = 0;
    for (let from = 0; from < size; from += side) {
      // Beyond the matrices there are zeros, which add nothing.
      tileA[y * side + x] = row < size && from + x < size ? a[row * size + from + x]! : 0;
      tileB[y * side + x] = from + y < size && column < size ? b[(from + y) * size + column]! : 0;
      item.barrier(); // the tiles are there
      for (let k = 0; k < side; k++) sum += tileA[y * side + k]! * tileB[k * side + x]!;
      item.barrier(); // nobody needs them any more
    }
    if (row < size && column < size) c[row * size + column] = sum;
  });
}

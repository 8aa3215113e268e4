// Constants are not assigned: by the kernel, or by a function that it passes them to. Also not where a cast takes readonly away.
import { atomicRef, type FixedArray, type i32, Queue, specConstant } from "lanewise";

interface Point { x: i32; y: i32 }

const q = new Queue();
const out = q.mallocShared(Int32Array, 4);
const origin = specConstant<Point>({ x: 1 });
const grid = specConstant<FixedArray<i32, 4>>();
const table: readonly number[] = [1, 2, 3];
function move(p: Point): void {
  p.x += 1; // error LW1444: `origin` is constant
}
q.parallelFor(4, (i) => {
  move(origin.value); // note: called from the kernel
  const row = grid.value;
  row[i] = 2; // error LW1444: `grid` is constant
  atomicRef(grid.get(), 1).fetchAdd(1); // error LW1444
  (table as number[])[i] = 1; // error LW1444: `table`
  const copy = { ...origin.value };
  move(copy);
  out[i] = copy.x;
});

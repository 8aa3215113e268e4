// Arrays without values, and what methods that copy cannot.
import { type i32, Queue } from "lanewise";

const q = new Queue();
const out = new Float64Array(8);
q.parallelFor(8, (i) => {
  const flags: boolean[] = new Array(3); // error LW1237: `new Array(3)` are undefined until they are written
  const words = new Array<i32>(3); // error LW1237: `new Array<i32>(3)`
  const some = new Array(i); // error LW1127: constant
  const list = new Float64Array(3);
  list.set(list, 0); // error LW1238: `list` is none
  out[i] = 0;
  list.subarray(1)[0] = 2; // error LW1131: `list.subarray`
});

"use strict";
function scale(i: i32): void {
  out[i]! *= factor;
}
import { type i32, Queue } from "lanewise";
const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
let factor = 2;

function run(offset: number): void {
  "use strict";
  q.parallelFor(64, shift);
  function shift(i: i32): void {
    out[i]! += offset;
  }
}
{
  const local = 3 * factor;
  q.parallelFor(64, inner);
  function inner(i: i32): void { out[i] = local; }
}
namespace Space {
  let depth = 1;
  q.parallelFor(64, fill);
  export function fill(i: i32): void { out[i] = depth; }
}
q.parallelFor(64, scale);
run(1);
export { Space };

"use strict";
import * as __lanewise from "lanewise/internal"; __lanewise.register(__lanewise_footer()); __lanewise.kernel("app@1.0.0/declarations.ts:scale#0", () => [out, factor], scale); function scale(i: i32): void {
  out[i]! *= factor;
}
import { type i32, Queue } from "lanewise";
const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
let factor = 2;

function run(offset: number): void {
  "use strict";
  __lanewise.kernel("app@1.0.0/declarations.ts:run.shift#1", () => [out, offset], shift); q.parallelFor(64, shift);
  function shift(i: i32): void {
    out[i]! += offset;
  }
}
{
  __lanewise.kernel("app@1.0.0/declarations.ts:inner#2", () => [out, local], inner); const local = 3 * factor;
  q.parallelFor(64, inner);
  function inner(i: i32): void { out[i] = local; }
}
namespace Space {
  __lanewise.kernel("app@1.0.0/declarations.ts:Space.fill#3", () => [out, depth], fill); let depth = 1;
  q.parallelFor(64, fill);
  export function fill(i: i32): void { out[i] = depth; }
}
q.parallelFor(64, scale);
run(1);
export { Space };

;function __lanewise_footer() { return { protocol: 2, module: "app@1.0.0/declarations.ts", images: ["…"], globals: {  } }; }

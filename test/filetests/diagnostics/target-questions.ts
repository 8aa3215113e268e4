// What kernels ask of their target is a constant that there is.
import { type Aspect, deviceFn, hasAspect, type i32, Queue, targetIs } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Int32Array, 4);
const wanted: Aspect = "fp64";
let chosen: Aspect = "fp64";
chosen = "fp16";

const level = deviceFn((x: i32): i32 => (hasAspect("simd128") && x > 1 ? 2 : 1));
q.parallelFor(4, (i) => {
  out[i] = targetIs("cpu") ? level(i) : 0;
  if (hasAspect(wanted)) out[i]! += 1;
  if (hasAspect(chosen)) out[i]! += 2; // error LW1456: found `chosen`
  if (targetIs("mars" as "host")) out[i]! += 3; // error LW1457: "mars"
  if (hasAspect("image" as Aspect)) out[i]! += 4; // error LW1457: "image"
});

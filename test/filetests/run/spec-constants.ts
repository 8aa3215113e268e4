// Specialization constants: kernels read the defaults.
import { type f32, type f64, type i32, type i64, Queue, specConstant, type u8 } from "lanewise";
import { program } from "./harness.js";

const radius = specConstant<i32>(3);
export const isSharp = specConstant<boolean>(true);
const gain = specConstant<f32>(0.1);
const huge = specConstant<i64>(-5n);
const none = specConstant<f64>(0);
const small = specConstant<u8>(2 * 100);
namespace Hidden {
  const depth = specConstant<i32>(7);
  export const launch = (q: Queue, out: Float64Array) => q.singleTask(() => { out[5] = depth.value; });
}
class Camera {
  static readonly exposure = specConstant<f32>(0.5);
}

export const defaults = program(async (q: Queue) => {
  const out = q.mallocShared(Float64Array, 8);
  const big = q.mallocShared(BigInt64Array, 1);
  await q.singleTask(() => {
    let sum = 0;
    for (let k = -radius.value; k <= radius.value; k++) sum += k * k;
    out[0] = sum;
    out[1] = isSharp.value ? 1 : 2;
    out[2] = gain.value;
    out[3] = none.value;
    out[4] = small.value + Camera.exposure.value;
    big[0] = huge.value;
  });
  await Hidden.launch(q, out);
  out[6] = radius.value;
  return [[...out], big[0]];
}, [[28, 1, Math.fround(0.1), 0, 200.5, 7, 3, 0], -5n]);

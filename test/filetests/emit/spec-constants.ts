import { type f32, type i32, Queue, specConstant } from "lanewise";

export const radius = specConstant<i32>(3);
namespace Hidden {
  const gain = specConstant<f32>(0.5);
  export const launch = (q: Queue, x: Float32Array) => q.parallelFor(4, (i) => { x[i]! *= gain.value; });
}
class Camera {
  static readonly isSharp = specConstant<boolean>();
}
export { Camera, Hidden };

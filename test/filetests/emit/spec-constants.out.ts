import * as __lanewise from "lanewise/internal"; import * as __lanewise_code from "lanewise/internal/code"; __lanewise.register(__lanewise_footer()); import { type f32, type i32, Queue, specConstant } from "lanewise";

export const radius = specConstant<i32>(3);
namespace Hidden {
  __lanewise.shim("app@1.0.0/spec-constants.ts:Hidden.gain", () => gain); const gain = specConstant<f32>(0.5);
  export const launch = (q: Queue, x: Float32Array) => q.parallelFor(4, __lanewise.kernel("app@1.0.0/spec-constants.ts:Hidden.launch#0", () => [x], (i) => { x[i]! *= gain.value; }));
}
class Camera {
  static readonly isSharp = specConstant<boolean>();
}
export { Camera, Hidden };

;function __lanewise_footer() { return { protocol: 2, module: "app@1.0.0/spec-constants.ts", images: ["…"], globals: {  }, parts: [__lanewise_code.constantCode, __lanewise.globals, __lanewise_code.privateCode], specConstants: { "app@1.0.0/spec-constants.ts:radius": { object: () => radius, type: "i32", initial: "AwAAAA==" }, "app@1.0.0/spec-constants.ts:Hidden.gain": { type: "f32", initial: "AAAAPw==" }, "app@1.0.0/spec-constants.ts:Camera.isSharp": { object: () => Camera.isSharp, type: "bool" } } }; }

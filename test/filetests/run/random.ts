// lanewise/random in kernels gives the host's numbers, to the last bit where they are integers or uniform.
import { hash2, hash3, Philox, pcg2d, pcg3d, philox4x32, randomNormal, randomU32, randomUniform, randomUniformF64 } from "lanewise/random";
import { vec2u, vec3u, vec4u } from "lanewise/vec";
import { near, same } from "./harness.js";

export const block = same((n) => [new Uint32Array(n * 4)], (out) => (i) => {
  const words = philox4x32(vec4u(i >>> 0, 0x85a308d3, 0x13198a2e, 0x03707344), vec2u(0xa4093822, i >>> 0));
  out[i * 4] = words.x;
  out[i * 4 + 1] = words.y;
  out[i * 4 + 2] = words.z;
  out[i * 4 + 3] = words.w;
});
export const generator = same((n) => [new Uint32Array(n * 6), new Float32Array(n), new Float64Array(n)], (out, singles, doubles) => (i) => {
  const random = new Philox(42, i);
  for (let k = 0; k < 6; k++) out[i * 6 + k] = random.nextU32();
  singles[i] = random.uniform();
  doubles[i] = random.uniformF64();
});
export const stateless = same((n) => [new Uint32Array(n), new Float32Array(n), new Float64Array(n)], (out, singles, doubles) => (i) => {
  out[i] = randomU32(7, i, 5);
  singles[i] = randomUniform(7, i, 2);
  doubles[i] = randomUniformF64(7, i, 3);
});
export const normal = near(6, (n) => [new Float32Array(n * 2)], (out) => (i) => {
  const random = new Philox(1, i);
  out[i * 2] = random.normal();
  out[i * 2 + 1] = randomNormal(2, i, 3);
});
export const hashes = same((n) => [new Uint32Array(n * 4)], (out) => (i) => {
  out[i * 4] = hash2(i, 3);
  out[i * 4 + 1] = hash3(1, i, 3);
  out[i * 4 + 2] = pcg2d(vec2u(i >>> 0, 9)).y;
  out[i * 4 + 3] = pcg3d(vec3u(7, 8, i >>> 0)).z;
});

// lanewise/vec: vectors and matrices for kernels and the host. All exports are listed here.

export { Mat3 } from "./mat3.js";
export { Mat4 } from "./mat4.js";
export {
  type Vec2d,
  type Vec2f,
  type Vec2i,
  type Vec2u,
  type Vec3d,
  type Vec3f,
  type Vec3i,
  type Vec3u,
  type Vec4d,
  type Vec4f,
  type Vec4i,
  type Vec4u,
  vec2d,
  vec2f,
  vec2i,
  vec2u,
  vec3d,
  vec3f,
  vec3i,
  vec3u,
  vec4d,
  vec4f,
  vec4i,
  vec4u,
} from "./names.js";
export { Vec2 } from "./vec2.js";
export { Vec3 } from "./vec3.js";
export { Vec4 } from "./vec4.js";

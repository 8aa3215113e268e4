// Names for the most used vectors, as in WGSL and GLSL: a type and a function that makes one.

import type { f32, f64, i32, u32 } from "../language/flavours.js";
import { Vec2 } from "./vec2.js";
import { Vec3 } from "./vec3.js";
import { Vec4 } from "./vec4.js";

/** Two f32. */
export type Vec2f = Vec2<f32>;
/** Two f64. */
export type Vec2d = Vec2<f64>;
/** Two i32. */
export type Vec2i = Vec2<i32>;
/** Two u32. */
export type Vec2u = Vec2<u32>;

/** Three f32. */
export type Vec3f = Vec3<f32>;
/** Three f64. */
export type Vec3d = Vec3<f64>;
/** Three i32. */
export type Vec3i = Vec3<i32>;
/** Three u32. */
export type Vec3u = Vec3<u32>;

/** Four f32. */
export type Vec4f = Vec4<f32>;
/** Four f64. */
export type Vec4d = Vec4<f64>;
/** Four i32. */
export type Vec4i = Vec4<i32>;
/** Four u32. */
export type Vec4u = Vec4<u32>;

/**
 * A vector of f32: single precision.
 *
 *     const v = vec2f(1, 2).scale(2);
 */
export function vec2f(x: number, y: number): Vec2<f32> {
  return new Vec2<f32>(x, y);
}
/**
 * A vector of f64: double precision.
 *
 *     const v = vec2d(1, 2).scale(2);
 */
export function vec2d(x: number, y: number): Vec2<f64> {
  return new Vec2<f64>(x, y);
}
/**
 * A vector of i32: signed integers.
 *
 *     const v = vec2i(1, 2).scale(2);
 */
export function vec2i(x: i32, y: i32): Vec2<i32> {
  return new Vec2<i32>(x, y);
}
/**
 * A vector of u32: unsigned integers.
 *
 *     const v = vec2u(1, 2).scale(2);
 */
export function vec2u(x: u32, y: u32): Vec2<u32> {
  return new Vec2<u32>(x, y);
}

/**
 * A vector of f32: single precision.
 *
 *     const v = vec3f(1, 2, 3).scale(2);
 */
export function vec3f(x: number, y: number, z: number): Vec3<f32> {
  return new Vec3<f32>(x, y, z);
}
/**
 * A vector of f64: double precision.
 *
 *     const v = vec3d(1, 2, 3).scale(2);
 */
export function vec3d(x: number, y: number, z: number): Vec3<f64> {
  return new Vec3<f64>(x, y, z);
}
/**
 * A vector of i32: signed integers.
 *
 *     const v = vec3i(1, 2, 3).scale(2);
 */
export function vec3i(x: i32, y: i32, z: i32): Vec3<i32> {
  return new Vec3<i32>(x, y, z);
}
/**
 * A vector of u32: unsigned integers.
 *
 *     const v = vec3u(1, 2, 3).scale(2);
 */
export function vec3u(x: u32, y: u32, z: u32): Vec3<u32> {
  return new Vec3<u32>(x, y, z);
}

/**
 * A vector of f32: single precision.
 *
 *     const v = vec4f(1, 2, 3, 4).scale(2);
 */
export function vec4f(x: number, y: number, z: number, w: number): Vec4<f32> {
  return new Vec4<f32>(x, y, z, w);
}
/**
 * A vector of f64: double precision.
 *
 *     const v = vec4d(1, 2, 3, 4).scale(2);
 */
export function vec4d(x: number, y: number, z: number, w: number): Vec4<f64> {
  return new Vec4<f64>(x, y, z, w);
}
/**
 * A vector of i32: signed integers.
 *
 *     const v = vec4i(1, 2, 3, 4).scale(2);
 */
export function vec4i(x: i32, y: i32, z: i32, w: i32): Vec4<i32> {
  return new Vec4<i32>(x, y, z, w);
}
/**
 * A vector of u32: unsigned integers.
 *
 *     const v = vec4u(1, 2, 3, 4).scale(2);
 */
export function vec4u(x: u32, y: u32, z: u32, w: u32): Vec4<u32> {
  return new Vec4<u32>(x, y, z, w);
}

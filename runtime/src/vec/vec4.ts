// Vectors of four components, in kernels and on the host. An ordinary class: methods return new vectors, fields may be assigned. `as T`: to
// TypeScript, arithmetic on any T gives a number, and every T is one.

import type { f32 } from "../language/flavours.js";
import { Vec3 } from "./vec3.js";

/**
 * Four numbers of one flavour: `Vec4` of `f32`, `Vec4<i32>`, … They are adjacent in memory.
 * `div`, `length`, `distance`, `normalize`, `reflect` and `refract` are for floats; using them on an integer vector in a kernel is an error.
 *
 *     vec4f(2, 4, 4, 8).length(); // 10
 */
export class Vec4<T extends number = f32> {
  x: T;
  y: T;
  z: T;
  w: T;

  constructor(x: number, y: number, z: number, w: number) {
    this.x = x as T;
    this.y = y as T;
    this.z = z as T;
    this.w = w as T;
  }

  /** A vector with the same components. */
  clone(): Vec4<T> {
    return new Vec4<T>(this.x, this.y, this.z, this.w);
  }

  /** Component by component. */
  add(other: Vec4<T>): Vec4<T> {
    return new Vec4<T>(this.x + other.x, this.y + other.y, this.z + other.z, this.w + other.w);
  }

  /** Component by component. */
  sub(other: Vec4<T>): Vec4<T> {
    return new Vec4<T>(this.x - other.x, this.y - other.y, this.z - other.z, this.w - other.w);
  }

  /** Component by component; `scale` multiplies by a number. */
  mul(other: Vec4<T>): Vec4<T> {
    return new Vec4<T>(this.x * other.x, this.y * other.y, this.z * other.z, this.w * other.w);
  }

  /** Component by component. */
  div(other: Vec4<T>): Vec4<T> {
    return new Vec4<T>(this.x / other.x, this.y / other.y, this.z / other.z, this.w / other.w);
  }

  /** Every component times `factor`. */
  scale(factor: number): Vec4<T> {
    return new Vec4<T>(this.x * factor, this.y * factor, this.z * factor, this.w * factor);
  }

  /** Negates every component. */
  neg(): Vec4<T> {
    return new Vec4<T>(-this.x, -this.y, -this.z, -this.w);
  }

  /** The sum of the products of the components. */
  dot(other: Vec4<T>): T {
    return (this.x * other.x + this.y * other.y + this.z * other.z + this.w * other.w) as T;
  }

  /** The square of the length, without a root. */
  lengthSquared(): T {
    return this.dot(this);
  }

  /** The Euclidean length. */
  length(): T {
    return Math.sqrt(this.lengthSquared()) as T;
  }

  /** The distance between the two as points. */
  distance(other: Vec4<T>): T {
    return this.sub(other).length();
  }

  /** The same direction with length 1. A vector of length 0 gives NaN. */
  normalize(): Vec4<T> {
    return this.scale(1 / this.length());
  }

  /** The smaller of each pair of components. */
  min(other: Vec4<T>): Vec4<T> {
    return new Vec4<T>(
      Math.min(this.x, other.x),
      Math.min(this.y, other.y),
      Math.min(this.z, other.z),
      Math.min(this.w, other.w),
    );
  }

  /** The larger of each pair of components. */
  max(other: Vec4<T>): Vec4<T> {
    return new Vec4<T>(
      Math.max(this.x, other.x),
      Math.max(this.y, other.y),
      Math.max(this.z, other.z),
      Math.max(this.w, other.w),
    );
  }

  /** Limits each component to the range from `low`'s to `high`'s. */
  clamp(low: Vec4<T>, high: Vec4<T>): Vec4<T> {
    return this.max(low).min(high);
  }

  /** Linear interpolation, from this at `t` = 0 to `other` at `t` = 1 (GLSL's mix). */
  lerp(other: Vec4<T>, t: number): Vec4<T> {
    return new Vec4<T>(
      this.x + (other.x - this.x) * t,
      this.y + (other.y - this.y) * t,
      this.z + (other.z - this.z) * t,
      this.w + (other.w - this.w) * t,
    );
  }

  /** The absolute value of every component. */
  abs(): Vec4<T> {
    return new Vec4<T>(Math.abs(this.x), Math.abs(this.y), Math.abs(this.z), Math.abs(this.w));
  }

  /** Every component rounded down. */
  floor(): Vec4<T> {
    return new Vec4<T>(Math.floor(this.x), Math.floor(this.y), Math.floor(this.z), Math.floor(this.w));
  }

  /** Every component rounded up. */
  ceil(): Vec4<T> {
    return new Vec4<T>(Math.ceil(this.x), Math.ceil(this.y), Math.ceil(this.z), Math.ceil(this.w));
  }

  /** This direction reflected by a mirror with the normal `normal`, of length 1: v - 2 (n · v) n. */
  reflect(normal: Vec4<T>): Vec4<T> {
    const d = 2 * this.dot(normal);
    return new Vec4<T>(this.x - d * normal.x, this.y - d * normal.y, this.z - d * normal.z, this.w - d * normal.w);
  }

  /**
   * This direction, of length 1, refracted by a surface with the normal `normal`, of length 1, that light hits from outside; `eta` is the refractive
   * index outside divided by that inside. Zero if all light is reflected. By Snell's law, as in GLSL: k = 1 - eta² (1 - (n · v)²), eta v - (eta (n ·
   * v) + √k) n.
   */
  refract(normal: Vec4<T>, eta: number): Vec4<T> {
    const along = this.dot(normal);
    const k = 1 - eta * eta * (1 - along * along);
    if (k < 0) return new Vec4<T>(0, 0, 0, 0);
    const d = eta * along + Math.sqrt(k);
    return new Vec4<T>(
      eta * this.x - d * normal.x,
      eta * this.y - d * normal.y,
      eta * this.z - d * normal.z,
      eta * this.w - d * normal.w,
    );
  }

  /** Whether all components are equal. */
  equals(other: Vec4<T>): boolean {
    return this.x === other.x && this.y === other.y && this.z === other.z && this.w === other.w;
  }

  /** The first three components. */
  xyz(): Vec3<T> {
    return new Vec3<T>(this.x, this.y, this.z);
  }
}

// Vectors of two components, in kernels and on the host. An ordinary class: methods return new vectors, fields may be assigned. `as T`: to
// TypeScript, arithmetic on any T gives a number, and every T is one.

import type { f32 } from "../language/flavours.js";

/**
 * Two numbers of one flavour: `Vec2` of `f32`, `Vec2<i32>`, … They are adjacent in memory.
 * `div`, `length`, `distance`, `normalize`, `reflect` and `refract` are for floats; using them on an integer vector in a kernel is an error.
 *
 *     vec2f(3, 4).length(); // 5
 */
export class Vec2<T extends number = f32> {
  x: T;
  y: T;

  constructor(x: number, y: number) {
    this.x = x as T;
    this.y = y as T;
  }

  /** A vector with the same components. */
  clone(): Vec2<T> {
    return new Vec2<T>(this.x, this.y);
  }

  /** Component by component. */
  add(other: Vec2<T>): Vec2<T> {
    return new Vec2<T>(this.x + other.x, this.y + other.y);
  }

  /** Component by component. */
  sub(other: Vec2<T>): Vec2<T> {
    return new Vec2<T>(this.x - other.x, this.y - other.y);
  }

  /** Component by component; `scale` multiplies by a number. */
  mul(other: Vec2<T>): Vec2<T> {
    return new Vec2<T>(this.x * other.x, this.y * other.y);
  }

  /** Component by component. */
  div(other: Vec2<T>): Vec2<T> {
    return new Vec2<T>(this.x / other.x, this.y / other.y);
  }

  /** Every component times `factor`. */
  scale(factor: number): Vec2<T> {
    return new Vec2<T>(this.x * factor, this.y * factor);
  }

  /** Negates every component. */
  neg(): Vec2<T> {
    return new Vec2<T>(-this.x, -this.y);
  }

  /** The sum of the products of the components. */
  dot(other: Vec2<T>): T {
    return (this.x * other.x + this.y * other.y) as T;
  }

  /** The third component of the cross product of both as vectors in space: the area that they span. */
  cross(other: Vec2<T>): T {
    return (this.x * other.y - this.y * other.x) as T;
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
  distance(other: Vec2<T>): T {
    return this.sub(other).length();
  }

  /** The same direction with length 1. A vector of length 0 gives NaN. */
  normalize(): Vec2<T> {
    return this.scale(1 / this.length());
  }

  /** The smaller of each pair of components. */
  min(other: Vec2<T>): Vec2<T> {
    return new Vec2<T>(Math.min(this.x, other.x), Math.min(this.y, other.y));
  }

  /** The larger of each pair of components. */
  max(other: Vec2<T>): Vec2<T> {
    return new Vec2<T>(Math.max(this.x, other.x), Math.max(this.y, other.y));
  }

  /** Limits each component to the range from `low`'s to `high`'s. */
  clamp(low: Vec2<T>, high: Vec2<T>): Vec2<T> {
    return this.max(low).min(high);
  }

  /** Linear interpolation, from this at `t` = 0 to `other` at `t` = 1 (GLSL's mix). */
  lerp(other: Vec2<T>, t: number): Vec2<T> {
    return new Vec2<T>(this.x + (other.x - this.x) * t, this.y + (other.y - this.y) * t);
  }

  /** The absolute value of every component. */
  abs(): Vec2<T> {
    return new Vec2<T>(Math.abs(this.x), Math.abs(this.y));
  }

  /** Every component rounded down. */
  floor(): Vec2<T> {
    return new Vec2<T>(Math.floor(this.x), Math.floor(this.y));
  }

  /** Every component rounded up. */
  ceil(): Vec2<T> {
    return new Vec2<T>(Math.ceil(this.x), Math.ceil(this.y));
  }

  /** This direction reflected by a mirror with the normal `normal`, of length 1: v - 2 (n · v) n. */
  reflect(normal: Vec2<T>): Vec2<T> {
    const d = 2 * this.dot(normal);
    return new Vec2<T>(this.x - d * normal.x, this.y - d * normal.y);
  }

  /**
   * This direction, of length 1, refracted by a surface with the normal `normal`, of length 1, that light hits from outside; `eta` is the refractive
   * index outside divided by that inside. Zero if all light is reflected. By Snell's law, as in GLSL: k = 1 - eta² (1 - (n · v)²), eta v - (eta (n ·
   * v) + √k) n.
   */
  refract(normal: Vec2<T>, eta: number): Vec2<T> {
    const along = this.dot(normal);
    const k = 1 - eta * eta * (1 - along * along);
    if (k < 0) return new Vec2<T>(0, 0);
    const d = eta * along + Math.sqrt(k);
    return new Vec2<T>(eta * this.x - d * normal.x, eta * this.y - d * normal.y);
  }

  /** Whether all components are equal. */
  equals(other: Vec2<T>): boolean {
    return this.x === other.x && this.y === other.y;
  }
}

// 3x3 matrices, in kernels and on the host: linear maps of space, and affine maps of the plane. Column-major as in GLSL and WGSL: a point is a column
// to the right of the matrix. Only reads its columns, because in arrays of structs they are not instances.

import type { f32 } from "../language/flavours.js";
import { Vec3 } from "./vec3.js";

/**
 * Three columns, adjacent in memory: nine numbers in all.
 *
 *     Mat3.fromRows(vec3f(1, 2, 3), vec3f(4, 5, 6), vec3f(7, 8, 10)).transform(vec3f(1, 0, 0)); // (1, 4, 7)
 */
export class Mat3<T extends number = f32> {
  c0: Vec3<T>;
  c1: Vec3<T>;
  c2: Vec3<T>;

  /** Takes columns; `fromRows` takes rows, as written on paper. */
  constructor(c0: Vec3<T>, c1: Vec3<T>, c2: Vec3<T>) {
    this.c0 = c0;
    this.c1 = c1;
    this.c2 = c2;
  }

  static identity<T extends number = f32>(): Mat3<T> {
    return new Mat3<T>(new Vec3<T>(1, 0, 0), new Vec3<T>(0, 1, 0), new Vec3<T>(0, 0, 1));
  }

  static fromRows<T extends number = f32>(r0: Vec3<T>, r1: Vec3<T>, r2: Vec3<T>): Mat3<T> {
    return new Mat3<T>(new Vec3<T>(r0.x, r1.x, r2.x), new Vec3<T>(r0.y, r1.y, r2.y), new Vec3<T>(r0.z, r1.z, r2.z));
  }

  /** The matrix that applies `other` first, then this. */
  mul(other: Mat3<T>): Mat3<T> {
    return new Mat3<T>(this.transform(other.c0), this.transform(other.c1), this.transform(other.c2));
  }

  /** The matrix times a column. */
  transform(v: Vec3<T>): Vec3<T> {
    const { c0, c1, c2 } = this;
    return new Vec3<T>(
      c0.x * v.x + c1.x * v.y + c2.x * v.z,
      c0.y * v.x + c1.y * v.y + c2.y * v.z,
      c0.z * v.x + c1.z * v.y + c2.z * v.z,
    );
  }

  /** Swaps rows and columns. */
  transpose(): Mat3<T> {
    return Mat3.fromRows<T>(this.c0, this.c1, this.c2);
  }

  /** The volume that the columns span, negative if they are left-handed: c0 × c1 · c2. */
  determinant(): T {
    return new Vec3<T>(this.c0.x, this.c0.y, this.c0.z).cross(this.c1).dot(this.c2);
  }

  /** The inverse matrix; infinities and NaN if there is none. Its rows are cross products of the columns, divided by the determinant. */
  inverse(): Mat3<T> {
    const a = new Vec3<T>(this.c0.x, this.c0.y, this.c0.z);
    const b = new Vec3<T>(this.c1.x, this.c1.y, this.c1.z);
    const c = new Vec3<T>(this.c2.x, this.c2.y, this.c2.z);
    const factor = 1 / this.determinant();
    return Mat3.fromRows<T>(b.cross(c).scale(factor), c.cross(a).scale(factor), a.cross(b).scale(factor));
  }
}

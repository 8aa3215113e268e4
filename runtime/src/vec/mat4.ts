// 4x4 matrices, in kernels and on the host: affine and projective maps of space. Column-major as in GLSL and WGSL: a point is a column to the right
// of the matrix. Right-handed; a camera looks along -z, and depth in clip space goes from 0 (near) to 1 (far), as in WebGPU. Angles are radians.
// `as T` holds as in vec4.ts. Only reads its columns, because in arrays of structs they are not instances.

import type { f32 } from "../language/flavours.js";
import { Vec3 } from "./vec3.js";
import { Vec4 } from "./vec4.js";

/**
 * Four columns, adjacent in memory: sixteen numbers in all.
 *
 *     Mat4.translation(vec3f(1, 2, 3)).transformPoint(vec3f(0, 0, 0)); // (1, 2, 3)
 */
export class Mat4<T extends number = f32> {
  c0: Vec4<T>;
  c1: Vec4<T>;
  c2: Vec4<T>;
  c3: Vec4<T>;

  /** Takes columns; `fromRows` takes rows, as written on paper. */
  constructor(c0: Vec4<T>, c1: Vec4<T>, c2: Vec4<T>, c3: Vec4<T>) {
    this.c0 = c0;
    this.c1 = c1;
    this.c2 = c2;
    this.c3 = c3;
  }

  static identity<T extends number = f32>(): Mat4<T> {
    return new Mat4<T>(
      new Vec4<T>(1, 0, 0, 0),
      new Vec4<T>(0, 1, 0, 0),
      new Vec4<T>(0, 0, 1, 0),
      new Vec4<T>(0, 0, 0, 1),
    );
  }

  static fromRows<T extends number = f32>(r0: Vec4<T>, r1: Vec4<T>, r2: Vec4<T>, r3: Vec4<T>): Mat4<T> {
    return new Mat4<T>(
      new Vec4<T>(r0.x, r1.x, r2.x, r3.x),
      new Vec4<T>(r0.y, r1.y, r2.y, r3.y),
      new Vec4<T>(r0.z, r1.z, r2.z, r3.z),
      new Vec4<T>(r0.w, r1.w, r2.w, r3.w),
    );
  }

  /** Moves points by `offset`. */
  static translation<T extends number = f32>(offset: Vec3<T>): Mat4<T> {
    return new Mat4<T>(
      new Vec4<T>(1, 0, 0, 0),
      new Vec4<T>(0, 1, 0, 0),
      new Vec4<T>(0, 0, 1, 0),
      new Vec4<T>(offset.x, offset.y, offset.z, 1),
    );
  }

  /** Scales each axis by its own factor. */
  static scaling<T extends number = f32>(factors: Vec3<T>): Mat4<T> {
    return new Mat4<T>(
      new Vec4<T>(factors.x, 0, 0, 0),
      new Vec4<T>(0, factors.y, 0, 0),
      new Vec4<T>(0, 0, factors.z, 0),
      new Vec4<T>(0, 0, 0, 1),
    );
  }

  /** Turns y towards z. */
  static rotationX<T extends number = f32>(angle: number): Mat4<T> {
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    return new Mat4<T>(
      new Vec4<T>(1, 0, 0, 0),
      new Vec4<T>(0, c, s, 0),
      new Vec4<T>(0, -s, c, 0),
      new Vec4<T>(0, 0, 0, 1),
    );
  }

  /** Turns z towards x. */
  static rotationY<T extends number = f32>(angle: number): Mat4<T> {
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    return new Mat4<T>(
      new Vec4<T>(c, 0, -s, 0),
      new Vec4<T>(0, 1, 0, 0),
      new Vec4<T>(s, 0, c, 0),
      new Vec4<T>(0, 0, 0, 1),
    );
  }

  /** Turns x towards y. */
  static rotationZ<T extends number = f32>(angle: number): Mat4<T> {
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    return new Mat4<T>(
      new Vec4<T>(c, s, 0, 0),
      new Vec4<T>(-s, c, 0, 0),
      new Vec4<T>(0, 0, 1, 0),
      new Vec4<T>(0, 0, 0, 1),
    );
  }

  /** Rotates about an axis of length 1 by the right-hand rule. Rodrigues: c 1 + s [a]× + (1 - c) a aᵀ. */
  static rotation<T extends number = f32>(axis: Vec3<T>, angle: number): Mat4<T> {
    const x = axis.x;
    const y = axis.y;
    const z = axis.z;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const d = 1 - c;
    return new Mat4<T>(
      new Vec4<T>(d * x * x + c, d * x * y + s * z, d * x * z - s * y, 0),
      new Vec4<T>(d * x * y - s * z, d * y * y + c, d * y * z + s * x, 0),
      new Vec4<T>(d * x * z + s * y, d * y * z - s * x, d * z * z + c, 0),
      new Vec4<T>(0, 0, 0, 1),
    );
  }

  /** Maps the world to the view of a camera at `eye` that looks at `target`, with `up` above. */
  static lookAt<T extends number = f32>(eye: Vec3<T>, target: Vec3<T>, up: Vec3<T>): Mat4<T> {
    const z = eye.sub(target).normalize();
    const x = up.cross(z).normalize();
    const y = z.cross(x);
    return new Mat4<T>(
      new Vec4<T>(x.x, y.x, z.x, 0),
      new Vec4<T>(x.y, y.y, z.y, 0),
      new Vec4<T>(x.z, y.z, z.z, 0),
      new Vec4<T>(-x.dot(eye), -y.dot(eye), -z.dot(eye), 1),
    );
  }

  /** `fovY` is the whole angle from the lower to the upper edge, `aspect` the width divided by the height, 0 < `near` < `far`. */
  static perspective<T extends number = f32>(fovY: number, aspect: number, near: number, far: number): Mat4<T> {
    const f = 1 / Math.tan(fovY / 2);
    return new Mat4<T>(
      new Vec4<T>(f / aspect, 0, 0, 0),
      new Vec4<T>(0, f, 0, 0),
      new Vec4<T>(0, 0, far / (near - far), -1),
      new Vec4<T>(0, 0, (far * near) / (near - far), 0),
    );
  }

  /** Maps the box between these planes to clip space; `near` and `far` are distances along -z. */
  static orthographic<T extends number = f32>(
    left: number,
    right: number,
    bottom: number,
    top: number,
    near: number,
    far: number,
  ): Mat4<T> {
    const width = right - left;
    const height = top - bottom;
    const depth = far - near;
    return new Mat4<T>(
      new Vec4<T>(2 / width, 0, 0, 0),
      new Vec4<T>(0, 2 / height, 0, 0),
      new Vec4<T>(0, 0, -1 / depth, 0),
      new Vec4<T>(-(right + left) / width, -(top + bottom) / height, -near / depth, 1),
    );
  }

  /** The matrix that applies `other` first, then this. */
  mul(other: Mat4<T>): Mat4<T> {
    return new Mat4<T>(
      this.transform(other.c0),
      this.transform(other.c1),
      this.transform(other.c2),
      this.transform(other.c3),
    );
  }

  /** The matrix times a column. */
  transform(v: Vec4<T>): Vec4<T> {
    const { c0, c1, c2, c3 } = this;
    return new Vec4<T>(
      c0.x * v.x + c1.x * v.y + c2.x * v.z + c3.x * v.w,
      c0.y * v.x + c1.y * v.y + c2.y * v.z + c3.y * v.w,
      c0.z * v.x + c1.z * v.y + c2.z * v.z + c3.z * v.w,
      c0.w * v.x + c1.w * v.y + c2.w * v.z + c3.w * v.w,
    );
  }

  /** Transforms a point: sets w = 1 before, divides by w after. */
  transformPoint(p: Vec3<T>): Vec3<T> {
    const moved = this.transform(new Vec4<T>(p.x, p.y, p.z, 1));
    return moved.xyz().scale(1 / moved.w);
  }

  /** Transforms a direction: without the translation. */
  transformDirection(d: Vec3<T>): Vec3<T> {
    return this.transform(new Vec4<T>(d.x, d.y, d.z, 0)).xyz();
  }

  /** Swaps rows and columns. */
  transpose(): Mat4<T> {
    return Mat4.fromRows<T>(this.c0, this.c1, this.c2, this.c3);
  }

  /** The factor by which four-dimensional volumes grow; 0 if there is no inverse. */
  determinant(): T {
    const a = upper(this.c0);
    const b = upper(this.c1);
    const c = upper(this.c2);
    const d = upper(this.c3);
    const u = a.scale(this.c1.w).sub(b.scale(this.c0.w));
    const v = c.scale(this.c3.w).sub(d.scale(this.c2.w));
    return (a.cross(b).dot(v) + c.cross(d).dot(u)) as T;
  }

  /**
   * The inverse matrix; infinities and NaN if there is none. After Lengyel, Foundations of Game Engine Development 1, 1.7.5: by cross products of the
   * columns' first three rows.
   */
  inverse(): Mat4<T> {
    const a = upper(this.c0);
    const b = upper(this.c1);
    const c = upper(this.c2);
    const d = upper(this.c3);
    const factor = 1 / this.determinant();
    const s = a.cross(b).scale(factor);
    const t = c.cross(d).scale(factor);
    const u = a.scale(this.c1.w).sub(b.scale(this.c0.w)).scale(factor);
    const v = c.scale(this.c3.w).sub(d.scale(this.c2.w)).scale(factor);
    const r0 = b.cross(v).add(t.scale(this.c1.w));
    const r1 = v.cross(a).sub(t.scale(this.c0.w));
    const r2 = d.cross(u).add(s.scale(this.c3.w));
    const r3 = u.cross(c).sub(s.scale(this.c2.w));
    return new Mat4<T>(
      new Vec4<T>(r0.x, r1.x, r2.x, r3.x),
      new Vec4<T>(r0.y, r1.y, r2.y, r3.y),
      new Vec4<T>(r0.z, r1.z, r2.z, r3.z),
      new Vec4<T>(-b.dot(t), a.dot(t), -d.dot(s), c.dot(s)),
    );
  }
}

/** The first three components of a column. */
function upper<T extends number>(column: Vec4<T>): Vec3<T> {
  return new Vec3<T>(column.x, column.y, column.z);
}

// Points, directions and colours: an ordinary class, for the host and for kernels alike. In kernels its objects live in
// registers, four to sixteen work-items' at once.

import type { f32 } from "lanewise";

export class Vec3 {
  constructor(
    readonly x: f32,
    readonly y: f32,
    readonly z: f32,
  ) {}

  add(that: Vec3): Vec3 {
    return new Vec3(this.x + that.x, this.y + that.y, this.z + that.z);
  }

  sub(that: Vec3): Vec3 {
    return new Vec3(this.x - that.x, this.y - that.y, this.z - that.z);
  }

  /** Each component with its own, as light is by a colour. */
  times(that: Vec3): Vec3 {
    return new Vec3(this.x * that.x, this.y * that.y, this.z * that.z);
  }

  scale(by: f32): Vec3 {
    return new Vec3(this.x * by, this.y * by, this.z * by);
  }

  dot(that: Vec3): f32 {
    return this.x * that.x + this.y * that.y + this.z * that.z;
  }

  cross(that: Vec3): Vec3 {
    return new Vec3(
      this.y * that.z - this.z * that.y,
      this.z * that.x - this.x * that.z,
      this.x * that.y - this.y * that.x,
    );
  }

  length(): f32 {
    return Math.sqrt(this.dot(this));
  }

  normalize(): Vec3 {
    return this.scale(1 / this.length());
  }

  /** This direction, mirrored at a surface with that normal. */
  reflect(normal: Vec3): Vec3 {
    return this.sub(normal.scale(2 * this.dot(normal)));
  }
}

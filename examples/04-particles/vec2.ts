// Points and directions in the plane: a class for the host and for kernels. Its objects change in place where methods say so.

import type { f32 } from "lanewise";

export class Vec2 {
  constructor(
    public x: f32,
    public y: f32,
  ) {}

  sub(that: Vec2): Vec2 {
    return new Vec2(this.x - that.x, this.y - that.y);
  }

  dot(that: Vec2): f32 {
    return this.x * that.x + this.y * that.y;
  }

  /** Adds `by` times `that` to this vector itself. */
  move(that: Vec2, by: f32): void {
    this.x += that.x * by;
    this.y += that.y * by;
  }
}

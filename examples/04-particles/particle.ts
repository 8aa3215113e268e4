// What arrays of structs hold: particles, and the squares of the tree around them.

import type { FixedArray, f32, i32 } from "lanewise";
import type { Vec2 } from "./vec2.js";

export interface Particle {
  position: Vec2;
  velocity: Vec2;
  mass: f32;
  /** Which galaxy it comes from: 0 or 1. */
  galaxy: i32;
}

/** A square with at least one particle: from far away it pulls as its whole mass in its centre of mass does. */
export interface Square {
  center: Vec2;
  mass: f32;
  /** Length of a side; 0 for one that is not divided. */
  side: f32;
  /** Indices of its quarters, -1 for those without particles. */
  quarters: FixedArray<i32, 4>;
}

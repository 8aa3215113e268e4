// A device global of a struct that ../globals-structs.ts imports.
import { deviceGlobal, type f32, type f64 } from "lanewise";
export class Point {
  x: f32 = 0;
  y: f32 = 0;
  length(): number { return Math.hypot(this.x, this.y); }
}
export const gain = deviceGlobal<f32, { deviceImageScope: true }>(-2.75);
export const theirs = deviceGlobal<{ at: Point; weight: f64 }>({ at: { x: 2, y: 4 }, weight: 1 });

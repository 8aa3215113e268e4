// Device globals of structs say their layout, and copies of others the value that they start with.
import { deviceGlobal, type f32, type FixedArray, type i32, type u8 } from "lanewise";
interface Point { x: f32; y: f32 }
interface Particle { at: Point; mass: number; alive: boolean; tags: FixedArray<u8, 2> }
export const particle = deviceGlobal<Particle>({ at: { x: 1, y: 2 }, alive: true });
export const points = deviceGlobal<FixedArray<Point, 2>>();
export const fraction = deviceGlobal<f32>(2.75);
export const whole = deviceGlobal<i32, { hostAccess: "read" }>(fraction);

// What calls.ts calls: functions that call others in turn, and constants.
import { half as divided, scale } from "./second.js";
import * as second from "./second.js";

export const offset = scale * 2 + 1;
export const low = -5;
export const high: number = 90;
export function mix(x: number, y: number): number {
  return divided(x) + second.half(y);
}
export default function clamp(x: number): number {
  return Math.min(Math.max(x, low), high);
}

// What device-fns.ts calls, in an image of its own.
import { deviceFn, type f32, type f64, type i32 } from "lanewise";
import { quarter } from "./deep.js";

export const half = deviceFn((x: f32): f32 => quarter(x) + quarter(x));
export const isOdd = deviceFn((x: i32): boolean => (x & 1) === 1);
export const wide = deviceFn((x: f64): f64 => x / 3);
export const fill = deviceFn((a: Int32Array, at: i32, value: i32): void => {
  for (let k = 0; k < 3; k++) a[at] = value * k;
});
export namespace Shapes {
  export const area = deviceFn((width: f64, height: f64): f64 => width * height);
}

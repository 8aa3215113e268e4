// Device functions that stand for functions of Math where they cannot.
import { deviceFn, type f32, f64, type i32 } from "lanewise";

let name: "Math.tan" = "Math.tan";
name = "Math.tan";
export const tan = deviceFn((x: f32): f32 => x, { replaces: name }); // error LW1530: `{ replaces: name }`
export const floor = deviceFn((x: f32): f32 => x, { replaces: "Math.floor" as string as "Math.sin" }); // error LW1530: `Math.floor`
export const whole = deviceFn((x: i32): i32 => x, { replaces: "Math.exp" }); // error LW1531: takes a number
export const mixed = deviceFn((x: f32): f64 => f64(x), { replaces: "Math.exp" }); // error LW1531
export const one = deviceFn((x: f32): f32 => x, { replaces: "Math.atan2" }); // error LW1531: takes two numbers
export const __hidden = deviceFn((x: f32): f32 => x, { replaces: "Math.log" }); // error LW1532: `__hidden`

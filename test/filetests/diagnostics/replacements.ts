// Device functions that stand for functions of Math: which, of which types, and one for each.
import { deviceFn, type f32, type f64, type i32 } from "lanewise";

export const sin = deviceFn((x: f32): f32 => x, { replaces: "Math.sin" }); // note: the other one is here
export const sin64 = deviceFn((x: f64): f64 => x, { replaces: "Math.sin" });
export const again = deviceFn((x: f32): f32 => x * 2, { replaces: "Math.sin" }); // error LW1533: replaced by `sin` and by `again`
const wanted = { replaces: "Math.cos" } as const;
export const cos = deviceFn((x: f32): f32 => x, wanted);
let name: "Math.tan" = "Math.tan";
name = "Math.tan";
export const pow = deviceFn((x: f32, y: f32): f32 => x * y, { replaces: "Math.pow" });
export const plain = deviceFn((x: f32): f32 => x, {});

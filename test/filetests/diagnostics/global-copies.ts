// D8: a device global that starts as a copy of another one.
import { type DeviceGlobal, deviceGlobal, type f32, type FixedArray, type i32, type u8 } from "lanewise";

const whole = deviceGlobal<i32>(3); // note: whole is declared here
const three = deviceGlobal<FixedArray<i32, 3>>([1, 2, 3]); // note: three is declared here // note: three is declared here
const point = deviceGlobal<{ x: f32 }>({ x: 1 }); // note: point is declared here // note: point is declared here
let changing = whole;
declare const somewhere: DeviceGlobal<i32>;
const faulty = deviceGlobal<i32>(0.5); // error LW1403

export const same = deviceGlobal<i32>(whole);
export const converted = deviceGlobal<f32>(whole);
export const alias = whole;
export const ofAlias = deviceGlobal<u8, { hostAccess: "read" }>(alias);
export const elements = deviceGlobal<FixedArray<f32, 3>>(three);
export const structs = deviceGlobal<{ x: f32 }>(point);
export const ofFaulty = deviceGlobal<i32>(faulty); // it is reported where it is declared
// @ts-expect-error
export const ofImage = deviceGlobal<i32, { deviceImageScope: true }>(whole); // error LW1421
export const shorter = deviceGlobal<FixedArray<i32, 2>>(three); // error LW1422: `three` is a device global of FixedArray<i32, 3>, which does not convert to FixedArray<i32, 2>
export const scalar = deviceGlobal<f32>(three); // error LW1422
export const broadcast = deviceGlobal<FixedArray<i32, 3>>(whole); // error LW1422
export const otherField = deviceGlobal<{ y: f32 }>(point); // error LW1422
export const otherType = deviceGlobal<{ x: i32 }>(point); // error LW1422
export const untraced = deviceGlobal<i32>(changing); // error LW1406: `changing` cannot be traced
export const declared = deviceGlobal<i32>(somewhere); // error LW1406
export const made = deviceGlobal<i32>(deviceGlobal<i32>()); // error LW1401 // error LW1406
export const circular: DeviceGlobal<i32> = deviceGlobal<i32>(circular); // error TS2448 // error TS2454

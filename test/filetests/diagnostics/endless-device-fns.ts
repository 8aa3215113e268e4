// Device functions that call each other without end, directly or through functions that are none (post-link).
import { deviceFn, type f32 } from "lanewise";

export const endless: (v: f32) => f32 = deviceFn((v: f32): f32 => own(v));
export const own = deviceFn((v: f32): f32 => (v > 1 ? own(v - 1) : v)); // error LW1205: `own` calls itself
const through = (v: f32): f32 => ping(v);
export const pong = deviceFn((v: f32): f32 => through(v)); // error LW1205: `pong` calls itself
export const ping = deviceFn((v: f32): f32 => pong(v)); // note: through this device function

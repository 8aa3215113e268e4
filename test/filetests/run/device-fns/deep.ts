// A library of the library.
import { deviceFn, type f32 } from "lanewise";

const factor = 0.25;
export const quarter = deviceFn((x: f32): f32 => x * factor);

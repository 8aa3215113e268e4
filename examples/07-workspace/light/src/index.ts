// A library whose device function is C (sunlight.c), compiled to WebAssembly that lies beside this package's JavaScript.

import { deviceDlopen, externalDeviceFn, type f32, type i32 } from "lanewise";

await deviceDlopen(new URL("../sunlight.wasm", import.meta.url), { trusted: true });

/**
 * How much of the sun, low in the north-west, reaches a place of the land: 1, or less in the shadow of other land. Heights are a picture of
 * `width` columns, whose neighbours are `scale` apart.
 */
export const sunlight =
  externalDeviceFn<(heights: Float32Array, width: i32, x: i32, y: i32, scale: f32) => f32>("sunlight");

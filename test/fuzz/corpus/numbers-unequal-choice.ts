// numbers: of `i !== 255 ? 10 : i` in an index, gangs took the `i` where it differs from 255.
import type { Kernel1 } from "lanewise";
export function make(
  i8s: Int8Array,
  u8s: Uint8Array,
  clamps: Uint8ClampedArray,
  i16s: Int16Array,
  u16s: Uint16Array,
  i32s: Int32Array,
  u32s: Uint32Array,
  f32s: Float32Array,
  f64s: Float64Array,
  far_u8: Uint8Array,
  far_i8: Int8Array,
  far_u16: Uint16Array,
  far_i16: Int16Array,
  far_i32: Int32Array,
  out_i8: Int8Array,
  out_u8: Uint8Array,
  out_clamped: Uint8ClampedArray,
  out_i16: Int16Array,
  out_u16: Uint16Array,
  out_i32: Int32Array,
  out_u32: Uint32Array,
  out_f32: Float32Array,
  out_f64: Float64Array,
  added_i32: Int32Array,
  added_u32: Uint32Array,
  n: number,
  m: number,
  r: number,
  p: number,
  s: number,
): Kernel1 {
  return (i) => {
    out_f32[i * 4 + ((i !== 255 ? 10 : i) & 3)] = f32s[0];
    out_f64[i * 4 + ((i === 255 ? 10 : i) & 3)] = f64s[0];
  };
}

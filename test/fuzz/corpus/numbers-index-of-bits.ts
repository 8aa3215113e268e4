// numbers: an index was checked with one of two values of a variable whose bits it is made of
interface Both { whole: number; part: number }
function helper3(a0: number, a1: number): number {
  return -(a0 < 0.1 ? 2 : Math.imul(a0, 255));
}
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
    let v11 = (i ? u16s[0]! : helper3(Math.round(f64s[0]!), f64s[0]!));
    let rounds13 = 0;
    for (let k12 = i; k12 <= n; k12++) {
      if (++rounds13 > 6) break;
    }
    const o17: Both = { whole: v11, part: 6 };
    out_f64[i * 4 + ((v11 >>> 0) % 4)] = f32s[0]!;
    out_f64[i * 4 + 1] = v11 >>> 0;
  };
}

// numbers: Math.trunc and Math.floor were left out where bits of the element or field are taken elsewhere, though it had a fraction.
import { type FixedArray, fixedArray, type Kernel1 } from "lanewise";
interface Both {
  whole: number;
  part: number;
}
function helper(a: number): number {
  const whole = (a % 65521) + Math.trunc(a);
  return (whole & 15) + whole;
}
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
    const part: FixedArray<number, 4> = fixedArray(4, 1e-3);
    out_u16[i * 4] = (i16s[0] * Math.trunc(part[0])) >>> part[0];
    const both: Both = { whole: i, part: i / 4 - 1.5 };
    out_i32[i * 4] = (1 << Math.floor(both.part)) + (both.part | 0);
    both.part = f64s[i & 15];
    out_f64[i * 4] = Math.floor(both.part) + helper(both.part);
  };
}

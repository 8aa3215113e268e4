// whole
// Seed 10301269: an element of an array of structs that is assigned while a part of it is being computed stays the same object, also in the judge.
import { atomicRef, f32, f64, type FixedArray, fixedArray, i32, i64, type Kernel1, type StructArray, structOf, u32, u64 } from "lanewise";
interface Settings {
  count: i32;
}
interface S9 {
  f10: FixedArray<u64, 4>;
  f11: i32;
}
function helper12(): u64 {
    return (1n);
}
export function make(
  in_i32: Int32Array,
  in_u32: Uint32Array,
  in_f32: Float32Array,
  in_f64: Float64Array,
  in_i64: BigInt64Array,
  in_u64: BigUint64Array,
  out_i32: Int32Array,
  out_u32: Uint32Array,
  out_f32: Float32Array,
  out_f64: Float64Array,
  out_i64: BigInt64Array,
  out_u64: BigUint64Array,
  row_i32: Int32Array,
  row_u32: Uint32Array,
  row_f32: Float32Array,
  row_f64: Float64Array,
  row_i64: BigInt64Array,
  row_u64: BigUint64Array,
  added_i32: Int32Array,
  taken_u64: BigUint64Array,
  bits_u32: Uint32Array,
  most_i64: BigInt64Array,
  least_u32: Uint32Array,
  items: StructArray<S9>,
  settings: Settings,
  gain: f64,
): Kernel1 {
  return (i) => {
    const p33: S9 = { f10: [row_u64[i]!, row_u64[i]!, out_u64[i]!, row_u64[i]!], f11: out_i32[i * 4]! };
    const inner34 = (x35: u64): i32 => {
      items[i] = { f10: [x35, 1n, x35, x35], f11: settings.count };
      row_u32[i] ||= out_u32[i * 4]!;
      return i;
    };
    items[i]!.f11 &= (row_f64[i] ? inner34(p33.f10[0]!) : ((settings.count * (out_i32[i * 4]! & 0xff)) | 0));
    {
    }
  };
}

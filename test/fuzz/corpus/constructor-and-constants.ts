// whole
// Seeds 8, 9 and 58: a constructor read its parameter property as a captured name, i64(n) went through a double, and
// fixedArray(n, x) as an argument did not take the parameter's type.
import { type f64, type FixedArray, fixedArray, type i32, i64, type Kernel1, type StructArray } from "lanewise";
interface Nothing {
  nothing: f64;
}
class C {
  copy: i64;
  constructor(
    readonly big: i64,
    readonly w: FixedArray<f64, 3>,
  ) {
    this.copy = big;
  }
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
  items: StructArray<Nothing>,
  settings: { count: i32 },
  gain: f64,
): Kernel1 {
  return (i) => {
    const c = new C(i64(12345678901234567n), fixedArray(3, in_f64[i]!));
    row_i64[i] = c.copy ^ in_i64[i]!;
    row_f64[i] = c.w[2]!;
  };
}

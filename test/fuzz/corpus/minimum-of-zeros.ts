// plain
// Not a bug found, but the form of one: a whole program that random tests reduced to; "plain" compares it with JavaScript too.
import { f32, f64, i32, type Kernel1, u32 } from "lanewise";
export const used = [f32, f64, i32, u32];
export function make(ints: Int32Array, words: Uint32Array, singles: Float32Array, doubles: Float64Array): Kernel1 {
  return (i) => {
    doubles[i] = Math.min(-(doubles[7]!), doubles[7]!) + Math.max(f64(-0), f64(0));
  };
}

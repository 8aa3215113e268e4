// Device functions in AssemblyScript (build.mjs). An array's address is a usize.

export function fade(t: f32): f32 {
  return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

export function average(a: usize, n: i32): f32 {
  let sum: f32 = 0;
  for (let i = 0; i < n; i++) sum += load<f32>(a + 4 * i);
  return sum / f32(n);
}

export function rotate(x: u64, count: i32): u64 {
  return rotl<u64>(x, count);
}

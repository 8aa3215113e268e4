// Monte Carlo in AssemblyScript.

function next(state: u32): u32 {
  let x = state;
  x ^= x << 13;
  x ^= x >> 17;
  return x ^ (x << 5);
}

export function run(arrays: usize, scalars: usize): void {
  const hits = load<usize>(arrays, 0);
  const n = <i32>load<f64>(scalars, 0);
  const samples = <i32>load<f64>(scalars, 8);
  const unit: f32 = 1.0 / 16777216.0;
  for (let i = 0; i < n; i++) {
    let state: u32 = (<u32>i * 747796405 + 2891336453) | 1;
    let count = 0;
    for (let sample = 0; sample < samples; sample++) {
      state = next(state);
      const x = <f32>(<i32>(state >> 8)) * unit;
      state = next(state);
      const y = <f32>(<i32>(state >> 8)) * unit;
      if (x * x + y * y < 1) count++;
    }
    store<i32>(hits + ((<usize>i) << 2), count);
  }
}

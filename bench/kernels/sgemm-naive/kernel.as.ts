// The naive matrix product in AssemblyScript.

export function run(arrays: usize, scalars: usize): void {
  const a = load<usize>(arrays, 0);
  const b = load<usize>(arrays, 4);
  const c = load<usize>(arrays, 8);
  const n = <i32>load<f64>(scalars, 0);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum: f32 = 0;
      for (let k = 0; k < n; k++) {
        sum += load<f32>(a + ((<usize>(i * n + k)) << 2)) * load<f32>(b + ((<usize>(k * n + j)) << 2));
      }
      store<f32>(c + ((<usize>(i * n + j)) << 2), sum);
    }
  }
}

// Jacobi's method in AssemblyScript.

export function run(arrays: usize, scalars: usize): void {
  const from = load<usize>(arrays, 0);
  const to = load<usize>(arrays, 4);
  const size = <i32>load<f64>(scalars, 0);
  const width = <i32>load<f64>(scalars, 8);
  const stride = (<usize>width) << 2;
  for (let y = 1; y <= size; y++) {
    for (let x = 1; x <= size; x++) {
      const at = (<usize>(y * width + x)) << 2;
      const i = from + at;
      const sum = load<f32>(i) + load<f32>(i - 4) + load<f32>(i + 4) + load<f32>(i - stride) + load<f32>(i + stride);
      store<f32>(to + at, <f32>0.2 * sum);
    }
  }
}

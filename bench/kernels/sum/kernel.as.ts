// The sum in AssemblyScript.

export function run(arrays: usize, scalars: usize): void {
  const x = load<usize>(arrays, 0);
  const total = load<usize>(arrays, 12);
  const n = <i32>load<f64>(scalars, 0);
  let sum: f32 = 0;
  for (let i = 0; i < n; i++) sum += load<f32>(x + ((<usize>i) << 2));
  store<f32>(total, sum);
}

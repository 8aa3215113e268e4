// saxpy in AssemblyScript.

export function run(arrays: usize, scalars: usize): void {
  const y = load<usize>(arrays, 0);
  const x = load<usize>(arrays, 4);
  const s = <f32>load<f64>(scalars, 0);
  const n = <i32>load<f64>(scalars, 8);
  for (let i = 0; i < n; i++) {
    const at = (<usize>i) << 2;
    store<f32>(y + at, load<f32>(y + at) + s * load<f32>(x + at));
  }
}

// STREAM triad in f64 in AssemblyScript.

export function run(arrays: usize, scalars: usize): void {
  const a = load<usize>(arrays, 0);
  const b = load<usize>(arrays, 4);
  const c = load<usize>(arrays, 8);
  const s = load<f64>(scalars, 0);
  const n = <i32>load<f64>(scalars, 8);
  for (let i = 0; i < n; i++) {
    const at = (<usize>i) << 3;
    store<f64>(a + at, load<f64>(b + at) + s * load<f64>(c + at));
  }
}

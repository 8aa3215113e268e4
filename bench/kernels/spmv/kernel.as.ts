// The sparse product in AssemblyScript.

export function run(arrays: usize, scalars: usize): void {
  const starts = load<usize>(arrays, 0);
  const columns = load<usize>(arrays, 4);
  const values = load<usize>(arrays, 8);
  const x = load<usize>(arrays, 12);
  const y = load<usize>(arrays, 16);
  const rows = <i32>load<f64>(scalars, 0);
  for (let row = 0; row < rows; row++) {
    const at = (<usize>row) << 2;
    const end = load<i32>(starts + at, 4);
    let sum: f32 = 0;
    for (let entry = load<i32>(starts + at); entry < end; entry++) {
      const here = (<usize>entry) << 2;
      sum += load<f32>(values + here) * load<f32>(x + ((<usize>load<i32>(columns + here)) << 2));
    }
    store<f32>(y + at, sum);
  }
}

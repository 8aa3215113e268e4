// The prefix sum in AssemblyScript.

export function run(arrays: usize, scalars: usize): void {
  const x = load<usize>(arrays, 0);
  const sums = load<usize>(arrays, 8);
  const n = <i32>load<f64>(scalars, 0);
  let sum: u32 = 0;
  for (let i = 0; i < n; i++) {
    const at = (<usize>i) << 2;
    sum += load<u32>(x + at);
    store<u32>(sums + at, sum);
  }
}

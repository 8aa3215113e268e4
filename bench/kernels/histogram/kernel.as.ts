// The histogram in AssemblyScript.

export function run(arrays: usize, scalars: usize): void {
  const data = load<usize>(arrays, 0);
  const counts = load<usize>(arrays, 4);
  const n = <i32>load<f64>(scalars, 0);
  for (let i = 0; i < n; i++) {
    const bin = counts + ((<usize>load<u8>(data + <usize>i)) << 2);
    store<u32>(bin, load<u32>(bin) + 1);
  }
}

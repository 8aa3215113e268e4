// The convolution in AssemblyScript.

export function run(arrays: usize, scalars: usize): void {
  const from = load<usize>(arrays, 0);
  const weights = load<usize>(arrays, 4);
  const to = load<usize>(arrays, 8);
  const size = <i32>load<f64>(scalars, 0);
  const width = <i32>load<f64>(scalars, 8);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      let sum = 0;
      for (let row = 0; row < 5; row++) {
        const start = from + <usize>((y + row) * width + x);
        for (let column = 0; column < 5; column++) {
          sum += load<i32>(weights + ((<usize>(5 * row + column)) << 2)) * <i32>load<u8>(start + <usize>column);
        }
      }
      store<u8>(to + <usize>(y * size + x), sum >> 8);
    }
  }
}

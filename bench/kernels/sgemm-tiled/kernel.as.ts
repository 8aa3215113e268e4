// The matrix product in tiles of four rows and two columns, in AssemblyScript: eight sums in registers.

export function run(arrays: usize, scalars: usize): void {
  const a = load<usize>(arrays, 0);
  const b = load<usize>(arrays, 4);
  const c = load<usize>(arrays, 8);
  const n = <i32>load<f64>(scalars, 0);
  const stride = (<usize>n) << 2;
  for (let i = 0; i < n; i += 4) {
    for (let j = 0; j < n; j += 2) {
      let row0 = a + ((<usize>(i * n)) << 2);
      let at = b + ((<usize>j) << 2);
      let s00: f32 = 0;
      let s01: f32 = 0;
      let s10: f32 = 0;
      let s11: f32 = 0;
      let s20: f32 = 0;
      let s21: f32 = 0;
      let s30: f32 = 0;
      let s31: f32 = 0;
      for (let k = 0; k < n; k++) {
        const left = load<f32>(at, 0);
        const right = load<f32>(at, 4);
        const a0 = load<f32>(row0);
        const a1 = load<f32>(row0 + stride);
        const a2 = load<f32>(row0 + 2 * stride);
        const a3 = load<f32>(row0 + 3 * stride);
        s00 += a0 * left;
        s01 += a0 * right;
        s10 += a1 * left;
        s11 += a1 * right;
        s20 += a2 * left;
        s21 += a2 * right;
        s30 += a3 * left;
        s31 += a3 * right;
        row0 += 4;
        at += stride;
      }
      const out = c + ((<usize>(i * n + j)) << 2);
      store<f32>(out, s00, 0);
      store<f32>(out, s01, 4);
      store<f32>(out + stride, s10, 0);
      store<f32>(out + stride, s11, 4);
      store<f32>(out + 2 * stride, s20, 0);
      store<f32>(out + 2 * stride, s21, 4);
      store<f32>(out + 3 * stride, s30, 0);
      store<f32>(out + 3 * stride, s31, 4);
    }
  }
}

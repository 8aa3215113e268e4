// The Mandelbrot set in AssemblyScript.

export function run(arrays: usize, scalars: usize): void {
  const out = load<usize>(arrays, 0);
  const width = <i32>load<f64>(scalars, 0);
  const height = <i32>load<f64>(scalars, 8);
  const limit = <i32>load<f64>(scalars, 16);
  const left = <f32>load<f64>(scalars, 24);
  const top = <f32>load<f64>(scalars, 32);
  const dx = <f32>load<f64>(scalars, 40);
  const dy = <f32>load<f64>(scalars, 48);
  for (let y = 0; y < height; y++) {
    const cy = top + <f32>y * dy;
    for (let x = 0; x < width; x++) {
      const cx = left + <f32>x * dx;
      let zx = cx;
      let zy = cy;
      let count = 0;
      while (count < limit) {
        const x2 = zx * zx;
        const y2 = zy * zy;
        if (x2 + y2 > 4) break;
        zy = 2 * zx * zy + cy;
        zx = x2 - y2 + cx;
        count++;
      }
      store<i32>(out + ((<usize>(y * width + x)) << 2), count);
    }
  }
}

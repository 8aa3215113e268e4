// RGB to HSV in AssemblyScript.

export function run(arrays: usize, scalars: usize): void {
  const rgb = load<usize>(arrays, 0);
  const hsv = load<usize>(arrays, 4);
  const n = <i32>load<f64>(scalars, 0);
  for (let i = 0; i < n; i++) {
    const at = <usize>(3 * i);
    const r = <f32>load<u8>(rgb + at, 0);
    const g = <f32>load<u8>(rgb + at, 1);
    const b = <f32>load<u8>(rgb + at, 2);
    const most = max<f32>(max<f32>(r, g), b);
    const range = most - min<f32>(min<f32>(r, g), b);
    let hue: f32 = 0;
    if (range > 0) {
      if (most == r) hue = (g - b) / range;
      else if (most == g) hue = (b - r) / range + 2;
      else hue = (r - g) / range + 4;
      if (hue < 0) hue += 6;
    }
    store<u8>(hsv + at, <i32>(<f32>42.5 * hue + <f32>0.5), 0);
    store<u8>(hsv + at, most > 0 ? <i32>((<f32>255 * range) / most + <f32>0.5) : 0, 1);
    store<u8>(hsv + at, <i32>most, 2);
  }
}

// n-body in AssemblyScript.

export function run(arrays: usize, scalars: usize): void {
  const x = load<usize>(arrays, 0);
  const y = load<usize>(arrays, 4);
  const z = load<usize>(arrays, 8);
  const m = load<usize>(arrays, 12);
  const ax = load<usize>(arrays, 16);
  const ay = load<usize>(arrays, 20);
  const az = load<usize>(arrays, 24);
  const softening = <f32>load<f64>(scalars, 0);
  const n = <i32>load<f64>(scalars, 8);
  for (let i = 0; i < n; i++) {
    const at = (<usize>i) << 2;
    const xi = load<f32>(x + at);
    const yi = load<f32>(y + at);
    const zi = load<f32>(z + at);
    let sumX: f32 = 0;
    let sumY: f32 = 0;
    let sumZ: f32 = 0;
    for (let j = 0; j < n; j++) {
      const other = (<usize>j) << 2;
      const dx = load<f32>(x + other) - xi;
      const dy = load<f32>(y + other) - yi;
      const dz = load<f32>(z + other) - zi;
      const inverse = <f32>1 / sqrt<f32>(dx * dx + dy * dy + dz * dz + softening);
      const weight = inverse * inverse * inverse * load<f32>(m + other);
      sumX += dx * weight;
      sumY += dy * weight;
      sumZ += dz * weight;
    }
    store<f32>(ax + at, sumX);
    store<f32>(ay + at, sumY);
    store<f32>(az + at, sumZ);
  }
}

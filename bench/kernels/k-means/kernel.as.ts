// k-means' assignment in AssemblyScript.

export function run(arrays: usize, scalars: usize): void {
  const points = load<usize>(arrays, 0);
  const centroids = load<usize>(arrays, 4);
  const labels = load<usize>(arrays, 8);
  const count = <i32>load<f64>(scalars, 0);
  const n = <i32>load<f64>(scalars, 8);
  for (let i = 0; i < n; i++) {
    const point = points + ((<usize>i) << 4);
    const p0 = load<f32>(point, 0);
    const p1 = load<f32>(point, 4);
    const p2 = load<f32>(point, 8);
    const p3 = load<f32>(point, 12);
    let least: f32 = 1e30;
    let label = 0;
    for (let c = 0; c < count; c++) {
      const centroid = centroids + ((<usize>c) << 4);
      const d0 = p0 - load<f32>(centroid, 0);
      const d1 = p1 - load<f32>(centroid, 4);
      const d2 = p2 - load<f32>(centroid, 8);
      const d3 = p3 - load<f32>(centroid, 12);
      const square = d0 * d0 + d1 * d1 + d2 * d2 + d3 * d3;
      if (square < least) {
        least = square;
        label = c;
      }
    }
    store<i32>(labels + ((<usize>i) << 2), label);
  }
}

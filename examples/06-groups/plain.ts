// The same in plain JavaScript, to compare with: results and times.

export function plainProduct(a: Float32Array, b: Float32Array, c: Float32Array, size: number): void {
  c.fill(0);
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < size; k++) {
      const factor = a[row * size + k] ?? 0;
      for (let column = 0; column < size; column++) {
        c[row * size + column] = (c[row * size + column] ?? 0) + factor * (b[k * size + column] ?? 0);
      }
    }
  }
}

export function plainPrefixSum(from: Uint32Array, to: Uint32Array): void {
  let sum = 0;
  for (let i = 0; i < from.length; i++) {
    const value = from[i] ?? 0;
    to[i] = sum;
    sum = (sum + value) >>> 0;
  }
}

// Many small systems of linear equations by LU decomposition with partial pivoting.

const N = 6;
const COUNT = 33;

const matrices = Float64Array.from({ length: COUNT * N * N }, (_, k) => ((k * 7919) % 1009) / 257 - 1.75);
const rights = Float64Array.from({ length: COUNT * N }, (_, k) => ((k * 31) % 17) - 8);

export function run(): Float64Array {
  const solutions = new Float64Array(COUNT * N);
  for (let i = 0; i < COUNT; i++) {
    const a = new Float64Array(N * N);
    const b = new Float64Array(N);
    for (let k = 0; k < N * N; k++) a[k] = matrices[i * N * N + k]!;
    for (let k = 0; k < N; k++) b[k] = rights[i * N + k]!;
    for (let column = 0; column < N; column++) {
      let pivot = column;
      for (let row = column + 1; row < N; row++) {
        if (Math.abs(a[row * N + column]!) > Math.abs(a[pivot * N + column]!)) pivot = row;
      }
      for (let k = 0; k < N; k++) {
        const kept = a[column * N + k]!;
        a[column * N + k] = a[pivot * N + k]!;
        a[pivot * N + k] = kept;
      }
      [b[column], b[pivot]] = [b[pivot]!, b[column]!];
      for (let row = column + 1; row < N; row++) {
        const factor = a[row * N + column]! / a[column * N + column]!;
        for (let k = column; k < N; k++) a[row * N + k]! -= factor * a[column * N + k]!;
        b[row]! -= factor * b[column]!;
      }
    }
    for (let row = N - 1; row >= 0; row--) {
      for (let k = row + 1; k < N; k++) b[row]! -= a[row * N + k]! * b[k]!;
      b[row]! /= a[row * N + row]!;
    }
    for (let k = 0; k < N; k++) solutions[i * N + k] = b[k]!;
  }
  return solutions;
}

// Constructors that take arrays, which the objects hold: literals, variables and arrays that others read.
import { type f32, fixedArray } from "lanewise";
import { fractions, same } from "./harness.js";

const arrays = (n: number) => [Float64Array.from(fractions(n + 4)), new Float64Array(n)] as const;

type Three = readonly [number, number, number];
class Row {
  readonly values: Three;
  constructor(values: Three) {
    this.values = values;
  }
  sum(): number {
    return this.values.reduce((sum, x) => sum + x, 0);
  }
}
class Matrix {
  readonly rows: readonly [Row, Row];
  constructor(
    first: [number, number, number],
    readonly weights: [f32, f32],
  ) {
    this.rows = [new Row(first), new Row([first[2], 1, 2])];
  }
  at(y: number, x: number): number {
    return this.rows[y as 0 | 1].values[x]! * this.weights[y as 0 | 1];
  }
}
export const literals = same(arrays, (a, out) => (i) => {
  const matrix = new Matrix([a[i]!, 2, 3], [0.5, 2]);
  for (let k = 0; k < 3; k++) out[i]! += matrix.at(0, k) * 10 + matrix.at(1, k);
  out[i]! += new Row([1, i, a[i]!]).sum();
});
export const variables = same(arrays, (a, out) => (i) => {
  const triple: [number, number, number] = [i, a[i]!, 0.5];
  const [first, second] = [new Row(triple), new Row(fixedArray(3, a[i]!) as Three)];
  out[i] = first.sum() * 100 + second.values[1] + triple[0];
});
class Bounds {
  low: Row2;
  high: Row2;
  constructor(low: Row2 = new Row2(9, 9), high: Row2 = new Row2(-9, -9)) {
    this.low = low;
    this.high = high;
  }
}
class Row2 {
  constructor(
    public x: number,
    public y: number,
  ) {}
}
// What a default makes has one name, as what a call makes for a parameter.
export const defaults = same(arrays, (a, out) => (i) => {
  const both = new Bounds();
  both.low.x = a[i]!;
  both.high.y += both.low.x;
  const one = new Bounds(new Row2(i, 2));
  one.low.y -= 1;
  one.high.x *= 2;
  out[i] = both.low.x * 1000 + both.high.y * 100 + one.low.y * 10 + one.high.x + one.high.y;
});

// What passed-objects.ts calls, in an image of its own.
import { deviceFn, type FixedArray, type f64, type i32 } from "lanewise";

export interface Point {
  x: number;
  y: number;
}
export interface Segment {
  from: Point;
  to: Point;
}
export class Complex {
  constructor(readonly re: f64, readonly im: f64) {}
  times(o: Complex): Complex {
    return new Complex(this.re * o.re - this.im * o.im, this.re * o.im + this.im * o.re);
  }
}
export type Row = [number, number, number];

export const power = deviceFn((z: Complex, n: i32): Complex => {
  let result = new Complex(1, 0);
  for (let k = 0; k < n; k++) result = result.times(z);
  return result;
});
export const longer = deviceFn((a: Readonly<Point>, b: Readonly<Point>): Point =>
  a.x * a.x + a.y * a.y < b.x * b.x + b.y * b.y ? { ...b } : { x: a.x, y: a.y },
);
export const exchange = deviceFn((a: Point, b: Point): void => {
  const x = a.x;
  a.x = b.y;
  b.y = x;
});
export const turn = deviceFn((s: Segment): void => {
  const { from } = s;
  s.from = { x: s.to.x, y: s.to.y };
  s.to = { x: -1, y: 0 };
  s.to.y = s.from.x;
});
export const sorted = deviceFn((row: Row): Row => {
  const out: Row = [row[0], row[1], row[2]];
  for (let k = 0; k < 2; k++)
    for (let m = 0; m < 2; m++) if (out[m]! > out[m + 1]!) [out[m], out[m + 1]] = [out[m + 1]!, out[m]!];
  return out;
});
export const grow = deviceFn((points: FixedArray<Point, 3>, by: Readonly<Point>): i32 => {
  for (let k = 0; k < 3; k++) {
    points[k]!.x += by.x;
    points[k]!.y *= by.y;
  }
  return 3;
});

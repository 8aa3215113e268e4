// Device functions of another image that take and give objects: what they assign shows where JavaScript shows it, what they give is nobody else's.
import { type FixedArray, f64 } from "lanewise";
import { fractions, same } from "./harness.js";
import { Complex, exchange, grow, longer, type Point, power, type Row, type Segment, sorted, turn } from "./passed-objects/library.js";

export const ofClasses = same((n) => [Float64Array.from(fractions(n)), new Float64Array(n)], (x, out) => (i) => {
  const z = power(new Complex(f64(x[i]!), 0.5), (i % 5) | 0);
  out[i] = power(z.times(z), 2).re - z.im;
});
export const given = same((n) => [Float64Array.from(fractions(n)), new Float64Array(n)], (x, out) => (i) => {
  const a: Point = { x: x[i]!, y: 1 };
  const b = longer(a, { x: 0.25, y: i % 3 });
  b.x += 10;
  out[i] = a.x * 1000 + longer(b, a).x + b.y;
});
export const assigned = same((n) => [Float64Array.from(fractions(n)), new Float64Array(2 * n)], (x, out) => (i) => {
  const a: Point = { x: x[i]!, y: 2 };
  const b = a;
  b.y = i;
  out[2 * i] = a.y;
  exchange(a, a);
  out[2 * i + 1] = a.x + 10 * a.y;
});
export const inChoices = same((n) => [Float64Array.from(fractions(n)), new Float64Array(n)], (x, out) => (i) => {
  const a: Point = { x: x[i]!, y: 2 };
  const c: Point = { x: 5, y: 6 };
  if (i % 3 === 1) exchange(a, c);
  else if (i % 3 === 2) exchange(c, a);
  out[i] = a.x + 10 * a.y + 100 * c.x + 1000 * c.y;
});
export const replaced = same((n) => [new Float64Array(n)], (out) => (i) => {
  const s: Segment = { from: { x: i, y: 2 }, to: { x: 3, y: 4 } };
  turn(s);
  turn(s);
  out[i] = s.from.x + 10 * s.from.y + 100 * s.to.x + 1000 * s.to.y;
});
export const ofTuples = same((n) => [Float64Array.from(fractions(n)), new Float64Array(n)], (x, out) => (i) => {
  const row: Row = [x[i]!, -x[(i * 7) % x.length]!, 0.125];
  const low = sorted(row);
  out[i] = low[0] * 100 + low[2] - row[1] + sorted(low)[1];
});
export const ofArrays = same((n) => [new Float64Array(n)], (out) => (i) => {
  const points: FixedArray<Point, 3> = [{ x: 1, y: i }, { x: 2, y: 3 }, { x: 4, y: 5 }];
  let sum = 0;
  for (let k = 0; k < i % 4; k++) sum += grow(points, { x: k, y: 2 });
  out[i] = sum + points[0]!.x + points[1]!.y * 10 + points[2]!.y * 1000 + points[0]!.y;
});

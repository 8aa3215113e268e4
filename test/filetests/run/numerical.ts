// Numerical functions as people write them: complex numbers, quaternions, matrices, polynomials, Newton's method, statistics.
import { counts, same } from "./harness.js";

const data = (n: number) => [Float64Array.from(counts(n), (x) => (x - 6.5) / 3), new Float64Array(n)] as const;

class Complex {
  static readonly zero = new Complex(0, 0);
  static readonly i = new Complex(0, 1);
  constructor(
    readonly re: number,
    readonly im = 0,
  ) {}
  static fromPolar(radius: number, angle: number): Complex {
    return new Complex(radius * Math.cos(angle), radius * Math.sin(angle));
  }
  add(other: Complex): Complex {
    return new Complex(this.re + other.re, this.im + other.im);
  }
  multiply({ re, im }: Complex): Complex {
    return new Complex(this.re * re - this.im * im, this.re * im + this.im * re);
  }
  divide(other: Complex): Complex {
    const scale = 1 / other.squaredMagnitude;
    return this.multiply(other.conjugate()).scaled(scale);
  }
  scaled(by: number): Complex {
    return new Complex(this.re * by, this.im * by);
  }
  conjugate(): Complex {
    return new Complex(this.re, -this.im);
  }
  get squaredMagnitude(): number {
    return this.re ** 2 + this.im ** 2;
  }
  get magnitude(): number {
    return Math.sqrt(this.squaredMagnitude);
  }
  power(n: number): Complex {
    let result = new Complex(1);
    for (let k = 0; k < n; k++) result = result.multiply(this);
    return result;
  }
}

export const complexNumbers = same(data, (a, out) => (i) => {
  const z = new Complex(a[i]!, 1);
  const w = Complex.fromPolar(2, a[i]!).add(z.divide(new Complex(1, 2)));
  out[i] = w.power(3).magnitude + z.conjugate().im;
});
export const mandelbrot = same(data, (a, out) => (i) => {
  const c = new Complex(a[i]!, 0.1);
  let z = new Complex(0);
  let steps = 0;
  while (steps < 50 && z.squaredMagnitude <= 4) {
    z = z.multiply(z).add(c);
    steps++;
  }
  out[i] = steps;
});

class Quaternion {
  x: number;
  y: number;
  z: number;
  w: number;

  constructor(x = 0, y = 0, z = 0, w = 1) {
    this.x = x;
    this.y = y;
    this.z = z;
    this.w = w;
  }
  static fromAxisAngle(axis: { x: number; y: number; z: number }, angle: number): Quaternion {
    const s = Math.sin(angle / 2);
    return new Quaternion(axis.x * s, axis.y * s, axis.z * s, Math.cos(angle / 2));
  }
  set(x: number, y: number, z: number, w: number): this {
    this.x = x;
    this.y = y;
    this.z = z;
    this.w = w;
    return this;
  }
  clone(): Quaternion {
    return new Quaternion(this.x, this.y, this.z, this.w);
  }
  multiply(q: Quaternion): this {
    const { x: ax, y: ay, z: az, w: aw } = this;
    return this.set(
      ax * q.w + aw * q.x + ay * q.z - az * q.y,
      ay * q.w + aw * q.y + az * q.x - ax * q.z,
      az * q.w + aw * q.z + ax * q.y - ay * q.x,
      aw * q.w - ax * q.x - ay * q.y - az * q.z,
    );
  }
  normalize(): this {
    let length = Math.sqrt(this.x ** 2 + this.y ** 2 + this.z ** 2 + this.w ** 2);
    if (length === 0) return this.set(0, 0, 0, 1);
    length = 1 / length;
    this.x *= length;
    this.y *= length;
    this.z *= length;
    this.w *= length;
    return this;
  }
}
export const quaternions = same(data, (a, out) => (i) => {
  const q = Quaternion.fromAxisAngle({ x: 0, y: 1, z: 0 }, a[i]!);
  const r = q.clone().multiply(new Quaternion(0.5, 0.5, 0.5)).normalize();
  q.multiply(r);
  out[i] = q.x + 2 * q.y + 3 * q.z + 4 * q.w;
});

type Matrix3 = [number, number, number, number, number, number, number, number, number];

function determinant(m: Matrix3): number {
  return (
    m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6])
  );
}
function invert(m: Matrix3): Matrix3 {
  const d = determinant(m);
  const f = 1 / d;
  return [
    (m[4] * m[8] - m[5] * m[7]) * f,
    (m[2] * m[7] - m[1] * m[8]) * f,
    (m[1] * m[5] - m[2] * m[4]) * f,
    (m[5] * m[6] - m[3] * m[8]) * f,
    (m[0] * m[8] - m[2] * m[6]) * f,
    (m[2] * m[3] - m[0] * m[5]) * f,
    (m[3] * m[7] - m[4] * m[6]) * f,
    (m[1] * m[6] - m[0] * m[7]) * f,
    (m[0] * m[4] - m[1] * m[3]) * f,
  ];
}
function times(a: Matrix3, b: Matrix3): Matrix3 {
  const c: Matrix3 = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += a[row * 3 + k]! * b[k * 3 + column]!;
      c[row * 3 + column] = sum;
    }
  }
  return c;
}
export const matrixInverse = same(data, (a, out) => (i) => {
  const m: Matrix3 = [2, a[i]!, 1, 0, 3, a[i]!, 1, 1, 5];
  const inverse = invert(m);
  const identity = times(m, inverse);
  let trace = 0;
  for (const value of identity) trace += value;
  out[i] = trace + determinant(m);
});

/** The real roots of a x^3 + b x^2 + c x + d, and how many there are. */
function solveCubic(a: number, b: number, c: number, d: number) {
  const roots: [number, number, number] = [0, 0, 0];
  let count = 0;
  if (Math.abs(a) < 1e-12) return { roots, count };
  const p = (3 * a * c - b * b) / (3 * a * a);
  const q = (2 * b ** 3 - 9 * a * b * c + 27 * a * a * d) / (27 * a ** 3);
  const shift = -b / (3 * a);
  const discriminant = (q * q) / 4 + (p * p * p) / 27;
  if (discriminant > 0) {
    const u = Math.cbrt(-q / 2 + Math.sqrt(discriminant));
    const v = Math.cbrt(-q / 2 - Math.sqrt(discriminant));
    roots[count++] = u + v + shift;
  } else {
    const r = 2 * Math.sqrt(-p / 3);
    const phi = Math.acos((3 * q) / (p * r)) / 3;
    for (let k = 0; k < 3; k++) roots[count++] = r * Math.cos(phi - (2 * Math.PI * k) / 3) + shift;
  }
  return { roots, count };
}
export const cubic = same(data, (a, out) => (i) => {
  const { roots, count } = solveCubic(1, a[i]!, -2, 0.5);
  let sum = 0;
  for (let k = 0; k < count; k++) sum += roots[k]! * (k + 1);
  out[i] = sum + count;
});

function newton(f: (x: number) => number, df: (x: number) => number, start: number, tolerance = 1e-9): number {
  let x = start;
  for (let round = 0; round < 30; round++) {
    const step = f(x) / df(x);
    x -= step;
    if (Math.abs(step) < tolerance) break;
  }
  return x;
}
const bisect = (f: (x: number) => number, [low, high]: [number, number]) => {
  let left = low;
  let right = high;
  while (right - left > 1e-6) {
    const middle = (left + right) / 2;
    if (f(left) * f(middle) <= 0) right = middle;
    else left = middle;
  }
  return (left + right) / 2;
};
export const rootFinding = same(data, (a, out) => (i) => {
  const target = Math.abs(a[i]!) + 1;
  const square = (x: number) => x * x - target;
  const root = newton(square, (x) => 2 * x, target);
  // As products: the digits of `x ** 3` are the engine's.
  const cube = newton((x) => x * x * x - target, (x) => 3 * x ** 2, target, 1e-12);
  out[i] = root + cube + bisect(square, [0, 4]);
});

class RunningStatistics {
  private count = 0;
  private mean = 0;
  #m2 = 0;
  minimum = Infinity;
  maximum = -Infinity;

  push(value: number): void {
    this.count++;
    const delta = value - this.mean;
    this.mean += delta / this.count;
    this.#m2 += delta * (value - this.mean);
    this.minimum = Math.min(this.minimum, value);
    if (value > this.maximum) this.maximum = value;
  }
  get variance(): number {
    return this.count > 1 ? this.#m2 / (this.count - 1) : 0;
  }
  get average() {
    return this.mean;
  }
  summary() {
    return { average: this.average, deviation: Math.sqrt(this.variance), range: this.maximum - this.minimum };
  }
}
export const runningStatistics = same(data, (a, out) => (i) => {
  const statistics = new RunningStatistics();
  for (let k = 0; k <= i; k++) statistics.push(a[k]!);
  const { average, deviation, range } = statistics.summary();
  out[i] = average + deviation * 2 + range * 3;
});

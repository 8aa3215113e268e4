// The fast Fourier transform, radix 2, of many signals at once: Cooley and Tukey's in f32, one butterfly a work-item, and
// Stockham's in f64, one signal a work-item, in private arrays of complex numbers. Against the sum of the definition.

import { type FixedArray, f32, type f64, fixedArray, type i32, type Queue } from "lanewise";
import { type Answers, near } from "./program.js";

const batch = 13;
const n = 64;
const stages = 6;

class Complex {
  re: f64;
  im: f64;

  constructor(re: f64, im: f64) {
    this.re = re;
    this.im = im;
  }

  static turn(angle: f64): Complex {
    return new Complex(Math.cos(angle), Math.sin(angle));
  }

  plus(that: Complex): Complex {
    return new Complex(this.re + that.re, this.im + that.im);
  }

  minus(that: Complex): Complex {
    return new Complex(this.re - that.re, this.im - that.im);
  }

  times(that: Complex): Complex {
    return new Complex(this.re * that.re - this.im * that.im, this.re * that.im + this.im * that.re);
  }
}

/** Index of the signal's element that comes to place `i` of the first stage: the bits of `i` in reverse. */
function reversed(i: i32): i32 {
  let from = i;
  let to = 0;
  for (let bit = 0; bit < stages; bit++) {
    to = (to << 1) | (from & 1);
    from >>= 1;
  }
  return to;
}

async function inSingles(q: Queue, signals: Float64Array): Promise<Float32Array[]> {
  const re = q.mallocShared(Float32Array, batch * n);
  const im = q.mallocShared(Float32Array, batch * n);
  const given = q.mallocShared(Float32Array, signals);
  q.parallelFor([batch, n], (signal, i) => {
    re[signal * n + i] = given[2 * (signal * n + reversed(i))]!;
    im[signal * n + i] = given[2 * (signal * n + reversed(i)) + 1]!;
  });
  for (let half = 1; half < n; half *= 2) {
    const reach = half;
    await q.parallelFor([batch, n / 2], (signal, butterfly) => {
      const k = butterfly % reach;
      const top = signal * n + 2 * (butterfly - k) + k;
      const bottom = top + reach;
      const angle = f32((-Math.PI * k) / reach);
      const c = Math.cos(angle);
      const s = Math.sin(angle);
      const productRe = c * re[bottom]! - s * im[bottom]!;
      const productIm = c * im[bottom]! + s * re[bottom]!;
      const sumRe = re[top]! + productRe;
      const sumIm = im[top]! + productIm;
      re[bottom] = re[top]! - productRe;
      im[bottom] = im[top]! - productIm;
      re[top] = sumRe;
      im[top] = sumIm;
    });
  }
  return [re, im];
}

type Signal = FixedArray<Complex, 64>;

/** One stage: transforms of `length` at distances of `stride` become twice as many of half the length. */
function stage(from: Signal, to: Signal, length: i32, stride: i32): void {
  const half = length >> 1;
  for (let p = 0; p < half; p++) {
    const factor = Complex.turn((-2 * Math.PI * p) / length);
    for (let k = 0; k < stride; k++) {
      const a = from[k + stride * p]!;
      const b = from[k + stride * (p + half)]!;
      to[k + stride * 2 * p] = a.plus(b);
      to[k + stride * (2 * p + 1)] = a.minus(b).times(factor);
    }
  }
}

async function inDoubles(q: Queue, signals: Float64Array): Promise<Float64Array[]> {
  const re = q.mallocShared(Float64Array, batch * n);
  const im = q.mallocShared(Float64Array, batch * n);
  const given = q.mallocShared(Float64Array, signals);
  await q.parallelFor(batch, (signal) => {
    const a: Signal = fixedArray(n, new Complex(0, 0));
    const b: Signal = fixedArray(n, new Complex(0, 0));
    for (let i = 0; i < n; i++) a[i] = new Complex(given[2 * (signal * n + i)]!, given[2 * (signal * n + i) + 1]!);
    let stride = 1;
    for (let length = n; length > 1; length >>= 2) {
      stage(a, b, length, stride);
      stage(b, a, length >> 1, stride * 2);
      stride *= 4;
    }
    for (let i = 0; i < n; i++) {
      const { re: real, im: imaginary } = a[i]!;
      re[signal * n + i] = real;
      im[signal * n + i] = imaginary;
    }
  });
  return [re, im];
}

/** By the definition: real parts, imaginary parts. */
function plainTransforms(signals: Float64Array): number[][] {
  const re: number[] = [];
  const im: number[] = [];
  for (let signal = 0; signal < batch; signal++) {
    for (let k = 0; k < n; k++) {
      let sumRe = 0;
      let sumIm = 0;
      for (let i = 0; i < n; i++) {
        const angle = (-2 * Math.PI * ((i * k) % n)) / n;
        const x = signals[2 * (signal * n + i)] ?? Number.NaN;
        const y = signals[2 * (signal * n + i) + 1] ?? Number.NaN;
        sumRe += x * Math.cos(angle) - y * Math.sin(angle);
        sumIm += x * Math.sin(angle) + y * Math.cos(angle);
      }
      re.push(sumRe);
      im.push(sumIm);
    }
  }
  return [re, im];
}

/** Real and imaginary parts in turn: an impulse, a wave, then noise. */
function signalsToTry(): Float64Array {
  return Float64Array.from({ length: 2 * batch * n }, (_, k) => {
    const signal = Math.floor(k / 2 / n);
    const i = Math.floor(k / 2) % n;
    if (signal === 0) return k === 0 ? 1 : 0;
    if (signal === 1) return k % 2 === 0 ? Math.cos((2 * Math.PI * 5 * i) / n) : 0;
    return (((k * 7919 + 13) * 104_729) % 10_007) / 5003.5 - 1;
  });
}

export async function transforms(q: Queue): Promise<Answers> {
  const signals = signalsToTry();
  const [re = [], im = []] = plainTransforms(signals);
  const [singleRe = [], singleIm = []] = await inSingles(q, signals);
  const [doubleRe = [], doubleIm = []] = await inDoubles(q, signals);
  return {
    "f32, real": near(singleRe, re, 2e-5),
    "f32, imaginary": near(singleIm, im, 2e-5),
    "f64, real": near(doubleRe, re, 1e-12),
    "f64, imaginary": near(doubleIm, im, 1e-12),
    // The wave of frequency 5 has its energy in bins 5 and n - 5.
    wave: near([doubleRe[n + 5] ?? 0, doubleRe[n + n - 5] ?? 0, doubleRe[n] ?? 0], [n / 2, n / 2, 0], 1e-12),
  };
}

// Noise and random numbers as people write them: permutation tables, gradients, generators with a state.
import { counts, same } from "./harness.js";

const data = (n: number) => [Float64Array.from(counts(n), (x) => x * 0.37 - 2), new Float64Array(n)] as const;

const permutation = [
  151, 160, 137, 91, 90, 15, 131, 13, 201, 95, 96, 53, 194, 233, 7, 225, 140, 36, 103, 30, 69, 142, 8, 99, 37, 240, 21, 10, 23,
  190, 6, 148,
] as const;
const table = Object.freeze(Array.from({ length: 64 }, (_, k) => permutation[k % 32]! % 32));

const fade = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10);
const lerp = (t: number, a: number, b: number): number => a + t * (b - a);
function gradient(hash: number, x: number, y: number, z: number): number {
  const h = hash & 15;
  const u = h < 8 ? x : y;
  const v = h < 4 ? y : h === 12 || h === 14 ? x : z;
  return ((h & 1) === 0 ? u : -u) + ((h & 2) === 0 ? v : -v);
}
function perlin(x: number, y: number, z: number): number {
  const X = Math.floor(x) & 31;
  const Y = Math.floor(y) & 31;
  const Z = Math.floor(z) & 31;
  x -= Math.floor(x);
  y -= Math.floor(y);
  z -= Math.floor(z);
  const u = fade(x);
  const v = fade(y);
  const w = fade(z);
  const p = table;
  const A = p[X]! + Y, AA = p[A & 31]! + Z, AB = p[(A + 1) & 31]! + Z;
  const B = p[(X + 1) & 31]! + Y, BA = p[B & 31]! + Z, BB = p[(B + 1) & 31]! + Z;
  return lerp(w,
    lerp(v, lerp(u, gradient(p[AA]!, x, y, z), gradient(p[BA]!, x - 1, y, z)),
      lerp(u, gradient(p[AB]!, x, y - 1, z), gradient(p[BB]!, x - 1, y - 1, z))),
    lerp(v, lerp(u, gradient(p[AA + 1]!, x, y, z - 1), gradient(p[BA + 1]!, x - 1, y, z - 1)),
      lerp(u, gradient(p[AB + 1]!, x, y - 1, z - 1), gradient(p[BB + 1]!, x - 1, y - 1, z - 1))));
}
export const perlinNoise = same(data, (a, out) => (i) => {
  let sum = 0;
  let amplitude = 1;
  for (let octave = 0; octave < 3; octave++, amplitude /= 2) {
    sum += amplitude * perlin(Math.abs(a[i]!) * 2 ** octave, i * 0.3, 0.5);
  }
  out[i] = sum;
});

const F2 = 0.5 * (Math.sqrt(3) - 1);
const G2 = (3 - Math.sqrt(3)) / 6;
const gradients = [[1, 1], [-1, 1], [1, -1], [-1, -1], [1, 0], [-1, 0], [0, 1], [0, -1]] as const;

function simplex(xin: number, yin: number): number {
  const s = (xin + yin) * F2;
  const i = Math.floor(xin + s);
  const j = Math.floor(yin + s);
  const t = (i + j) * G2;
  const x0 = xin - (i - t);
  const y0 = yin - (j - t);
  let i1: number, j1: number;
  if (x0 > y0) {
    i1 = 1;
    j1 = 0;
  } else {
    i1 = 0;
    j1 = 1;
  }
  const corner = (x: number, y: number, hash: number) => {
    let t = 0.5 - x * x - y * y;
    if (t < 0) return 0;
    t *= t;
    const g = gradients[hash % 8]!;
    return t * t * (g[0] * x + g[1] * y);
  };
  const ii = i & 31;
  const jj = j & 31;
  const n0 = corner(x0, y0, table[ii + table[jj]!]!);
  const n1 = corner(x0 - i1 + G2, y0 - j1 + G2, table[ii + i1 + table[(jj + j1) & 31]!]!);
  const n2 = corner(x0 - 1 + 2 * G2, y0 - 1 + 2 * G2, table[ii + 1 + table[(jj + 1) & 31]!]!);
  return 70 * (n0 + n1 + n2);
}
export const simplexNoise = same(data, (a, out) => (i) => {
  out[i] = simplex(a[i]!, i * 0.17);
});

class Random {
  private state: number;
  constructor(seed: number) {
    this.state = seed >>> 0;
  }
  next(): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return this.state;
  }
  nextFloat(): number {
    return this.next() / 4294967296;
  }
  range(low: number, high: number): number {
    return low + Math.floor(this.nextFloat() * (high - low));
  }
}
export const congruential = same(data, (_, out) => (i) => {
  const random = new Random(i);
  let sum = 0;
  for (let k = 0; k < 10; k++) sum += random.nextFloat() + random.range(1, 7);
  out[i] = sum;
});
class Mulberry {
  constructor(private a: number) {}
  next(): number {
    this.a |= 0;
    this.a = (this.a + 0x6d2b79f5) | 0;
    let t = Math.imul(this.a ^ (this.a >>> 15), 1 | this.a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
}
export const mulberry = same(data, (_, out) => (i) => {
  const random = new Mulberry(i);
  let inside = 0;
  for (let k = 0; k < 20; k++) {
    const x = random.next(), y = random.next();
    if (x * x + y * y < 1) inside++;
  }
  out[i] = (4 * inside) / 20;
});
/** xorshift with bigints. */
class XorShift64 {
  constructor(public state: bigint) {}
  next(): bigint {
    this.state = BigInt.asUintN(64, this.state ^ (this.state << 13n));
    this.state ^= this.state >> 7n;
    this.state = BigInt.asUintN(64, this.state ^ (this.state << 17n));
    return this.state;
  }
}
export const xorShift = same(
  (n) => [new BigUint64Array(n)],
  (out) => (i) => {
    const random = new XorShift64(BigInt(i) + 88172645463325252n);
    for (let k = 0; k < 5; k++) random.next();
    out[i] = random.next();
  },
);

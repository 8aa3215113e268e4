// What people write besides: var, spread arguments and rest parameters, optional chaining, arrays that are filled.
import type { FixedArray } from "lanewise";
import { fractions, integers, same } from "./harness.js";

const arrays = (n: number) => [Float64Array.from(fractions(n + 4)), new Float64Array(n)] as const;

export const varOfAFunction = same(arrays, (a, out) => (i) => {
  for (var k = 0, sum = 0; k < 4; k++) {
    var last: number;
    if (k % 2 === 0) last = a[i + k]!;
    sum += last!;
  }
  if (i > 2) var offset = 10;
  else var offset = 20;
  var sum = sum + k;
  out[i] = sum + offset;
});

const dot = (x: number, y: number, z: number): number => x + y * 2 + z * 3;
function total(...values: number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum * values.length;
}
const scaledBy = (scale: number, ...rest: number[]): number => rest[0]! * scale + rest[rest.length - 1]!;
function corners(...points: { x: number; y: number }[]): number {
  let sum = 0;
  for (const { x, y } of points) sum += x * y;
  return sum;
}

export const spreadArguments = same(arrays, (a, out) => (i) => {
  const point: [number, number, number] = [a[i]!, 2, i];
  const pair: [number, number] = [i, a[i]!];
  out[i] = dot(...point) + dot(1, ...pair) + total(...point, ...pair, 7);
});
export const restParameters = same(arrays, (a, out) => (i) => {
  out[i] = total(a[i]!, 2, 3) - total(i) + scaledBy(2, a[i]!, i, 4) + corners({ x: i, y: 2 }, { x: a[i]!, y: 0.5 });
});
export const restInOrder = same((n) => [new Float64Array(n), new Float64Array(n)], (log, out) => (i) => {
  const note = (digit: number): number => {
    log[i] = log[i]! * 10 + digit;
    return digit;
  };
  const pair = [1, 2];
  const change = (): number => {
    pair[0] = 9;
    return note(3);
  };
  out[i] = scaledBy(note(1), note(2), change(), note(4)) + dot(pair[0]!, ...[note(5), change()] as const);
});
export const mathOfArrays = same(arrays, (a, out) => (i) => {
  const window = [a[i]!, a[i + 1]!, a[i + 2]!];
  out[i] = Math.max(...window) - Math.min(i, ...window, 3) + Math.hypot(...[3, 4]);
});
export const mathOfIntegers = same((n) => [Int32Array.from(integers(n + 2)), new Int32Array(n)], (a, out) => (i) => {
  const pair: FixedArray<number, 2> = [a[i]!, a[i + 1]!];
  out[i] = Math.max(...pair, 0);
});

const settings = { camera: { zoom: 3 } };
const half = (x: number, options?: { scale: number }): number => x * (options?.scale ?? 0.5);
export const optionalChaining = same(arrays, (a, out) => {
  settings.camera.zoom = 4;
  return (i) => { out[i] = a?.[i]! * settings?.camera?.zoom + half(i) + half(i, { scale: 3 }); };
});
export const filledArrays = same(arrays, (a, out) => (i) => {
  const window: number[] = Array(4).fill(0);
  const flags = new Array(3).fill(false);
  for (let k = 0; k < 4; k++) window[k] = a[i + k]!;
  flags[i % 3] = true;
  out[i] = window[1]! + window[3]! + (flags[1] ? 100 : 0);
});

const powers = (x: number): Float64Array => {
  const made = new Float64Array(4);
  for (let k = 0; k < 4; k++) made[k] = x ** k;
  return made;
};
/** Gives the array that it gets. */
function doubled(values: Float64Array): Float64Array {
  for (let k = 0; k < values.length; k++) values[k]! *= 2;
  return values;
}
class Ring {
  private readonly values = new Float32Array(3);
  private readonly counts: Uint8Array;
  private next = 0;
  constructor() {
    this.counts = new Uint8Array([250, 1, 2]);
  }
  push(value: number): void {
    this.values[this.next % this.values.length] = value;
    this.counts[this.next % 3]! += 3;
    this.next++;
  }
  get sum(): number {
    return this.values.reduce((sum, value) => sum + value, 0);
  }
  get copy(): Float32Array {
    const copy = new Float32Array(3);
    copy.set(this.values);
    return copy;
  }
  get count(): number {
    return this.counts[0]! + this.counts[1]! * 300;
  }
}

export const typedArraysOfFunctions = same(arrays, (a, out) => (i) => {
  const own = powers(i / 2);
  const same = doubled(own);
  same[0]! += 5;
  doubled(powers(9));
  out[i] = own[0]! + own[3]! + powers(a[i]!)[1]!;
});
export const typedArraysInObjects = same((n) => [Float32Array.from(fractions(n + 4)), new Float64Array(n * 2)], (a, out) => (i) => {
  const ring = new Ring();
  for (let k = 0; k < 5; k++) ring.push(a[(i + k) % a.length]!);
  const copy = ring.copy;
  const sum = ring.sum;
  ring.push(1000);
  out[i * 2] = sum + copy[2]! * 100;
  out[i * 2 + 1] = ring.sum + ring.count;
});
export const setAtAnOffset = same((n) => [Float64Array.from(fractions(n + 4)), new Float32Array(n * 4), new Uint8ClampedArray(n * 2 + 1)], (a, out, bytes) => (i) => {
  out.set(powers(a[i]!), i * 4);
  bytes.set([a[i]! * 300, i], 1 + 2 * i);
});

const starts = Uint32Array.of(5, 6, 7, 8);
const order = [2, 0, 1, 3] as const;
class Bins {
  readonly counts = Uint16Array.from({ length: 4 }, (_, k) => k * 10);
  readonly limits = Float64Array.of(0.5, 2);
  add(x: number): number {
    const k = x < this.limits[0]! ? 0 : x < this.limits[1]! ? 1 : 3;
    this.counts[k]! += 1;
    return this.counts[k]!;
  }
}

export const madeByFunctions = same(arrays, (a, out) => (i) => {
  let calls = 0;
  const next = (): number => ++calls;
  const own = Uint32Array.of(next(), next(), 3, i);
  const moved = Uint32Array.from(order, (k) => own[k]! + starts.slice()[k]!);
  const grown = Float64Array.from({ length: 5 }, (_, k) => k * i + a[i]!);
  const halves = Array.from({ length: 3 }, (_, k) => k / 2 + next());
  halves[0] = 7.25;
  const flags = Array.from({ length: 3 }, () => i > 2);
  const clamped = Uint8ClampedArray.from(grown, (x, k) => x * 100 - k);
  const shifted = Array.from(own, (x) => x - 0.5);
  out[i] = moved[0]! + moved[3]! * 10 + grown[4]! * 100 + halves[0]! + halves[2]! + (flags[1] ? 1e4 : 0) + clamped[3]!;
  out[i]! += new Bins().add(a[i]!) * 1e5 + shifted[3]! * 3 + clamped.length + calls;
});
export const wideIntegers = same((n) => [new BigUint64Array(n)], (out) => (i) => {
  const powers = BigUint64Array.from({ length: 4 }, (_, k) => BigInt(i) * 3n ** 20n + BigInt(k));
  out[i] = powers[3]! ^ BigUint64Array.of(1n, 0xffff_ffff_ffff_fff0n)[1]!;
});

// The functions of `lanewise` on bits, with the same results on each device as on the host.
import { clz, ctz, popcount, rotate, type u32, type u64 } from "lanewise";
import { integers, same } from "./harness.js";

const edges = [0, 1, -1, 2 ** 31, -(2 ** 31), 2 ** 30, 2 ** 30 + 1, 0x0100_0000, 0x00ff_ffff, 0x7fff_ffff, 0x7fff_ff80, -129, 6];
const words = (n: number) => Int32Array.from(integers(n), (x, i) => edges[i] ?? Math.imul(x, 2654435761));
const wide = (n: number) =>
  BigInt64Array.from(words(n), (x, i) => BigInt.asIntN(64, (BigInt(x) << BigInt((i * 7) % 64)) ^ BigInt(i % 3 === 0 ? x : 0)));

export const counts = same((n) => [words(n), new Int32Array(n * 4)], (x, out) => (i) => {
  const value = x[i]!;
  out[4 * i] = popcount(value);
  out[4 * i + 1] = ctz(value);
  out[4 * i + 2] = clz(value);
  out[4 * i + 3] = Math.clz32(value);
});
export const ofUnsigned = same((n) => [Uint32Array.from(words(n)), new Uint32Array(n)], (x, out) => (i) => {
  const h: u32 = x[i]!;
  out[i] = popcount(h) * 10000 + ctz(h) * 100 + clz(h);
});
export const rotations = same((n) => [words(n), new Int32Array(n * 4)], (x, out) => (i) => {
  out[4 * i] = rotate(x[i]!, 13);
  out[4 * i + 1] = rotate(x[i]!, -5);
  out[4 * i + 2] = rotate(x[i]!, i);
  out[4 * i + 3] = rotate(x[i]!, 0) + rotate(x[i]!, 32);
});
export const byCaptured = same((n) => [words(n), new Uint32Array(n)], (x, out) => {
  const by = out.length - 9;
  return (i) => { out[i] = (rotate(x[i]!, by) >>> 0) ^ popcount(i); };
});
export const wideCounts = same((n) => [wide(n), new Float64Array(n * 3)], (x, out) => (i) => {
  out[3 * i] = popcount(x[i]!);
  out[3 * i + 1] = ctz(x[i]!);
  out[3 * i + 2] = clz(x[i]!);
});
export const wideRotations = same((n) => [wide(n), new BigUint64Array(n * 3)], (x, out) => (i) => {
  const bits: u64 = BigInt.asUintN(64, x[i]!);
  out[3 * i] = rotate(bits, 29n);
  out[3 * i + 1] = rotate(x[i]!, -1n);
  out[3 * i + 2] = rotate(bits, x[i]!) ^ 1n;
});
export const constants = same((n) => [new Float64Array(n)], (out) => {
  const sum = popcount(-1) + ctz(8) * 100 + clz(1n) * 10_000;
  const turned = rotate(0x8000_0001, 1);
  return (i) => { out[i] = sum * 10 + turned + Number(rotate(2n ** 63n, 1n)) + popcount(0b1011) + i; };
});

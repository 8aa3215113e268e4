// All of Math.
import { Queue } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
const wide = q.mallocShared(Float64Array, 64);
const ints = q.mallocShared(Int32Array, 64);

q.parallelFor(64, (i) => {
  const x = out[i]!, y = wide[i]!, n = ints[i]!;
  out[i] = Math.abs(x) + Math.sqrt(x) + Math.cbrt(x) + Math.sign(x) + Math.min(x, 1, n) + Math.max(x, y);
  ints[i] = Math.abs(n) + Math.min(n, 3) + Math.max(n, i, 2) + Math.sign(n) + Math.floor(n);
  out[i] = Math.floor(x) + Math.ceil(x) + Math.round(x) + Math.trunc(x) + Math.fround(y);
  wide[i] = Math.sin(y) + Math.cos(y) + Math.tan(y) + Math.asin(y) + Math.acos(y) + Math.atan(y) + Math.atan2(y, n);
  wide[i] = Math.sinh(y) + Math.cosh(y) + Math.tanh(y) + Math.asinh(y) + Math.acosh(y) + Math.atanh(y);
  wide[i] = Math.exp(y) + Math.expm1(y) + Math.log(y) + Math.log2(y) + Math.log10(y) + Math.log1p(y);
  out[i] = Math.pow(x, 2) + Math.hypot(x, 3) + Math.hypot(x) + Math.hypot(x, x, x) + Math.PI + Math.E;
  wide[i] = Math.sin(i) + Math.imul(n, 3) + Math.clz32(n);
});

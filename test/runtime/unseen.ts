// Kernels whose numbers may differ from JavaScript's by what the check of numbers does not run, for unseen.test.ts. A comment at the end of a line is what
// is listed there: `// math Math.sin(x[i])`, the kind and the text.

export const kernels = `
import { atomicRef, type f32, f64, type NdItem, ndRange, Queue, reduction, type Reducer } from "lanewise";
import { inclusiveScan, matmul, reduce } from "lanewise/algorithms";
export { checkOverflow } from "lanewise/overflow";

export const q = new Queue({ device: "cpu" });
const n = 16;
const x = q.mallocShared(Float32Array, Array.from({ length: n }, (_, k) => k / 3));
const y = q.mallocShared(Float32Array, n);
const wide = q.mallocShared(Float64Array, Array.from({ length: n }, (_, k) => k / 3));
const out = q.mallocShared(Float64Array, n);
const ints = q.mallocShared(Int32Array, n);
const total = q.mallocShared(Float32Array, 1);
const wideTotal = q.mallocShared(Float64Array, 1);
const count = q.mallocShared(Int32Array, 1);

export const programs = {
  "Math of f32": () => q.parallelFor(n, (i) => {
    y[i] = Math.sin(x[i]!); // math Math.sin(x[i])
  }),
  "Math of f32 in a function": () => q.parallelFor(n, (i) => {
    const tilt = (a: f32): f32 => {
      return Math.tan(a); // math Math.tan(a)
    };
    y[i] = tilt(x[i]!) + tilt(y[i]!);
  }),
  "a power of f32 that is no product": () => q.parallelFor(n, (i) => {
    y[i] = x[i]! ** y[i]!; // math Math.pow(x[i], y[i])
  }),
  "Math.hypot of f32": () => q.parallelFor(n, (i) => {
    y[i] = Math.hypot(x[i]!, y[i]!, 3); // math Math.hypot(Math.hypot(Math.abs(x[i]), y[i]), 3) // math Math.hypot(Math.abs(x[i]), y[i])
  }),
  "a product and a sum of f32": () => q.parallelFor(n, (i) => {
    y[i] = x[i]! * y[i]! + 1; // fused x[i] * y[i] + 1
  }),
  "a sum and a product of f32": () => q.parallelFor(n, (i) => {
    y[i] = 1 + x[i]! * y[i]!; // fused 1 + x[i] * y[i]
  }),
  "a difference and a product of f32": () => q.parallelFor(n, (i) => {
    y[i] = y[i]! - Math.fround(x[i]! * y[i]!); // fused y[i] - f32(x[i] * y[i])
  }),
  "a product that a reducer adds": () => q.parallelFor(n, reduction(total, "add"), (i, sum) => {
    sum.combine(x[i]! * y[i]!); // order sum[0] // fused sum[0] + x[i] * y[i]
  }),
  "a power": () => q.parallelFor(n, (i) => {
    out[i] = wide[i]! ** 3; // power wide[i] * wide[i] * wide[i]
  }),
  "Math.pow": () => q.parallelFor(n, (i) => {
    out[i] = Math.pow(wide[i]!, 1.5); // power wide[i] === -Infinity ? Infinity : wide[i] * Math.sqrt(wide[i])
  }),
  "Math.hypot of three": () => q.parallelFor(n, (i) => {
    out[i] = Math.hypot(wide[i]!, out[i]!, 3); // hypot Math.hypot(wide[i], out[i], 3)
  }),
  "a sum by a reduction": () => q.parallelFor(n, reduction(wideTotal, "add"), (i, sum) => {
    sum.combine(wide[i]!); // order sum[0]
  }),
  "a reduction in a function": () => q.parallelFor(n, reduction(wideTotal, "multiply"), (i, sum) => {
    const into = (to: Reducer<f64, "multiply">, v: number): void => {
      to.combine(v); // order to[0]
    };
    into(sum, wide[i]!);
  }),
  "a product that a reducer adds in a function": () => q.parallelFor(n, reduction(total, "add"), (i, sum) => {
    const into = (to: Reducer<f32, "add">, v: f32): void => {
      to.combine(v * v); // order to[0] // fused to[0] + v * v
    };
    into(sum, x[i]!);
  }),
  "a reduction by a function": () => q.parallelFor(n, reduction(count, (a, b) => (a * 3 + b) | 0, { identity: 0 }), (i, all) => {
    all.combine(i); // order all
  }),
  "a sum by atomic operations": () => q.parallelFor(n, (i) => {
    atomicRef(total, 0).fetchAdd(x[i]! * y[i]!); // order total[0]
  }),
  "a sum of a sub-group": () => q.parallelFor(ndRange(n, 8), (item: NdItem<1>) => {
    out[item.globalId()] = item.subGroup.reduce(wide[item.globalId()]!, "add"); // order subGroup.reduce
  }),
  "Math of f64": () => q.parallelFor(n, (i) => {
    out[i] = Math.exp(wide[i]!); // ahead aheadOfTime Math.exp(wide[i])
  }),

  /* The same on every device and engine. */
  "as in JavaScript": () => q.parallelFor(n, (i) => {
    const product: f32 = x[i]! * y[i]!;
    y[i] = product + 1;
    x[i] = x[i]! * y[i]! - 1;
    y[i] = Math.sqrt(x[i]!) + Math.floor(y[i]!) + Math.sign(x[i]!) + Math.abs(y[i]!);
    out[i] = wide[i]! * wide[i]! + 1 + wide[i]! ** 2 + wide[i]! ** 0.5 + 1 / wide[i]! + wide[i]! ** -1;
    out[i]! += Math.hypot(wide[i]!, 3) + f64(x[i]!) * 3;
  }),
  "what Math rounds": () => q.parallelFor(n, (i) => { y[i] = Math.round(x[i]! * 3); }),
  "largest and integers": () => q.parallelFor(n, reduction(total, "max"), reduction(count, "add"), (i, largest, sum) => {
    largest.combine(x[i]!);
    sum.combine(i);
    atomicRef(ints, 0).fetchAdd(i);
    atomicRef(out, 0).fetchMax(wide[i]!);
  }),
  "Math of f64, where that is meant": () => q.parallelFor(n, (i) => {
    y[i] = Math.fround(Math.sin(f64(x[i]!)));
  }),
  "a strict launch": () => q.parallelFor(n, (i) => {
    y[i] = x[i]! * y[i]! + 1;
  }, { fp: "strict" }),
};
export const algorithms = {
  reduce: () => reduce(q, wide, "add"),
  inclusiveScan: () => inclusiveScan(q, q.mallocShared(Float64Array, 10000).fill(0.1), q.mallocShared(Float64Array, 10000)),
  matmul: () => matmul(q, x, y, q.mallocShared(Float32Array, n), { m: 4, n: 4, k: 4 }),
};
export const run = async (name: keyof typeof programs): Promise<void> => {
  await programs[name]();
};
export const runAlgorithm = async (name: keyof typeof algorithms): Promise<void> => {
  await algorithms[name]();
};
`;

// Captured values: numbers of both kinds, booleans, arrays and their subarrays; read when the launch call runs.
import { type f32, type i32, type Kernel1, Queue } from "lanewise";
import { fractions, program, same } from "./harness.js";

const gain = (n: number) => n * 1.5;
let changing: number = gain(1);

function scaled(a: Float64Array, out: Float64Array): Kernel1 {
  const factor = gain(a.length);
  const isNegative = a.length % 2 === 1;
  const shift: f32 = Math.fround(0.1);
  return (i) => {
    out[i] = (isNegative ? -a[i]! : a[i]!) * factor + shift;
  };
}
export const numbers = same((n) => [Float64Array.from(fractions(n)), new Float64Array(n)], scaled);

function strided(out: Int32Array): Kernel1 {
  const offset = out.length - 1;
  const limit: i32 = out.length >> 1;
  const mask: i32 = 3;
  return (i) => {
    for (let k = 0; k < limit; k++) out[offset - i]! += k;
    out[offset - i]! ^= mask | 4;
  };
}
export const integersByUse = same((n) => [new Int32Array(n)], strided);

export const readAtLaunch = program(async (q: Queue) => {
  const out = q.mallocShared(Float64Array, 3);
  const one: Kernel1 = (i) => { out[i]! += changing; };
  changing = 2;
  q.parallelFor(3, one);
  changing = 40;
  await q.parallelFor(3, one);
  return [...out];
}, [42, 42, 42]);

export const swapped = program(async (q: Queue) => {
  let from = q.mallocShared(Int32Array, [1, 2, 3, 4]);
  let to = q.mallocShared(Int32Array, 4);
  for (let step = 0; step < 3; step++) {
    q.parallelFor(4, (i) => { to[i] = from[i]! * 2; });
    [from, to] = [to, from];
  }
  await q.wait();
  return [...from];
}, [8, 16, 24, 32]);

export const subarrays = program(async (q: Queue) => {
  const all = q.mallocShared(Float32Array, [1, 2, 3, 4, 5, 6]);
  const [left, right] = [all.subarray(0, 3), all.subarray(2)];
  await q.parallelFor(3, (i) => { left[i]! += right.length * 10; });
  return [...all];
}, [41, 42, 43, 4, 5, 6]);

export const aFractionIsNoIndex = program(async (q: Queue) => {
  const out = q.mallocShared(Int32Array, 8);
  const step = gain(1);
  try {
    await q.parallelFor(2, (i) => { out[i * step] = 1; });
  } catch (error) {
    return String(error).split("\n")[0];
  }
  return "not rejected";
}, "KernelError: LW4012: Kernel captures.ts:61: out[no integer] is out of bounds, the length is 8 (captures.ts:61:37, work-item 1).");

export const noInteger = program(async (q: Queue) => {
  const out = q.mallocShared(Int32Array, 8);
  const step = gain(1);
  try {
    await q.parallelFor(2, (i) => { const given: i32 = step; out[i] = given; });
  } catch (error) {
    return error instanceof Error && /captured "step" is 1.5; expected an integer/.test(error.message) && [...out];
  }
  return "not rejected";
}, [0, 0, 0, 0, 0, 0, 0, 0]);

export const aFractionCounts = program(async (q: Queue) => {
  const out = q.mallocShared(Int32Array, 4);
  const rounds = gain(1);
  await q.parallelFor(4, (i) => {
    let sum = 0;
    for (let k = 0; k < rounds + i; k++) sum += k;
    out[i] = sum;
  });
  return [...out];
}, [1, 3, 6, 10]);

export const singleTask = program(async (q: Queue) => {
  const a = q.mallocShared(Int32Array, [3, 1, 4, 1, 5]);
  const out = q.mallocShared(Int32Array, 1);
  await q.singleTask(() => {
    let sum = 0;
    for (let i = 0; i < a.length; i++) sum += a[i]!;
    out[0] = sum;
  });
  return out[0];
}, 14);

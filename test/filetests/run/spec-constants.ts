// Specialization constants: kernels read the defaults.
import { type f32, type f64, type FixedArray, type i32, type i64, Queue, specConstant, specialized, type u8 } from "lanewise";
import { program } from "./harness.js";

const radius = specConstant<i32>(3);
export const isSharp = specConstant<boolean>(true);
const gain = specConstant<f32>(0.1);
const huge = specConstant<i64>(-5n);
const none = specConstant<f64>(0);
const small = specConstant<u8>(2 * 100);
namespace Hidden {
  const depth = specConstant<i32>(7);
  export const launch = (q: Queue, out: Float64Array) => q.singleTask(() => { out[5] = depth.value; });
}
class Camera {
  static readonly exposure = specConstant<f32>(0.5);
}

export const defaults = program(async (q: Queue) => {
  const out = q.mallocShared(Float64Array, 8);
  const big = q.mallocShared(BigInt64Array, 1);
  await q.singleTask(() => {
    let sum = 0;
    for (let k = -radius.value; k <= radius.value; k++) sum += k * k;
    out[0] = sum;
    out[1] = isSharp.value ? 1 : 2;
    out[2] = gain.get();
    out[3] = none.value;
    out[4] = small.value + Camera.exposure.value;
    big[0] = huge.value;
  });
  await Hidden.launch(q, out);
  out[6] = radius.value;
  return [[...out], big[0]];
}, [[28, 1, Math.fround(0.1), 0, 200.5, 7, 3, 0], -5n]);

interface Window {
  readonly size: i32;
  readonly weights: FixedArray<f32, 5>;
  readonly on: boolean;
}
class Vec {
  constructor(readonly x: f32, readonly y: f32) {}
  dot(o: Vec): f32 { return this.x * o.x + this.y * o.y; }
}
export const filter = specConstant<Window>({ size: 3, weights: [0.25, 0.5, 0.25], on: true });
export const table = specConstant<FixedArray<FixedArray<i32, 2>, 2>>([[1, 2], [3]]);
const axis = specConstant<Vec>({ x: 1, y: 2 });
const alias = filter;

/** Structs, arrays, and objects with methods: defaults, then set. */
export const objects = program(async (q: Queue) => {
  const out = q.mallocShared(Float64Array, 8);
  const n = 8;
  const kernel = (i: number): void => {
    const { size, weights } = alias.value;
    let sum = 0;
    for (let k = 0; k < size; k++) sum += weights[k]! * (k + 1);
    const t = table.value;
    // An index that is not known before.
    out[i] = filter.value.on ? sum + t[i & 1]![i >> 2]! * 100 + axis.get().dot(axis.value) * 1000 : -1;
  };
  await q.parallelFor(n, kernel);
  const before = [...out];
  await q.submit((h) => {
    h.setSpecializationConstant(filter, { size: 5, weights: new Float32Array([1, 1, 1, 1, 2]), on: true });
    h.setSpecializationConstant(table, [[5, 6], [7, 8]]);
    h.setSpecializationConstant(axis, new Vec(0, 3));
    h.parallelFor(n, kernel);
  });
  const after = [...out];
  await q.submit((h) => {
    h.setSpecializationConstant(filter, { ...filter.value, on: false });
    h.parallelFor(n, kernel);
  });
  return [before, after, [...out]];
}, [
  [5102, 5302, 5102, 5302, 5202, 5002, 5202, 5002],
  [9520, 9720, 9520, 9720, 9620, 9820, 9620, 9820],
  [-1, -1, -1, -1, -1, -1, -1, -1],
]);

/** A captured value that the program is compiled for: launches with other values have other programs. */
export const captured = program(async (q: Queue) => {
  const out = q.mallocShared(Float64Array, 4);
  const settings = { taps: 2, isOn: true };
  const run = async (radius: number, scale: f32, steps: bigint) => {
    await q.parallelFor(4, (i) => {
      const r = specialized(radius);
      let sum = 0;
      for (let k = -r; k <= r; k++) sum += i + k * k;
      const f = (): number => specialized(settings.taps) + radius;
      if (specialized(settings.isOn)) sum += f();
      out[i] = sum * specialized(scale) + Number(specialized(steps as i64));
    });
    return [...out];
  };
  const first = await run(1, 2, 10n);
  const second = await run(2, 0.5, -1n);
  settings.isOn = false;
  return [first, second, await run(1, 2, 10n)];
}, [[20, 26, 32, 38], [6, 8.5, 11, 13.5], [14, 20, 26, 32]]);

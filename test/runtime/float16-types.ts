// The public types where the program's `lib` has Float16Array, checked by tsc in types.test.ts.

import {
  deviceGlobal,
  type FixedArray,
  f16,
  type f32,
  type HostArray,
  Queue,
  structOf,
  type TypedArray,
} from "lanewise";

using q = new Queue();
const x = q.mallocShared(Float16Array, 10);
const same: Float16Array = x;
const values = q.mallocDevice(Float16Array, [1, 2.5]);
const shared: SharedArrayBuffer = x.buffer;
const any: TypedArray = new Float16Array(2);
q.parallelFor(10, (i) => {
  x[i] = f16(0.1) + (values[i & 1] ?? 0);
});
q.free(x);
q.fill(x, 1);
q.copy(x, new Float16Array(10));
const host: Float16Array = q.toHost(x);
const table = deviceGlobal<FixedArray<f16, 4>>([1, 2]);
const scale = deviceGlobal<f16>(0.5);
q.copy(table, new Float16Array(4));
q.copy(new Float16Array(4), table);
const read: Promise<Float16Array> = q.read(table);
const one: Promise<number> = q.read(scale);
const half: HostArray<f16> = new Float16Array(1);

interface Pixel {
  readonly red: f16;
  readonly depth: f32;
}
const pixels = q.mallocShared(structOf<Pixel>(), 4, { layout: "soa" });
const reds: Float16Array = pixels.column("red");
const depths: Float32Array = pixels.column("depth");

export { any, depths, half, host, one, read, reds, same, shared };

// @ts-expect-error f16 and f32 have arrays of different types.
q.copy(table, new Float32Array(4));
// @ts-expect-error a number is no bigint
q.mallocShared(Float16Array, [1n]);

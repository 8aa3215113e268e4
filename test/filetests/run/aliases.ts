// What is called by another name does what it does by its own: declarations are registered, functions that are passed are kernels.
import * as lw from "lanewise";
import { type f32, type FixedArray, type Handler, type i32, Queue } from "lanewise";
import { program } from "./harness.js";

const make = lw["deviceGlobal"];
const { deviceGlobal: taken, specConstant: constantOf } = lw;
const { deviceFn: loadedFn, deviceGlobal: loaded } = await import("lanewise");
const makers = [lw.deviceGlobal.bind(undefined)];

const one = make<i32>(1);
const two = taken<i32>(2);
namespace Hidden {
  const table = makers[0]!<FixedArray<i32, 3>>([3, 4, 5]);
  export const add = (q: Queue) => q.parallelFor(3, (i) => { table[i]! += i; });
  export const read = async (q: Queue) => [...(await q.read(table))];
}
class Totals {
  static readonly total = loaded<f32>(0.5);
}
const degree = constantOf<i32>(7);
const half = loadedFn((x: f32): f32 => x / 2);

export const declared = program(async (q: Queue) => {
  await q.singleTask(() => {
    one.value += 10;
    two.value += degree.value;
    Totals.total.value = half(Totals.total.value);
  });
  await Hidden.add(q);
  return [await q.read(one), await q.read(two), await q.read(Totals.total), ...(await Hidden.read(q))];
}, [11, 9, 0.25, 3, 5, 7]);

export const launched = program(async (q: Queue) => {
  const out = q.mallocShared(Int32Array, 6);
  const launch = q.parallelFor.bind(q);
  const { singleTask } = q;
  await launch(1, (i) => { out[i] = out.length; });
  await q["parallelFor"](1, (i) => { out[i + 1] = out.length; });
  await singleTask.bind(q)(() => { out[2] = out.length; });
  await q["submit"]((h: Handler) => h["parallelFor"](1, (i) => { out[i + 3] = out.length; }));
  let message = "";
  try {
    // Only a kernel notices.
    await launch(8, (i) => { out[i] = 6; });
  } catch (error) {
    message = error instanceof lw.KernelError ? error.code : String(error);
  }
  return [...out.subarray(0, 4), message];
}, [6, 6, 6, 6, "out_of_bounds"]);

// Kernels that capture arrays of one of several classes: one for each, which the launch chooses.
import { LanewiseError, Queue } from "lanewise";
import { program } from "./harness.js";

type Reals = Float32Array | Float64Array;

async function scale<T extends Reals>(q: Queue, a: T, k: number): Promise<T> {
  await q.parallelFor(a.length, (i) => { a[i] = a[i]! * k; });
  return a;
}
async function add(q: Queue, a: Reals, b: Int32Array | Uint8ClampedArray | Float32Array): Promise<Reals> {
  await q.parallelFor(a.length, (i) => {
    a[i] = a[i]! / 3 + b[i]!;
    b[i] = 300;
  });
  return a;
}
async function map<T extends Reals>(q: Queue, src: T, dst: T, f: (x: number) => number): Promise<T> {
  const last = (): number => src[src.length - 1]!;
  await q.parallelFor(src.length, (i) => { dst[i] = f(src[i]!) + last(); });
  return dst;
}
const third = 1 / 3;

export const typeParameters = program(
  async (q) => [
    ...(await scale(q, Float32Array.of(0.1, 2), 3)),
    ...(await scale(q, q.mallocShared(Float64Array, [0.1, 2]), 3)),
  ],
  [Math.fround(Math.fround(0.1) * 3), 6, 0.1 * 3, 6],
);
export const twoUnions = program(
  async (q) => {
    const [bytes, words] = [Uint8ClampedArray.of(1, 2), Int32Array.of(3, 4)];
    const sums = [...(await add(q, Float64Array.of(1, 2), bytes)), ...(await add(q, Float32Array.of(1, 2), words))];
    return [...sums, ...bytes, ...words];
  },
  [1 + third, 2 + 2 / 3, Math.fround(3 + third), Math.fround(4 + 2 / 3), 255, 255, 300, 300],
);
export const besideFunctions = program(
  async (q) => {
    const small = await map(q, Float32Array.of(1, 2), new Float32Array(2), (x) => x / 3);
    const large = await map(q, Float64Array.of(1, 2), new Float64Array(2), (x) => x / 3);
    const other = await map(q, Float64Array.of(1, 2), new Float64Array(2), (x) => x * 10);
    return [small[0]! - Math.fround(2 + third), ...large, ...other];
  },
  [0, 1 / 3 + 2, 2 / 3 + 2, 12, 22],
);

const failure = async (launch: () => Promise<unknown>): Promise<string> => {
  try {
    await launch();
  } catch (error) {
    return error instanceof LanewiseError ? `${error.code}: ${/which has the class \w+/.exec(error.message)}` : String(error);
  }
  return "none";
};
export const otherClasses = program(
  async (q) => [
    await failure(() => scale(q, Int16Array.of(1, 2) as unknown as Float32Array, 3)),
    await failure(() => map<Reals>(q, Float32Array.of(1, 2), new Float64Array(2), (x) => x)),
    await failure(() => scale(q, { length: 3 } as unknown as Float32Array, 3)),
  ],
  [
    "kernel_not_compiled: which has the class Int16Array",
    "kernel_not_compiled: which has the class Float32Array",
    "kernel_not_compiled: which has the class object",
  ],
);

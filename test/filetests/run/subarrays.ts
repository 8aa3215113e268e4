// Parts of typed arrays: read, written, passed to functions, given by them, parts of parts; bounds as JavaScript's subarray has them.
import { KernelError } from "lanewise";
import { fractions, integers, program, same } from "./harness.js";

const arrays = (n: number) => [Float64Array.from(fractions(n * 3 + 4)), new Float64Array(n * 3)] as const;

function sum(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum + values.length;
}
function put(values: Float64Array, value: number): void {
  values[0] = value;
  values[values.length - 1] = value + 1;
}
const dot = (x: Float64Array, y: Float64Array, z: Float64Array): number => {
  let dot = 0;
  for (let k = 0; k < x.length; k++) dot += x[k]! * y[k]! - z[k]! * 3;
  return dot;
};
const row = (array: Float64Array, k: number): Float64Array => array.subarray(k * 3, k * 3 + 3);
function middle(array: Float64Array): Float64Array {
  const half = array.length >> 1;
  const part = array.subarray(half - 1, half + 1);
  return part;
}

export const reads = same(arrays, (a, out) => (i) => {
  const part = a.subarray(i * 3, i * 3 + 3);
  out[i] = part[0]! + part[i % 3]! + sum(part) + part.length + sum(a.subarray(i));
});
export const writes = same(arrays, (a, out) => (i) => {
  const part = out.subarray(i * 3, i * 3 + 3);
  part[1] = a[i]!;
  part[1]! += 2;
  part[1]!++;
  put(part, i);
});
export const typedWrites = same((n) => [Uint8ClampedArray.from(integers(n * 2)), new Uint8ClampedArray(n * 2)], (a, out) => (i) => {
  const part = out.subarray(i * 2);
  part[0] = a[i]! * 2.5;
  part[1] = -a[i]!;
});
export const given = same(arrays, (a, out) => (i) => {
  const [x, y] = [row(a, i), row(a, (i + 1) >> 1)];
  out[i] = dot(x, x, y) * 100 + dot(x, y, y);
  out[i]! += middle(row(a, i)).length + middle(a)[0]!;
});
export const ofParts = same(arrays, (a, out) => (i) => {
  const part = a.subarray(1).subarray(i, -1);
  out[i] = part.length + (part.length > 0 ? part[part.length - 1]! : -1) + part.subarray(0, 1).length;
});
// Ends before the array and behind it, fractions of none, the wrong way around.
export const bounds = same(arrays, (a, out) => (i) => {
  const [least, most] = [-a.length - 5, a.length + 7];
  let lengths = a.subarray(least, most).length;
  lengths = lengths * 20 + a.subarray(-2).length;
  lengths = lengths * 20 + a.subarray(-3, -1).length;
  lengths = lengths * 20 + a.subarray(3, 2).length;
  lengths = lengths * 20 + a.subarray(most).length;
  lengths = lengths * 20 + a.subarray(i - 2, i + 2).length;
  out[i] = lengths + a.subarray(-2)[1]! + a.subarray(i - 4, a.length).length;
});
export const fractionsAreCut = same(arrays, (a, out) => (i) => {
  const part = a.subarray(i / 2, a.length - i / 3);
  out[i] = part.length + part[0]! + a.subarray(a[i]!).length * 100 + a.subarray(a[i]!, a[i + 1]!).length * 10000;
});
export const methods = same(arrays, (a, out) => (i) => {
  const part = a.subarray(i * 3, i * 3 + 3);
  let all = part.reduce((sum, value) => sum + value, 0);
  part.forEach((value, k) => {
    all += value * k;
  });
  out.subarray(i * 3, i * 3 + 3).fill(all);
  out.subarray(i * 3 + 1, i * 3 + 3).set([i, part.at(-1)!]);
});
export const inLoops = same(arrays, (a, out) => (i) => {
  for (let k = 0; k < 3; k++) {
    const part = a.subarray(i + k, i + k + 2);
    const first = (): number => part[0]!;
    out[i]! += first() * part[1]! * k;
  }
});

class Matrix {
  constructor(
    readonly data: Float64Array,
    readonly columns: number,
  ) {}
  row(k: number): Float64Array {
    return this.data.subarray(k * this.columns, (k + 1) * this.columns);
  }
}
export const ofAnObject = same(arrays, (a, out) => {
  const matrix = new Matrix(a, 2);
  return (i) => { out[i] = sum(matrix.row(i)) + matrix.row(1)[0]!; };
});

export const outside = program(async (q) => {
  const [a, out] = [new Float64Array(8), new Float64Array(8)];
  const run = async (index: number): Promise<string> => {
    try {
      await q.parallelFor(1, (i) => {
        const part = a.subarray(2, 5);
        out[i] = part[index]!;
      });
    } catch (error) {
      return error instanceof KernelError && error.message.includes("part[index]") ? "outside" : String(error);
    }
    return "inside";
  };
  return [await run(0), await run(2), await run(3), await run(-1)];
}, ["inside", "inside", "outside", "outside"]);

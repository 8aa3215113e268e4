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

// Parts of the kernel's own arrays, also of those inside objects.
class Stack {
  private readonly words = new Uint32Array(24);
  private depth = 0;
  push(word: Uint32Array): this {
    this.words.set(word, this.depth * 4);
    this.depth++;
    return this;
  }
  /** Puts the sum of the upper two in their place. */
  merge(): void {
    this.depth--;
    const [low, high] = [(this.depth - 1) * 4, this.depth * 4];
    const upper = this.words.subarray(high, high + 4);
    add(this.words.subarray(low, high), upper);
    upper.fill(7);
  }
  get top(): Uint32Array {
    const top = new Uint32Array(4);
    top.set(this.words.subarray(this.depth * 4 - 4, this.depth * 4));
    return top;
  }
}
function add(to: Uint32Array, from: Uint32Array): void {
  for (let k = 0; k < to.length; k++) to[k]! += from[k]!;
}
const filled = (value: number): Float64Array => {
  const made = new Float64Array(6);
  return made.fill(value);
};

export const ofOwnArrays = same(arrays, (a, out) => (i) => {
  const own = filled(a[i]!);
  const part = own.subarray(1, 4);
  part[1] = 50;
  const inner = part.subarray(1);
  inner[1]! += 3;
  put(own.subarray(-2), i);
  const fresh = filled(i).subarray(2);
  fresh[0] = 9;
  const copy = new Float64Array(6);
  copy.set(own.subarray(0, 3), 2);
  copy.subarray(1, 3).set(fresh.subarray(0, 1), 1);
  out[i] = sum(own) + sum(part) * 10 + inner.length + fresh[0]! + fresh[1]! + copy.reduce((all, x) => all * 2 + x, 0);
  out[i]! += own.subarray(i % 9, 5).length * 1000 + inner.at(-1)!;
});
export const ofParameters = same(arrays, (a, out) => (i) => {
  const last = (values: Float64Array): Float64Array => values.subarray(values.length - 2);
  const grown = (values: Float64Array): number => {
    values.subarray(2)[0]! += a[i]!;
    return values[2]!;
  };
  const own = filled(i);
  last(own)[1] = 5;
  out[i] = grown(own) + grown(own) * 10 + sum(last(own));
});
export const ofFields = same((n) => [Uint32Array.from(integers(n + 4), (x) => x & 1023), new Float64Array(n * 4)], (a, out) => (i) => {
  const stack = new Stack();
  stack.push(a.subarray(i, i + 4)).push(a.subarray(0, 4)).push(a.subarray(1, 5));
  stack.merge();
  stack.merge();
  out.set(stack.top, i * 4);
});
export const outsideOwn = program(async (q) => {
  const out = new Float64Array(8);
  const run = async (index: number): Promise<string> => {
    try {
      await q.parallelFor(1, (i) => {
        const own = new Float64Array(8);
        const part = own.subarray(2, 5);
        out[i] = part[index]!;
      });
    } catch (error) {
      return error instanceof KernelError && error.message.includes("part[index]") ? "outside" : String(error);
    }
    return "inside";
  };
  return [await run(0), await run(2), await run(3), await run(-1)];
}, ["inside", "inside", "outside", "outside"]);

// Copies of parts, whose length the text determines.
const table = new Float64Array([3, 1, 4, 1, 5, 9]);
class Window {
  at = 0;
  readonly held: Float64Array;
  constructor(value: number) {
    this.held = new Float64Array(6).fill(value);
  }
  next(): Float64Array {
    this.held[this.at + 1] = this.at;
    return this.held.slice(2 * (this.at + 1) - 2, this.at * 2 + 3);
  }
}

export const slices = same(arrays, (a, out) => (i) => {
  const copy = table.slice();
  copy[0] = i;
  const own = copy.slice(1);
  own[0]! += 10;
  const window = new Window(a[i]!);
  const first = window.next();
  window.at = 1;
  const second = window.next();
  const part = a.subarray(i).slice(1, 4);
  part[0]! *= 2;
  const last = copy.slice(-2, 99);
  const near = a.slice(i * 2 + 1, 3 + 2 * i);
  const bytes = new Uint8Array([250, 251, 252]).slice(1, -1);
  bytes[0]! += 9;
  out[i] = sum(copy) + sum(own) * 3 + sum(first) * 5 + sum(second) * 7 + sum(part) * 11 + sum(last) * 13 + sum(near) * 17;
  out[i]! += own.length + first.length * 10 + near.length * 100 + last.length * 1000 + bytes[0]! + bytes.length;
  out[i]! += a[i + 1]! + table[0]!;
});

// Copies between arrays from outside, each of which a const made.
export const rowsCopied = program(async (q) => {
  const from = Float64Array.from({ length: 12 }, (_, k) => k + 0.5);
  const to = q.mallocShared(Float32Array, 12);
  const last = new Float64Array(4);
  await q.parallelFor(4, (i) => {
    to.set(from.subarray(i * 3, i * 3 + 3), 9 - i * 3);
    last.subarray(i).set(from.subarray(i * 3 + 2, i * 3 + 3));
  });
  return [[...to], [...last]];
}, [[9.5, 10.5, 11.5, 6.5, 7.5, 8.5, 3.5, 4.5, 5.5, 0.5, 1.5, 2.5], [2.5, 5.5, 8.5, 11.5]]);

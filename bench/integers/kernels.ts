// Loops over integers as users write them, without a flavour, each beside the same with its numbers pinned and beside plain JavaScript. A
// work-item has a column of the data, so that neighbours read neighbouring elements.

import { type FixedArray, type f64, fixedArray, i32, type Queue, type u32 } from "lanewise";

/** Work-items, and elements of each. */
const items = 2048;
const depth = 256;
const size = items * depth;

const filled = (value: (at: number) => number): readonly number[] => Array.from({ length: size }, (_, at) => value(at));
const mixed = (at: number): number => Math.imul(at + 1, 0x9e3779b1) >>> 0;
const bytesOf = (q: Queue) =>
  q.mallocShared(
    Uint8Array,
    filled((at) => mixed(at) >>> 24),
  );
const halvesOf = (q: Queue) =>
  q.mallocShared(
    Uint16Array,
    filled((at) => mixed(at) >>> 16),
  );
/** So small that a pinned sum of 256 of them is right. */
const intsOf = (q: Queue) =>
  q.mallocShared(
    Int32Array,
    filled((at) => (mixed(at) >>> 10) - 2 ** 21),
  );
const singlesOf = (q: Queue) =>
  q.mallocShared(
    Float32Array,
    filled((at) => mixed(at) / 2 ** 32),
  );

export interface Loop {
  readonly what: string;
  readonly make: (q: Queue) => {
    readonly plain: () => void;
    readonly pinned: () => void;
    /** Where it computes the same numbers to the last bit. */
    readonly javascript?: () => void;
    readonly out: { readonly length: number; readonly [at: number]: number; fill(value: number): unknown };
  };
}

export const loops: readonly Loop[] = [
  {
    what: "a sum of bytes",
    make: (q) => {
      const [data, out] = [bytesOf(q), q.mallocShared(Float64Array, items)];
      return {
        out,
        plain: () =>
          q.parallelFor(items, (i) => {
            let s = 0;
            for (let k = 0; k < depth; k++) s += data[k * items + i]!;
            out[i] = s;
          }),
        pinned: () =>
          q.parallelFor(items, (i) => {
            let s: i32 = 0;
            for (let k: i32 = 0; k < depth; k++) s += data[k * items + i]!;
            out[i] = s;
          }),
        javascript: () => {
          for (let i = 0; i < items; i++) {
            let s = 0;
            for (let k = 0; k < depth; k++) s += data[k * items + i]!;
            out[i] = s;
          }
        },
      };
    },
  },
  {
    what: "a sum of 16 bits",
    make: (q) => {
      const [data, out] = [halvesOf(q), q.mallocShared(Float64Array, items)];
      return {
        out,
        plain: () =>
          q.parallelFor(items, (i) => {
            let s = 0;
            for (let k = 0; k < depth; k++) s += data[k * items + i]!;
            out[i] = s;
          }),
        pinned: () =>
          q.parallelFor(items, (i) => {
            let s: i32 = 0;
            for (let k: i32 = 0; k < depth; k++) s += data[k * items + i]!;
            out[i] = s;
          }),
        javascript: () => {
          for (let i = 0; i < items; i++) {
            let s = 0;
            for (let k = 0; k < depth; k++) s += data[k * items + i]!;
            out[i] = s;
          }
        },
      };
    },
  },
  {
    what: "a sum of 32 bits",
    make: (q) => {
      const [data, out] = [intsOf(q), q.mallocShared(Float64Array, items)];
      return {
        out,
        plain: () =>
          q.parallelFor(items, (i) => {
            let s = 0;
            for (let k = 0; k < depth; k++) s += data[k * items + i]!;
            out[i] = s;
          }),
        pinned: () =>
          q.parallelFor(items, (i) => {
            let s: i32 = 0;
            for (let k: i32 = 0; k < depth; k++) s += data[k * items + i]!;
            out[i] = s;
          }),
        javascript: () => {
          for (let i = 0; i < items; i++) {
            let s = 0;
            for (let k = 0; k < depth; k++) s += data[k * items + i]!;
            out[i] = s;
          }
        },
      };
    },
  },
  {
    what: "a sum of squares of bytes",
    make: (q) => {
      const [data, out] = [bytesOf(q), q.mallocShared(Float64Array, items)];
      return {
        out,
        plain: () =>
          q.parallelFor(items, (i) => {
            let s = 0;
            for (let k = 0; k < depth; k++) s += data[k * items + i]! * data[k * items + i]!;
            out[i] = s;
          }),
        pinned: () =>
          q.parallelFor(items, (i) => {
            let s: i32 = 0;
            for (let k: i32 = 0; k < depth; k++) {
              const v: i32 = data[k * items + i]!;
              s += v * v;
            }
            out[i] = s;
          }),
        javascript: () => {
          for (let i = 0; i < items; i++) {
            let s = 0;
            for (let k = 0; k < depth; k++) s += data[k * items + i]! * data[k * items + i]!;
            out[i] = s;
          }
        },
      };
    },
  },
  {
    what: "a remainder by 7",
    make: (q) => {
      const [data, out] = [intsOf(q), q.mallocShared(Float64Array, items)];
      return {
        out,
        plain: () =>
          q.parallelFor(items, (i) => {
            let s = 0;
            for (let k = 0; k < depth; k++) s = (s + data[k * items + i]!) % 7;
            out[i] = s + 0;
          }),
        pinned: () =>
          q.parallelFor(items, (i) => {
            let s: i32 = 0;
            for (let k: i32 = 0; k < depth; k++) s = (s + data[k * items + i]!) % 7;
            out[i] = s;
          }),
        javascript: () => {
          for (let i = 0; i < items; i++) {
            let s = 0;
            for (let k = 0; k < depth; k++) s = (s + data[k * items + i]!) % 7;
            out[i] = s + 0;
          }
        },
      };
    },
  },
  {
    what: "a histogram of eight bins",
    make: (q) => {
      const [data, out] = [bytesOf(q), q.mallocShared(Float64Array, 8 * items)];
      return {
        out,
        plain: () =>
          q.parallelFor(items, (i) => {
            const counts: FixedArray<number, 8> = fixedArray(8, 0);
            for (let k = 0; k < depth; k++) counts[data[k * items + i]! >> 5]! += 1;
            for (let bin = 0; bin < 8; bin++) out[bin * items + i] = counts[bin]!;
          }),
        pinned: () =>
          q.parallelFor(items, (i) => {
            const counts: FixedArray<i32, 8> = fixedArray(8, 0);
            for (let k: i32 = 0; k < depth; k++) counts[data[k * items + i]! >> 5]! += 1;
            for (let bin: i32 = 0; bin < 8; bin++) out[bin * items + i] = counts[bin]!;
          }),
        javascript: () => {
          const counts = new Array<number>(8);
          for (let i = 0; i < items; i++) {
            counts.fill(0);
            for (let k = 0; k < depth; k++) counts[data[k * items + i]! >> 5]! += 1;
            for (let bin = 0; bin < 8; bin++) out[bin * items + i] = counts[bin]!;
          }
        },
      };
    },
  },
  {
    what: "prefix sums of 16 bits",
    make: (q) => {
      const [data, out] = [halvesOf(q), q.mallocShared(Uint32Array, size)];
      return {
        out,
        plain: () =>
          q.parallelFor(items, (i) => {
            let s = 0;
            for (let k = 0; k < depth; k++) {
              s += data[k * items + i]!;
              out[k * items + i] = s;
            }
          }),
        pinned: () =>
          q.parallelFor(items, (i) => {
            let s: u32 = 0;
            for (let k: i32 = 0; k < depth; k++) {
              s += data[k * items + i]!;
              out[k * items + i] = s;
            }
          }),
        javascript: () => {
          for (let i = 0; i < items; i++) {
            let s = 0;
            for (let k = 0; k < depth; k++) {
              s += data[k * items + i]!;
              out[k * items + i] = s;
            }
          }
        },
      };
    },
  },
  {
    what: "a hash of bytes",
    make: (q) => {
      const [data, out] = [bytesOf(q), q.mallocShared(Uint32Array, items)];
      return {
        out,
        plain: () =>
          q.parallelFor(items, (i) => {
            let h = 7;
            for (let k = 0; k < depth; k++) h = (h * 31 + data[k * items + i]!) | 0;
            out[i] = h;
          }),
        pinned: () =>
          q.parallelFor(items, (i) => {
            let h: i32 = 7;
            for (let k: i32 = 0; k < depth; k++) h = h * 31 + data[k * items + i]!;
            out[i] = h;
          }),
        javascript: () => {
          for (let i = 0; i < items; i++) {
            let h = 7;
            for (let k = 0; k < depth; k++) h = (h * 31 + data[k * items + i]!) | 0;
            out[i] = h;
          }
        },
      };
    },
  },
  {
    what: "Newton's square root of an integer",
    make: (q) => {
      const [data, out] = [halvesOf(q), q.mallocShared(Int32Array, size)];
      return {
        out,
        plain: () =>
          q.parallelFor(size, (i) => {
            const n = data[i]!;
            let x = n;
            let y = Math.floor((x + 1) / 2);
            while (y < x) {
              x = y;
              y = Math.floor((x + Math.floor(n / x)) / 2);
            }
            out[i] = x;
          }),
        pinned: () =>
          q.parallelFor(size, (i) => {
            const n: i32 = data[i]!;
            let x: i32 = n;
            let y: i32 = Math.floor((x + 1) / 2);
            while (y < x) {
              x = y;
              y = Math.floor((x + Math.floor(n / x)) / 2);
            }
            out[i] = x;
          }),
        javascript: () => {
          for (let i = 0; i < size; i++) {
            const n = data[i]!;
            let x = n;
            let y = Math.floor((x + 1) / 2);
            while (y < x) {
              x = y;
              y = Math.floor((x + Math.floor(n / x)) / 2);
            }
            out[i] = x;
          }
        },
      };
    },
  },
  {
    what: "a mean of f32 into f64",
    make: (q) => {
      const [data, out] = [singlesOf(q), q.mallocShared(Float64Array, items)];
      return {
        out,
        plain: () =>
          q.parallelFor(items, (i) => {
            let s = 0;
            for (let k = 0; k < depth; k++) s += data[k * items + i]!;
            out[i] = s / depth;
          }),
        pinned: () =>
          q.parallelFor(items, (i) => {
            let s: f64 = 0;
            for (let k: i32 = 0; k < depth; k++) s += data[k * items + i]!;
            out[i] = s / depth;
          }),
        javascript: () => {
          for (let i = 0; i < items; i++) {
            let s = 0;
            for (let k = 0; k < depth; k++) s += data[k * items + i]!;
            out[i] = s / depth;
          }
        },
      };
    },
  },
  {
    what: "a counter with captured bounds",
    make: (q) => {
      const out = q.mallocShared(Float64Array, items);
      const [from, to, step] = [q.threads, 999 + q.threads, 2];
      const [first, last, by] = [i32(from), i32(to), i32(step)];
      return {
        out,
        plain: () =>
          q.parallelFor(items, (i) => {
            let s = 0;
            for (let k = from; k <= to; k += step) s += (k * i) & 255;
            out[i] = s;
          }),
        pinned: () =>
          q.parallelFor(items, (i) => {
            let s: i32 = 0;
            for (let k: i32 = first; k <= last; k += by) s += (k * i) & 255;
            out[i] = s;
          }),
        javascript: () => {
          for (let i = 0; i < items; i++) {
            let s = 0;
            for (let k = from; k <= to; k += step) s += (k * i) & 255;
            out[i] = s;
          }
        },
      };
    },
  },
];

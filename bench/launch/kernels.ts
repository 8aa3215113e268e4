// What is recorded and timed: ten kernels over 256 elements, and five elementwise operations over 4M.

import type { CommandGraph, Queue, RecordOptions } from "lanewise";

const small = 256;
const large = 1 << 22;

export interface Pipeline {
  readonly submit: () => void;
  readonly record: (options?: RecordOptions) => CommandGraph;
}

/** Each kernel reads what the one before has written. */
export function tenKernels(q: Queue): Pipeline {
  const x = q.mallocShared(Float32Array, small).fill(1);
  const y = q.mallocShared(Float32Array, small);
  const n = small;
  const submit = () => {
    q.parallelFor(n, (i) => {
      y[i] = x[i]! + 1;
    });
    q.parallelFor(n, (i) => {
      x[i] = y[i]! * 0.5;
    });
    q.parallelFor(n, (i) => {
      y[i] = x[i]! - 2;
    });
    q.parallelFor(n, (i) => {
      x[i] = y[i]! * y[i]!;
    });
    q.parallelFor(n, (i) => {
      y[i] = Math.sqrt(x[i]!);
    });
    q.parallelFor(n, (i) => {
      x[i] = y[i]! + 3;
    });
    q.parallelFor(n, (i) => {
      y[i] = Math.max(x[i]!, 0.25);
    });
    q.parallelFor(n, (i) => {
      x[i] = y[n - 1 - i]!;
    });
    q.parallelFor(n, (i) => {
      y[i] = Math.abs(x[i]!);
    });
    q.parallelFor(n, (i) => {
      x[i] = y[i]! * 0.25;
    });
  };
  return { submit, record: (options) => q.record(submit, options) };
}

/** Five operations, one pass over memory each; as one kernel, one pass in all. */
export function fiveOperations(q: Queue): Pipeline & Disposable {
  const x = q.mallocShared(Float32Array, large).fill(0.5);
  const out = q.mallocShared(Float32Array, large);
  const a = q.mallocShared(Float32Array, large);
  const b = q.mallocShared(Float32Array, large);
  const c = q.mallocShared(Float32Array, large);
  const d = q.mallocShared(Float32Array, large);
  const submit = () => {
    q.parallelFor(large, (i) => {
      a[i] = x[i]! * 1.5;
    });
    q.parallelFor(large, (i) => {
      b[i] = a[i]! + 0.25;
    });
    q.parallelFor(large, (i) => {
      c[i] = Math.max(b[i]!, 0);
    });
    q.parallelFor(large, (i) => {
      d[i] = c[i]! * c[i]!;
    });
    q.parallelFor(large, (i) => {
      out[i] = d[i]! - x[i]!;
    });
  };
  return {
    submit,
    record: (options) => q.record(submit, { ...options, internal: options?.fuse ? [a, b, c, d] : [] }),
    [Symbol.dispose]: () => {
      for (const array of [x, out, a, b, c, d]) q.free(array);
    },
  };
}

// Little arithmetic and many elements; where lanewise/algorithms has the algorithm, it is used.

import { compact, histogram as countValues, inclusiveScan, reduce, sort, topK } from "lanewise/algorithms";
import { exactly } from "../harness/kernel.js";
import { mixed } from "../harness/random.js";
import { bytes, floats, rounded } from "../untuned/define.js";
import { define } from "./define.js";

const lengthOf = (quick: boolean): number => (quick ? 1024 : 4_194_304);

export const bitonicSort = define({
  name: "bitonic-sort",
  group: "data movement",
  what: "2^17 keys through a sorting network of 153 passes",
  tolerance: exactly,
  workload: (quick) => {
    const n = quick ? 256 : 131072;
    const keys = floats(n, 0, 1, 11);
    return { arrays: { keys, sorted: new Float32Array(n) }, scalars: { n }, outputs: ["sorted"] };
  },
  lanewise:
    (q, { keys, sorted }, { n }) =>
    () => {
      q.parallelFor(n, (i) => {
        sorted[i] = keys[i];
      });
      for (let block = 2; block <= n; block *= 2)
        for (let apart = block >> 1; apart > 0; apart >>= 1)
          q.parallelFor(n >> 1, (pair) => {
            const low = 2 * pair - (pair & (apart - 1));
            const [a, b] = [sorted[low], sorted[low + apart]];
            const isUp = (low & block) === 0;
            sorted[low] = isUp ? Math.min(a, b) : Math.max(a, b);
            sorted[low + apart] = isUp ? Math.max(a, b) : Math.min(a, b);
          });
    },
  plain: ({ keys, sorted }, { n }) => {
    sorted.set(keys);
    for (let block = 2; block <= n; block *= 2)
      for (let apart = block >> 1; apart > 0; apart >>= 1)
        for (let pair = 0; pair < n >> 1; pair++) {
          const low = 2 * pair - (pair & (apart - 1));
          const [a, b] = [sorted[low], sorted[low + apart]];
          if (a > b === ((low & block) === 0)) {
            sorted[low] = b;
            sorted[low + apart] = a;
          }
        }
  },
});

export const reduction = define({
  name: "reduction",
  group: "data movement",
  what: "sum of 4,194,304 numbers",
  tolerance: rounded(1e-5),
  workload: (quick) => {
    const x = floats(lengthOf(quick), 0, 1, 12);
    return { arrays: { x, sum: new Float64Array(1) }, scalars: {}, outputs: ["sum"] };
  },
  lanewise:
    (q, { x, sum }) =>
    () => {
      sum[0] = reduce(q, x, "add").waitSync();
    },
  plain: ({ x, sum }) => {
    let total = 0;
    for (let i = 0; i < x.length; i++) total += x[i];
    sum[0] = total;
  },
});

export const launchOverhead = define({
  name: "launch-overhead",
  group: "data movement",
  what: "64 passes over 1,048,576 numbers, one addition each",
  tolerance: exactly,
  workload: (quick) => {
    const n = quick ? 1000 : 1_048_576;
    const x = Float32Array.from({ length: n }, (_, i) => (mixed(i, 13) >>> 20) / 4096);
    const [a, b] = [new Float32Array(n), new Float32Array(n)];
    return { arrays: { x, a, b }, scalars: { n, passes: 64 }, outputs: ["b"] };
  },
  lanewise: (q, { x, a, b }, { n, passes }) => {
    const pass = (from: Float32Array, to: Float32Array) =>
      q.parallelFor(n, (i) => {
        to[i] = from[i] + 1 / 1024;
      });
    return () => {
      pass(x, a);
      for (let done = 1; done < passes; done++) done % 2 === 1 ? pass(a, b) : pass(b, a);
    };
  },
  plain: ({ x, a, b }, { n, passes }) => {
    const pass = (from: Float32Array, to: Float32Array): void => {
      for (let i = 0; i < n; i++) to[i] = from[i] + 1 / 1024;
    };
    pass(x, a);
    for (let done = 1; done < passes; done++) done % 2 === 1 ? pass(a, b) : pass(b, a);
  },
});

export const histogram = define({
  name: "histogram",
  group: "data movement",
  what: "256 counts of 4,194,304 bytes",
  tolerance: exactly,
  workload: (quick) => {
    const x = bytes(lengthOf(quick), 14);
    return { arrays: { x, bins: new Uint32Array(256) }, scalars: {}, outputs: ["bins"] };
  },
  lanewise:
    (q, { x, bins }) =>
    () =>
      countValues(q, x, bins),
  plain: ({ x, bins }) => {
    bins.fill(0);
    for (let i = 0; i < x.length; i++) bins[x[i]]++;
  },
});

export const topk = define({
  name: "topk",
  group: "data movement",
  what: "the 512 greatest of 4,194,304 numbers",
  tolerance: exactly,
  workload: (quick) => {
    const x = floats(lengthOf(quick), 0, 1, 15);
    return { arrays: { x, top: new Float32Array(quick ? 16 : 512) }, scalars: {}, outputs: ["top"] };
  },
  lanewise:
    (q, { x, top }) =>
    () =>
      topK(q, x, top),
  plain: ({ x, top }) => {
    // A heap with the least of the greatest on top.
    const heap = x.slice(0, top.length).sort();
    for (let i = top.length; i < x.length; i++) {
      const value = x[i];
      if (value <= heap[0]) continue;
      let at = 0;
      for (let child = 1; child < heap.length; child = 2 * at + 1) {
        if (child + 1 < heap.length && heap[child + 1] < heap[child]) child++;
        if (heap[child] >= value) break;
        heap[at] = heap[child];
        at = child;
      }
      heap[at] = value;
    }
    top.set(heap.sort().reverse());
  },
});

export const compaction = define({
  name: "compaction",
  group: "data movement",
  what: "those of 4,194,304 numbers that are above 0.5",
  tolerance: exactly,
  workload: (quick) => {
    const x = floats(lengthOf(quick), 0, 1, 16);
    return { arrays: { x, chosen: new Float32Array(x.length) }, scalars: {}, outputs: ["chosen"] };
  },
  lanewise:
    (q, { x, chosen }) =>
    () =>
      compact(q, x, (value) => value > 0.5, chosen),
  plain: ({ x, chosen }) => {
    let count = 0;
    for (let i = 0; i < x.length; i++) if (x[i] > 0.5) chosen[count++] = x[i];
  },
});

export const prefixSum = define({
  name: "prefix-sum",
  group: "data movement",
  what: "running sums of 4,194,304 integers",
  tolerance: exactly,
  workload: (quick) => {
    const n = lengthOf(quick);
    const x = Int32Array.from({ length: n }, (_, i) => mixed(i, 17) & 255);
    return { arrays: { x, sums: new Int32Array(n) }, scalars: {}, outputs: ["sums"] };
  },
  lanewise:
    (q, { x, sums }) =>
    () =>
      inclusiveScan(q, x, sums, "add"),
  plain: ({ x, sums }) => {
    let sum = 0;
    for (let i = 0; i < x.length; i++) {
      sum = (sum + x[i]) | 0;
      sums[i] = sum;
    }
  },
});

export const radixSort = define({
  name: "radix-sort",
  group: "data movement",
  what: "1,048,576 keys of 32 bits",
  tolerance: exactly,
  workload: (quick) => {
    const n = quick ? 1000 : 1_048_576;
    const keys = Uint32Array.from({ length: n }, (_, i) => mixed(i, 18));
    return {
      arrays: { keys, sorted: new Uint32Array(n), spare: new Uint32Array(n) },
      scalars: {},
      outputs: ["sorted"],
    };
  },
  lanewise:
    (q, { keys, sorted }) =>
    () => {
      sorted.set(keys);
      return sort(q, sorted);
    },
  plain: ({ keys, sorted, spare }) => {
    const places = new Uint32Array(256);
    let [from, to] = [keys, spare];
    for (let shift = 0; shift < 32; shift += 8) {
      places.fill(0);
      for (let i = 0; i < from.length; i++) places[(from[i] >>> shift) & 255]++;
      let sum = 0;
      for (let digit = 0; digit < 256; digit++) {
        const count = places[digit];
        places[digit] = sum;
        sum += count;
      }
      for (let i = 0; i < from.length; i++) to[places[(from[i] >>> shift) & 255]++] = from[i];
      [from, to] = [to, to === spare ? sorted : spare];
    }
  },
});

export const undersized = define({
  name: "undersized",
  group: "data movement",
  what: "4,096 multiplications: too little work",
  tolerance: exactly,
  workload: () => {
    const x = floats(4096, -0.5, 0.5, 19);
    return { arrays: { x, squares: new Float32Array(4096) }, scalars: {}, outputs: ["squares"] };
  },
  lanewise:
    (q, { x, squares }) =>
    () =>
      q.parallelFor(x.length, (i) => {
        squares[i] = x[i] * x[i];
      }),
  plain: ({ x, squares }) => {
    for (let i = 0; i < x.length; i++) squares[i] = x[i] * x[i];
  },
});

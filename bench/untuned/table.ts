// What is measured, in the order of the printed table.

import { kernels } from "../kernels/table.js";
import type { Untuned } from "./define.js";
import { lifeBits, lutU8, marching, rgb2yuv } from "./image.js";
import { fft1k, fft1kGroup, fft1kItem, floyd, gemmI8T, softmax, softmaxGroup } from "./linear.js";
import { bvh, lbm, levenshtein } from "./simulation.js";

/** The kernels of this folder. */
export const untuned: readonly Untuned[] = [
  ...[softmax, softmaxGroup, gemmI8T, levenshtein, fft1k, fft1kGroup, fft1kItem],
  ...[floyd, bvh, lifeBits, marching, lbm, rgb2yuv, lutU8],
];

/** Those of ../kernels, each size by itself; their C is compared by `npm run bench`. */
export const tuned: readonly Untuned[] = kernels.flatMap((kernel) =>
  kernel.sizes.map((size) => ({
    name: `${kernel.name} ${size}`,
    c: "",
    tolerance: kernel.tolerance,
    workload: () => kernel.workload(size),
    lanewise: (q, arrays, scalars) => kernel.lanewise(q, arrays, scalars),
    plain: (arrays, scalars) => kernel.plain(arrays, scalars),
  })),
);

// The kernels of this folder, in the order of the printed table.

import type { Untuned } from "./define.js";
import { lifeBits, lutU8, marching, rgb2yuv } from "./image.js";
import { fft1k, fft1kGroup, fft1kItem, floyd, gemmI8T, softmax, softmaxGroup } from "./linear.js";
import { bvh, lbm, levenshtein } from "./simulation.js";

export const untuned: readonly Untuned[] = [
  ...[softmax, softmaxGroup, gemmI8T, levenshtein, fft1k, fft1kGroup, fft1kItem],
  ...[floyd, bvh, lifeBits, marching, lbm, rgb2yuv, lutU8],
];

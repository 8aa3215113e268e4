// How many elements of an array are in each of some ranges of values.

import type { OptionTable } from "../check-options.js";
import { describeValue } from "../describe-value.js";
import { LanewiseError } from "../errors.js";
import type { QueueEvent } from "../event.js";
import type { Kernel1 } from "../language/kernel-function.js";
import type { Queue } from "../queue.js";
import { checkArray, type NumberArray } from "./arrays.js";
import { type Counting, FEW, fewKeyKernels, keyKernels, sumRows, valueKernels } from "./histogram-kernels.js";
import { type AlgorithmOptions, algorithmOptions, checkCall, launchAll } from "./launches.js";
import { cutIntoPieces } from "./pieces.js";

const LEAST = 16_384;
const MOST = 64;
/** Bins of all pieces together, if one has fewer. */
const MOST_BINS = 2 ** 21;

export interface HistogramOptions extends AlgorithmOptions {
  /** The least value that is counted. Default: 0. */
  readonly min?: number;
  /** The least value that is too large to be counted. Default: such that there is a bin for each integer. */
  readonly max?: number;
}

const histogramOptions = {
  ...algorithmOptions,
  min: "checked",
  max: "checked",
} as const satisfies OptionTable<HistogramOptions>;

export type Histogrammed = Exclude<NumberArray, BigInt64Array | BigUint64Array>;

/**
 * Counts the values from `min` to below `max` in `bins.length` ranges of one width. What `bins` held before is gone; values outside, and NaN, count
 * nowhere.
 *
 *     await histogram(q, pixels, new Uint32Array(256));
 */
export function histogram(q: Queue, x: Histogrammed, bins: Uint32Array, options: HistogramOptions = {}): QueueEvent {
  checkCall(q, "histogram", options, histogramOptions);
  const { name } = checkArray(x, valueKernels, "histogram: x");
  checkArray(bins, { Uint32Array: sumRows }, "histogram: bins");
  const { min = 0, max = Number.isFinite(min) ? min + bins.length : 0 } = options;
  if (!(Number.isFinite(min) && Number.isFinite(max) && min <= max)) {
    throw new LanewiseError(
      "invalid",
      `histogram: min is ${describeValue(min)}, max is ${describeValue(max)}; expected finite numbers, min the lesser.`,
    );
  }
  const pieces = cutIntoPieces(x.length, LEAST, Math.max(1, Math.min(MOST, Math.floor(MOST_BINS / bins.length))));
  const counting = {
    bins: bins.length,
    min,
    max,
    scale: bins.length / (max - min),
    piece: pieces.size,
    length: x.length,
  };
  const isByKey =
    !name.startsWith("Float") && Number.isInteger(min) && max - min === bins.length && Math.abs(min) < 2 ** 31;
  const isFew = isByKey && bins.length <= FEW;
  const byKey = isFew ? fewKeyKernels : keyKernels;
  const rowCount = isFew ? 1 : pieces.count;
  return launchAll(q, "histogram", options, (launches) => {
    const rows = launches.take(Uint32Array, rowCount * bins.length + 1).fill(0);
    const isWide = x instanceof Uint32Array;
    // The row of the array's own type, which the tables of all types cannot say.
    const kernels = (isByKey ? byKey : valueKernels) as Readonly<
      Record<string, (counting: Counting<unknown>) => Kernel1>
    >;
    const keys = isByKey && isWide ? new Int32Array(x.buffer, x.byteOffset, x.length) : x;
    const kernel = kernels[isByKey && isWide ? "Int32Array" : name];
    if (kernel && bins.length > 0)
      launches.run(isFew ? x.length : pieces.count, kernel({ ...counting, x: keys, rows }), "unchecked");
    return launches.run(bins.length, sumRows(rows, bins, rowCount));
  });
}

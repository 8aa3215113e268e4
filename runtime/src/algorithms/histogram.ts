// Counts the elements of an array in ranges of values.

import { LanewiseError } from "../errors/index.js";
import type { Kernel1 } from "../language/index.js";
import type { QueueEvent } from "../queue/commands/index.js";
import type { Queue } from "../queue/index.js";
import { bufferOf, byteOffsetOf, describeValue, lengthOf, type OptionTable } from "../values/index.js";
import { checkArray, type NumberArray } from "./arrays.js";
import { type Counting, FEW, fewKeyKernels, keyKernels, sumRows, valueKernels } from "./histogram-kernels.js";
import { type AlgorithmOptions, algorithmOptions, checkCall, launchAll } from "./launches.js";
import { cutIntoPieces } from "./pieces.js";

const LEAST = 16_384;
const MOST = 64;
/** The same where each work-item has a thread of its own. */
const LEAST_APART = 1024;
const MOST_APART = 8192;
/** The most bins in all pieces together, if one piece has fewer. */
const MOST_BINS = 2 ** 21;

/** The options of `histogram`. */
export interface HistogramOptions extends AlgorithmOptions {
  /** The least value counted. Default: 0. */
  readonly min?: number;
  /** The least value that is too large to be counted. Default: gives each integer a bin. */
  readonly max?: number;
}

const histogramOptions = {
  ...algorithmOptions,
  min: "checked",
  max: "checked",
} as const satisfies OptionTable<HistogramOptions>;

/** An array whose values `histogram` can count. */
export type Histogrammed = Exclude<NumberArray, BigInt64Array | BigUint64Array>;

/**
 * Counts the values from `min` to below `max` in `bins.length` ranges of equal width. Overwrites `bins`; does not count values outside, or NaN.
 *
 *     await histogram(q, pixels, new Uint32Array(256));
 */
export function histogram(q: Queue, x: Histogrammed, bins: Uint32Array, options: HistogramOptions = {}): QueueEvent {
  const own = checkCall(q, "histogram", options, histogramOptions);
  const { name } = checkArray(x, valueKernels, "histogram: x");
  checkArray(bins, { Uint32Array: sumRows }, "histogram: bins");
  const count = lengthOf(bins);
  const { min = 0, max = Number.isFinite(min) ? min + count : 0 } = own;
  if (!(Number.isFinite(min) && Number.isFinite(max) && min <= max)) {
    throw new LanewiseError(
      "invalid",
      `histogram: min is ${describeValue(min)}, max is ${describeValue(max)}; expected finite numbers with min < max.`,
    );
  }
  const isByKey = !name.startsWith("Float") && Number.isInteger(min) && max - min === count && Math.abs(min) < 2 ** 31;
  const isFew = isByKey && count <= FEW;
  const byKey = isFew ? fewKeyKernels : keyKernels;
  return launchAll(q, "histogram", own, (launches) => {
    const [least, most] = launches.areApart ? [LEAST_APART, MOST_APART] : [LEAST, MOST];
    const pieces = cutIntoPieces(lengthOf(x), least, Math.max(1, Math.min(most, Math.floor(MOST_BINS / count))));
    const rowCount = isFew ? 1 : pieces.count;
    const counting = {
      ...{ bins: count, min, max },
      scale: count / (max - min),
      piece: pieces.size,
      length: lengthOf(x),
    };
    const rows = launches.takeFilled(Uint32Array, rowCount * count + 1, 0);
    const isWide = name === "Uint32Array";
    // The row for the array's own type, which the tables for all types cannot express.
    const kernels = (isByKey ? byKey : valueKernels) as Readonly<
      Record<string, (counting: Counting<unknown>) => Kernel1>
    >;
    const keys = isByKey && isWide ? new Int32Array(bufferOf(x), byteOffsetOf(x), lengthOf(x)) : x;
    const kernel = kernels[isByKey && isWide ? "Int32Array" : name];
    if (kernel && count > 0)
      launches.run(isFew ? lengthOf(x) : pieces.count, kernel({ ...counting, x: keys, rows }), "unchecked");
    return launches.run(count, sumRows(rows, bins, rowCount));
  });
}

// `lanewise/algorithms`: parallel algorithms over arrays, written in our own kernels. Everything that is exported is listed here.

export type { NumberArray, SameArray } from "./arrays.js";
export { compact, partition } from "./compact.js";
export type { ElementFunction1, ElementFunction2 } from "./element-function.js";
export { type Histogrammed, type HistogramOptions, histogram } from "./histogram.js";
export type { AlgorithmOptions } from "./launches.js";
export { type MatmulOptions, matmul } from "./matmul.js";
export { type OperationOn, reduce } from "./reduce.js";
export type { ResultEvent } from "./result-event.js";
export { exclusiveScan, inclusiveScan, type ScanOperation, type ScanResult } from "./scan.js";
export { type SortOptions, sort, sortByKey } from "./sort.js";
export { transform } from "./transform.js";

// `lanewise/algorithms`: parallel algorithms over arrays, written in our own kernels. All exports are listed here.

export type { NumberArray, SameArray } from "./arrays.js";
export { argMax, argMin, type TopKOptions, topK } from "./best.js";
export { compact, partition, unique } from "./compact.js";
export type { ElementFunction1, ElementFunction2, ElementPredicate } from "./element-function.js";
export { gather, type Indices, scatter } from "./gather.js";
export { type Histogrammed, type HistogramOptions, histogram } from "./histogram.js";
export type { AlgorithmOptions } from "./launches.js";
export { type MatmulOptions, matmul } from "./matmul.js";
export { merge } from "./merge.js";
export { nthElement } from "./nth-element.js";
export { type OperationOn, reduce } from "./reduce.js";
export type { ResultEvent } from "./result-event.js";
export { exclusiveScan, inclusiveScan, type ScanOperation, type ScanResult } from "./scan.js";
export { type SortOptions, sort, sortByKey } from "./sort.js";
export { transform } from "./transform.js";

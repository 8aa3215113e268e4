// `lanewise/algorithms`: parallel algorithms over arrays, written in our own kernels. Everything that is exported is listed here.

export type { NumberArray } from "./arrays.js";
export type { AlgorithmOptions } from "./launches.js";
export { type MatmulOptions, matmul } from "./matmul.js";
export { type OperationOn, reduce } from "./reduce.js";
export type { ResultEvent } from "./result-event.js";
export { exclusiveScan, inclusiveScan, type ScanOperation, type ScanResult } from "./scan.js";
export { type SortOptions, sort, sortByKey } from "./sort.js";

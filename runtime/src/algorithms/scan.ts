// Scans: each element becomes the sum (product, minimum, maximum) of those before it, including itself or not. One thread traverses the array once;
// for several the totals of its pieces are computed first, so that each piece can begin. Values are combined in the same order either way. Elements
// after the last piece are scanned one by one, as are all on the host device.

import { identityOf, type ReductionOp, type ReductionScalar } from "@lanewise/ir";
import { type NdItemKernel, ndRange } from "../language/index.js";
import type { QueueEvent } from "../queue/commands/index.js";
import type { Queue } from "../queue/index.js";
import { elementTypeOfArray, lengthOf } from "../values/index.js";
import {
  type ArrayType,
  checkArray,
  checkChoice,
  checkSameLength,
  type NumberArray,
  type SameArray,
} from "./arrays.js";
import { type AlgorithmOptions, checkCall, type Launches, launchAll } from "./launches.js";
import {
  type Narrow,
  operations,
  PIECE,
  ROW,
  type ScanKernels,
  type ScanOperation,
  scanKernels,
  widen,
} from "./scan-kernels.js";
import { LANES, TILE, type TileKernels, type TileScan, tileKernels } from "./scan-tiles.js";

/** One sub-group scans up to this many pieces, even if there are threads for more. */
const FEW_PIECES = 16;

export type { ScanOperation };

/** The result's array type: that of x; Int32Array for 8- and 16-bit elements. */
export type ScanResult<A extends NumberArray> = A extends
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  ? Int32Array
  : SameArray<A>;

/**
 * Sets `out[i]` to the sum of `x[0]` to `x[i]`, or combines them by another operation. `out` may be `x`.
 *
 *     await inclusiveScan(q, x, out, "add");
 */
export function inclusiveScan<A extends NumberArray>(
  q: Queue,
  x: A,
  out: ScanResult<A>,
  operation: ScanOperation = "add",
  options: AlgorithmOptions = {},
): QueueEvent {
  return scan(q, "inclusiveScan", { x, out, operation, isExclusive: false }, options);
}

/**
 * Sets `out[i]` to the sum of `x[0]` to `x[i - 1]`, or combines them by another operation; `out[0]` is the identity. `out` may be `x`.
 *
 *     await exclusiveScan(q, lengths, offsets);
 */
export function exclusiveScan<A extends NumberArray>(
  q: Queue,
  x: A,
  out: ScanResult<A>,
  operation: ScanOperation = "add",
  options: AlgorithmOptions = {},
): QueueEvent {
  return scan(q, "exclusiveScan", { x, out, operation, isExclusive: true }, options);
}

interface Scan {
  readonly x: unknown;
  readonly out: unknown;
  readonly operation: ScanOperation;
  readonly isExclusive: boolean;
}

function scan(q: Queue, called: string, asked: Scan, options: AlgorithmOptions): QueueEvent {
  const own = checkCall(q, called, options);
  const { array: x, name } = checkArray(asked.x, { ...scanKernels, ...narrow }, `${called}: x`);
  const wide = isNarrow(name) ? "Int32Array" : name;
  const { array: out } = checkArray(asked.out, { [wide]: scanKernels[wide] }, `${called}: out`);
  checkSameLength(out, x, `${called}: out`, "x");
  // A row for each array type, which the table for all types cannot express.
  const kernels = scanKernels[wide] as unknown as ScanKernels<NumberArray>;
  const number = checkChoice(operations, asked.operation, `${called}: the operation`);
  return launchAll(q, called, own, (launches) => {
    // The name tells the class; that of the result was checked to be i32.
    if (isNarrow(name)) launches.run(lengthOf(x), widen(x as Narrow, out as Int32Array));
    const own = isNarrow(name) ? out : x;
    if (!launches.areApart || !isTiled(wide)) return submit(launches, kernels, own, out, asked, number);
    const { isExclusive } = asked;
    // As above.
    const tiled = tileKernels[wide] as unknown as TileKernels<NumberArray>;
    return submitTiles(launches, tiled, { x: own, out, operation: number, isExclusive });
  });
}

const narrow = { Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array };

function isNarrow(name: string): name is keyof typeof narrow {
  return name in narrow;
}

function isTiled(name: string): name is keyof typeof tileKernels {
  return name in tileKernels;
}

function submit(
  launches: Launches,
  kernels: ScanKernels<NumberArray>,
  x: NumberArray,
  out: NumberArray,
  { operation, isExclusive }: Scan,
  number: number,
): QueueEvent {
  // Without gangs, as on the host, members of sub-groups meet in memory, which is slower than a loop over all.
  const all = launches.areSideBySide ? Math.floor(lengthOf(out) / PIECE) : 0;
  const groups = !launches.hasManyThreads || all <= FEW_PIECES ? 1 : all;
  const take = (size: number) => takeIdentities(launches, out, operation, size);
  const [identity, starts, end] = [take(1), take(groups), take(1)];
  const parts = { starts, end, pieces: all / groups, rest: all * PIECE };
  const launch = { x, out, identity, ...parts, operation: number, isExclusive };
  const addGroups = (kernel: NdItemKernel<1>) =>
    launches.add((q, own) => q.parallelFor(ndRange(groups * ROW, ROW), kernel, { ...own, subGroupSize: ROW }));
  if (groups > 1) {
    addGroups(kernels.totals(launch));
    launches.add((q, own) => q.singleTask(kernels.starts(launch), own));
  }
  if (all > 0) {
    const event = addGroups(kernels.scan(launch));
    if (launch.rest === lengthOf(out)) return event;
  }
  return launches.add((q, own) => q.singleTask(kernels.rest(launch), own));
}

/** Scans integers of an algorithm's own in place, where each work-item has a thread of its own. */
export function scanInTiles(launches: Launches, sums: Int32Array, isExclusive: boolean): QueueEvent {
  // As above.
  const kernels = tileKernels.Int32Array as unknown as TileKernels<NumberArray>;
  return submitTiles(launches, kernels, { x: sums, out: sums, operation: operations.add, isExclusive });
}

function submitTiles(
  launches: Launches,
  kernels: TileKernels<NumberArray>,
  scan: Pick<TileScan<NumberArray>, "x" | "out" | "operation" | "isExclusive">,
): QueueEvent {
  const length = lengthOf(scan.x);
  const tiles = Math.max(1, Math.ceil(length / TILE));
  const hasStarts = tiles > 1;
  // The results are of the type of the elements.
  const type = elementTypeOfArray(scan.out).type as ArrayType<NumberArray>;
  const starts = hasStarts ? launches.take(type, tiles) : scan.out;
  const own = { ...scan, starts, length, hasStarts };
  const addGroups = (kernel: NdItemKernel<1>) =>
    launches.add((q, own) => q.parallelFor(ndRange(tiles * LANES, LANES), kernel, { ...own, bounds: "unchecked" }));
  if (hasStarts) {
    addGroups(kernels.totals(own));
    submitTiles(launches, kernels, { ...scan, x: starts, out: starts, isExclusive: true });
  }
  return addGroups(kernels.scan(own));
}

const ops = { add: "add", multiply: "mul", min: "min", max: "max" } as const satisfies Record<
  ScanOperation,
  ReductionOp
>;

/** Allocates memory of `out`'s type, filled with the identity. */
function takeIdentities(launches: Launches, out: NumberArray, operation: ScanOperation, length: number): NumberArray {
  const { type, scalar } = elementTypeOfArray(out);
  // Results are of the types that can be combined. Each array is made over a buffer, and filled with its own elements.
  return launches.takeFilled(
    type as ArrayType<NumberArray>,
    length,
    identityOf(ops[operation], scalar as ReductionScalar) as number,
  );
}

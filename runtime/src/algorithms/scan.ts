// Scans: each element becomes the sum (product, least, largest) of those before it, with it or without. One thread goes through the array once; for
// several the totals of its pieces are computed before, so that each piece can begin. Values are combined in the same order either way.
// What is behind the last piece goes from element to element, as all does on the host device.

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
import { PIECE, ROW, type ScanKernels, type ScanOperation, scanKernels, widen } from "./scan-kernels.js";

/** So many pieces one sub-group scans, even where there are threads for more. */
const FEW_PIECES = 16;

export type { ScanOperation };

/** Where results go: an array of the same type; of i32 for elements of 8 and 16 bits. */
export type ScanResult<A extends NumberArray> = A extends
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  ? Int32Array
  : SameArray<A>;

/**
 * `out[i]` is the sum of `x[0]` to `x[i]`, or what another operation makes of them. `out` may be `x`.
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
 * `out[i]` is the sum of `x[0]` to `x[i - 1]`, or what another operation makes of them; `out[0]` is what changes nothing. `out` may be `x`.
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
  const { array: x, name } = checkArray(asked.x, { ...scanKernels, ...widen }, `${called}: x`);
  const wide = isNarrow(name) ? "Int32Array" : name;
  const { array: out } = checkArray(asked.out, { [wide]: scanKernels[wide] }, `${called}: out`);
  checkSameLength(out, x, `${called}: out`, "x");
  // A row for each type of array, which the table of them all cannot say.
  const rows = scanKernels[wide] as unknown as Readonly<Record<ScanOperation, ScanKernels<NumberArray>>>;
  const kernels = checkChoice(rows, asked.operation, `${called}: the operation`);
  return launchAll(q, called, own, (launches) => {
    // The kernel of the array's own type, into the array that was found to be of i32.
    if (isNarrow(name)) launches.run(lengthOf(x), widen[name](x as never, out as Int32Array));
    return submit(launches, kernels, isNarrow(name) ? out : x, out, asked);
  });
}

function isNarrow(name: string): name is keyof typeof widen {
  return name in widen;
}

function submit(
  launches: Launches,
  kernels: ScanKernels<NumberArray>,
  x: NumberArray,
  out: NumberArray,
  { operation, isExclusive }: Scan,
): QueueEvent {
  // Without gangs, as on the host, members of sub-groups meet in memory, which is slower than a loop over all.
  const all = launches.hasGangs ? Math.floor(lengthOf(out) / PIECE) : 0;
  const groups = launches.threads === 1 || all <= FEW_PIECES ? 1 : all;
  const take = (size: number) => takeIdentities(launches, out, operation, size);
  const [identity, starts, end] = [take(1), take(groups), take(1)];
  const launch = { x, out, identity, starts, end, pieces: all / groups, rest: all * PIECE, isExclusive };
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

const ops = { add: "add", multiply: "mul", min: "min", max: "max" } as const satisfies Record<
  ScanOperation,
  ReductionOp
>;

/** Memory like `out` that holds what changes nothing. */
function takeIdentities(launches: Launches, out: NumberArray, operation: ScanOperation, length: number): NumberArray {
  const { type, scalar } = elementTypeOfArray(out);
  // Results are of the types that can be combined. Each array is made over a buffer, and filled with its own elements.
  const array = launches.take(type as ArrayType<NumberArray>, length);
  return array.fill(identityOf(ops[operation], scalar as ReductionScalar) as never);
}

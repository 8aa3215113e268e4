// Scans: each element becomes the sum (product, least, largest) of those before it, with it or without. The array is gone through in stretches
// that fit into caches, since each is read twice; their length, and that of lanes, hang on nothing but the elements' type.

import { identityOf, type ReductionOp, type ReductionScalar } from "@lanewise/codegen";
import { elementTypeOfArray } from "../element-types.js";
import type { QueueEvent } from "../event.js";
import type { Queue } from "../queue.js";
import {
  type ArrayType,
  checkArray,
  checkChoice,
  checkSameLength,
  type NumberArray,
  type SameArray,
} from "./arrays.js";
import { type AlgorithmOptions, type Launches, launchAll } from "./launches.js";
import { LANES, PARTS, type ScanKernels, type ScanOperation, scanKernels, widen } from "./scan-kernels.js";

/** Of a lane, not a power of two: lanes that are scanned together would meet in the same lines of a cache. */
const LANE = 33 * PARTS;
/** Lanes of a stretch: 1 million elements. */
const MOST_LANES = 2048;

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
  const { array: x, name } = checkArray(asked.x, { ...scanKernels, ...widen }, `${called}: x`);
  const wide = isNarrow(name) ? "Int32Array" : name;
  const { array: out } = checkArray(asked.out, { [wide]: scanKernels[wide] }, `${called}: out`);
  checkSameLength(out, x, `${called}: out`, "x");
  // A row for each type of array, which the table of them all cannot say.
  const rows = scanKernels[wide] as unknown as Readonly<Record<ScanOperation, ScanKernels<NumberArray>>>;
  const kernels = checkChoice(rows, asked.operation, `${called}: the operation`);
  return launchAll(q, called, options, (launches) => {
    // The kernel of the array's own type, into the array that was found to be of i32.
    if (isNarrow(name)) launches.run(x.length, widen[name](x as never, out as Int32Array));
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
  const { length } = out;
  const most = Math.min(MOST_LANES, Math.max(1, Math.ceil(length / LANE)));
  const take = (size: number) => takeIdentities(launches, out, operation, size);
  const [identity, parts, carries] = [take(1), take(most * PARTS), take(most + 1)];
  const scanFrom = (first: number): QueueEvent => {
    const lanes = Math.min(most, Math.ceil((length - first) / LANE));
    const stretch = { x, out, identity, parts, carries, first, lanes, lane: LANE, length, isExclusive };
    launches.add((q, own) => q.parallelFor([lanes, PARTS], kernels.parts(stretch), own));
    launches.add((q, own) => q.singleTask(kernels.carries(stretch), own));
    return launches.run(Math.ceil(lanes / LANES), kernels.scan(stretch));
  };
  let last = scanFrom(0);
  for (let first = most * LANE; first < length; first += most * LANE) last = scanFrom(first);
  return last;
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

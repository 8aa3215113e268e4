// Moves elements by index: gathers them into consecutive elements, or scatters them.

import type { Kernel1 } from "../language/index.js";
import type { QueueEvent } from "../queue/commands/index.js";
import type { Queue } from "../queue/index.js";
import { bufferOf, byteOffsetOf, lengthOf } from "../values/index.js";
import { type ArrayType, checkArray, checkSameLength, type NumberArray, type SameArray } from "./arrays.js";
import * as kernels from "./gather-kernels.js";
import { type AlgorithmOptions, checkCall, type Launches, launchAll } from "./launches.js";
import { sortRows } from "./sort-widths.js";

/** With signed indices, errors show a negative index as such. */
export type Indices = Int32Array | Uint32Array;

/**
 * Sets `out[i]` to `x[indices[i]]`. An index outside x is an error, as in a kernel. `out` shares no memory with x.
 *
 *     await gather(q, colours, order, sorted);
 */
export function gather<A extends NumberArray>(
  q: Queue,
  x: A,
  indices: Indices,
  out: SameArray<A>,
  options: AlgorithmOptions = {},
): QueueEvent {
  const own = checkMoved(q, "gather", { x, indices, out }, options);
  checkSameLength(out, indices, "gather: out", "indices");
  return launchAll(q, "gather", own, (launches) => gatherElements(launches, x, indices, out));
}

/**
 * Sets `out[indices[i]]` to `x[i]`; elements of out without an index are unchanged. An index outside out is an error, as in a kernel. If two indices
 * are equal, either element may win. `out` shares no memory with x.
 *
 *     await scatter(q, sorted, order, colours);
 */
export function scatter<A extends NumberArray>(
  q: Queue,
  x: A,
  indices: Indices,
  out: SameArray<A>,
  options: AlgorithmOptions = {},
): QueueEvent {
  const own = checkMoved(q, "scatter", { x, indices, out }, options);
  checkSameLength(indices, x, "scatter: indices", "x");
  return launchAll(q, "scatter", own, (launches) => move(launches, "scatter", { x, indices, out }));
}

type Moved = kernels.Indexed<NumberArray, Indices>;

function checkMoved(q: Queue, called: string, { x, indices, out }: Moved, options: AlgorithmOptions) {
  const own = checkCall(q, called, options);
  const { name } = checkArray(x, sortRows, `${called}: x`);
  checkArray(indices, { Int32Array: 0, Uint32Array: 0 }, `${called}: indices`);
  checkArray(out, { [name]: sortRows[name] }, `${called}: out`);
  return own;
}

/** Submits a gather. */
export function gatherElements(launches: Launches, x: NumberArray, indices: Indices, out: NumberArray): QueueEvent {
  return move(launches, "gather", { x, indices, out });
}

type Direction = "gather" | "scatter";

function move(launches: Launches, direction: Direction, moved: Moved): QueueEvent {
  const range = lengthOf(moved.indices);
  // Elements have one of the sizes in the table.
  return launches.run(range, (movers[moved.x.BYTES_PER_ELEMENT] as Mover)(direction, moved));
}

type Mover = (direction: Direction, moved: Moved) => Kernel1;
type Signs<A> = readonly [
  (moved: kernels.Indexed<A, Int32Array>) => Kernel1,
  (moved: kernels.Indexed<A, Uint32Array>) => Kernel1,
];

function moverOf<A extends NumberArray>(type: ArrayType<A>, own: Readonly<Record<Direction, Signs<A>>>): Mover {
  const bits = (array: NumberArray): A => new type(bufferOf(array), byteOffsetOf(array), lengthOf(array));
  return (direction, { x, indices, out }) => {
    const [signed, unsigned] = own[direction];
    const arrays = { x: bits(x), out: bits(out) };
    return indices instanceof Int32Array ? signed({ ...arrays, indices }) : unsigned({ ...arrays, indices });
  };
}

/** By element size. */
const movers: Readonly<Record<number, Mover>> = {
  1: moverOf(Uint8Array, {
    gather: [kernels.gather8, kernels.gather8Unsigned],
    scatter: [kernels.scatter8, kernels.scatter8Unsigned],
  }),
  2: moverOf(Uint16Array, {
    gather: [kernels.gather16, kernels.gather16Unsigned],
    scatter: [kernels.scatter16, kernels.scatter16Unsigned],
  }),
  4: moverOf(Uint32Array, {
    gather: [kernels.gather32, kernels.gather32Unsigned],
    scatter: [kernels.scatter32, kernels.scatter32Unsigned],
  }),
  8: moverOf(BigUint64Array, {
    gather: [kernels.gather64, kernels.gather64Unsigned],
    scatter: [kernels.scatter64, kernels.scatter64Unsigned],
  }),
};

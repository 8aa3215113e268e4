// How a range is cut into blocks for a launch with reductions (codegen/src/reductions/). By the range alone: what is combined with what
// must not hang on threads, gangs or speed.

import { BLOCK_LANES, type ReductionNumber } from "@lanewise/codegen";
import type { LaunchRange } from "./range.js";

/** A block has at least so many indices, where there are as many, and there are about so many blocks at most. */
const LEAST = 16 * BLOCK_LANES;
const MOST_BLOCKS = 1024;

export interface ReductionBlocks {
  /** Blocks by lanes: what runs. */
  readonly range: LaunchRange;
  /** What the kernel is told. */
  readonly numbers: Readonly<Record<ReductionNumber, number>>;
}

export function cutIntoBlocks({ dimensions, sizes, total }: LaunchRange): ReductionBlocks {
  const [first, second, third] = sizes;
  // The unused sizes are the last ones, and are 1.
  const all = { 0: [1, 1, 1], 1: [1, 1, first], 2: [1, first, second], 3: [first, second, third] } as const;
  const [outer, middle, inner] = all[dimensions];
  const wanted = Math.max(LEAST, roundUp(Math.ceil(total / MOST_BLOCKS)));
  const segment = Math.min(wanted, roundUp(inner));
  const segments = total === 0 ? 0 : Math.ceil(inner / segment);
  const units = outer * middle * segments;
  const perBlock = Math.max(1, Math.ceil(wanted / segment));
  const blocks = total === 0 ? 0 : Math.ceil(units / perBlock);
  const range = { dimensions: 2, sizes: [blocks, BLOCK_LANES, 1], total: blocks * BLOCK_LANES } as const;
  return { range, numbers: { outer, middle, inner, segment, segments, perBlock } };
}

function roundUp(count: number): number {
  return Math.ceil(count / BLOCK_LANES) * BLOCK_LANES;
}

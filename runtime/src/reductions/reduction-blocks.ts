// How a range is cut into blocks for a launch with reductions (codegen/src/reductions/). By the range and the targets alone: what is combined
// with what must not depend on threads, gangs or speed.

import { BLOCK_LANES, lanesOf, type ReductionNumber } from "@lanewise/ir";
import type { ReductionForm } from "../images/programs/index.js";
import { type LaunchRange, plainRange } from "../values/index.js";
import { type ReductionTarget, sizeOfCopy } from "./reduction-target.js";

/** A block has at least so many indices, where there are as many. */
const LEAST = 16 * BLOCK_LANES;
/** So many blocks are enough for threads; a GPU wants more, which large ranges have, on all devices: sums of floats depend on it. */
const ENOUGH_BLOCKS = 1024;
const MOST_BLOCKS = 8192;
/** Indices of a block, beyond ENOUGH_BLOCKS: what combining the blocks costs is little beside them. */
const LARGE = 4096;
/** Of blocks that have a copy of an array: fewer, at least so many indices for each element, and no more bytes than this in all. */
const MOST_WITH_COPIES = 256;
const INDICES_FOR_ELEMENT = 16;
const MOST_BYTES = 2 ** 25;

export type ReductionBlocks =
  /** Blocks by lanes run, and are told these numbers. */
  | {
      readonly kind: "range";
      readonly count: number;
      readonly lanes: number;
      readonly range: LaunchRange;
      readonly numbers: Readonly<Record<ReductionNumber, number>>;
    }
  /** Groups run, some to a block; each work-item of a group is a lane. */
  | { readonly kind: "groups"; readonly count: number; readonly lanes: number; readonly groups: number }
  /** All work-items share what they update: the range runs as it is. */
  | { readonly kind: "none" };

interface Reduced {
  readonly target: ReductionTarget;
  readonly form: ReductionForm;
}

/** `inGroups`: the kernel's work-items wait for others of their group. */
export function cutIntoBlocks(range: LaunchRange, reduced: readonly Reduced[], inGroups: boolean): ReductionBlocks {
  const kept = reduced.filter(({ form }) => form.form !== "shared");
  if (kept.length === 0) return { kind: "none" };
  const most = mostBlocks(range.total, kept);
  return inGroups ? blocksOfGroups(range, most) : blocksOfRange(range, most, lanesOf(kept.map(({ form }) => form)));
}

function mostBlocks(total: number, kept: readonly Reduced[]): number {
  const copies = kept.filter(({ form }) => form.form === "copies").map(({ target }) => target);
  if (copies.length === 0) return Math.max(ENOUGH_BLOCKS, Math.min(MOST_BLOCKS, Math.floor(total / LARGE)));
  const elements = copies.reduce((most, { length }) => Math.max(most, length), 0);
  const bytes = copies.reduce((sum, target) => sum + sizeOfCopy(target), 0);
  const worthwhile = Math.floor(total / (INDICES_FOR_ELEMENT * elements));
  return Math.max(1, Math.min(MOST_WITH_COPIES, worthwhile, Math.floor(MOST_BYTES / bytes)));
}

function blocksOfGroups({ total, local = [1, 1, 1] }: LaunchRange, most: number): ReductionBlocks {
  const lanes = local[0] * local[1] * local[2];
  const all = total / lanes;
  const groups = Math.max(1, Math.ceil(all / most), Math.ceil(LEAST / lanes));
  return { kind: "groups", count: Math.ceil(all / groups), lanes, groups };
}

function blocksOfRange({ dimensions, sizes, total }: LaunchRange, most: number, lanes: number): ReductionBlocks {
  const [first, second, third] = sizes;
  // The unused sizes are the last ones, and are 1.
  const all = { 0: [1, 1, 1], 1: [1, 1, first], 2: [1, first, second], 3: [first, second, third] } as const;
  const [outer, middle, inner] = all[dimensions];
  const wanted = Math.max(LEAST, roundUp(Math.ceil(total / most)));
  const segment = Math.min(wanted, roundUp(inner));
  // Whole rows, or parts of one.
  const segments = total === 0 ? 0 : Math.ceil(inner / segment);
  const perBlock = Math.max(1, Math.ceil(wanted / segment));
  const rows = total === 0 ? 0 : Math.ceil((outer * middle) / perBlock);
  const count = rows * segments;
  const range = { dimensions: 3, sizes: [rows, segments, lanes], total: count * lanes, ...plainRange } as const;
  return { kind: "range", count, lanes, range, numbers: { outer, middle, inner, segment, perBlock } };
}

function roundUp(count: number): number {
  return Math.ceil(count / BLOCK_LANES) * BLOCK_LANES;
}

// Cuts a range into blocks for a launch with reductions (codegen/src/reductions/). Only the range and the targets decide, because which values are
// combined with which must not depend on threads, gangs or speed.

import { BLOCK_LANES, lanesOf, type ReductionNumber } from "@lanewise/ir";
import type { ReductionForm } from "../images/programs/index.js";
import { type LaunchRange, plainRange } from "../values/index.js";
import { type ReductionTarget, sizeOfCopy } from "./reduction-target.js";

/** The fewest indices of a block, if the range has that many. */
const LEAST = 16 * BLOCK_LANES;
/** Enough blocks for threads; large ranges have more, for GPUs. They do on all devices, because sums of floats depend on it. */
const ENOUGH_BLOCKS = 1024;
const MOST_BLOCKS = 8192;
/** Indices of a block, if there are more than ENOUGH_BLOCKS: so many that combining the blocks costs little in comparison. */
const LARGE = 4096;
/** Limits for blocks with a copy of an array: fewer blocks, a minimum of indices for each element of the array, and a maximum of bytes in all. */
const MOST_WITH_COPIES = 256;
const INDICES_FOR_ELEMENT = 16;
const MOST_BYTES = 2 ** 25;

export type ReductionBlocks =
  /** Runs blocks by lanes, which get these numbers. */
  | {
      readonly kind: "range";
      readonly count: number;
      readonly lanes: number;
      readonly range: LaunchRange;
      readonly numbers: Readonly<Record<ReductionNumber, number>>;
    }
  /** Runs groups, several per block; each work-item of a group is a lane. */
  | { readonly kind: "groups"; readonly count: number; readonly lanes: number; readonly groups: number }
  /** All work-items share what they update: the range is unchanged. */
  | { readonly kind: "none" };

interface Reduced {
  readonly target: ReductionTarget;
  readonly form: ReductionForm;
}

/** `inGroups`: whether the kernel's work-items wait for others of their group. */
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
  // Unused sizes come last, and are 1.
  const all = { 0: [1, 1, 1], 1: [1, 1, first], 2: [1, first, second], 3: [first, second, third] } as const;
  const [outer, middle, inner] = all[dimensions];
  const wanted = Math.max(LEAST, roundUp(Math.ceil(total / most)));
  const segment = Math.min(wanted, roundUp(inner));
  // A segment is a whole row or a part of one.
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

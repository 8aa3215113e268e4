// Items in programs that are not compiled: plain objects with the same members (language/item.ts). Types are erased there, so the kernel's text has
// to show whether it takes an item or indices: indices are numbers, which have none of the members.

import { defaultSubGroupSize } from "@lanewise/ir";
import { LanewiseError } from "../errors/index.js";
import type { LaunchRange } from "../values/index.js";

/** Members that indices do not have: `item.id(0)`, `item.linearId`. */
const members = "(?:id|range|offset|linearId|dimensions)";
const parameter = /^(?:function\b[^(]*)?\(?\s*([A-Za-z_$][\w$]*)/;

/** Whether a kernel uses its first parameter as an item. A kernel that only passes it on is not recognised. */
export function takesItem(kernel: (...args: never[]) => void): boolean {
  const text = String(kernel);
  const [, name] = parameter.exec(text) ?? [];
  if (name === undefined) return false;
  return new RegExp(`(?<![\\w$.])${name.replaceAll("$", "\\$")}\\s*\\.\\s*${members}\\b`).test(text);
}

/** Returns the item of the work-item with this linear id and these indices. */
export function hostItem(linearId: number, indices: readonly number[], { dimensions, sizes, offset }: LaunchRange) {
  return {
    dimensions,
    linearId,
    id: (dimension = 0) => indices[dimension],
    range: (dimension = 0) => sizes[dimension],
    offset: (dimension = 0) => offset?.[dimension] ?? 0,
  };
}

/** The functions of groups and sub-groups. */
const functions = {
  broadcast: together,
  any: together,
  all: together,
  none: together,
  reduce: together,
  inclusiveScan: together,
  exclusiveScan: together,
};

/** Returns the item of a work-item in a range of work-groups. Work-items run one after the other, so they cannot wait for each other. */
export function hostNdItem(
  linearId: number,
  indices: readonly number[],
  { dimensions, sizes, local = [1, 1, 1], subGroupSize = defaultSubGroupSize }: LaunchRange,
) {
  const each = (of: (dimension: number) => number) =>
    Array.from({ length: dimensions }, (_, dimension) => of(dimension));
  const localSizes = each((dimension) => local[dimension] ?? 1);
  const localIds = each((dimension) => (indices[dimension] ?? 0) % (local[dimension] ?? 1));
  const groups = each((dimension) => (sizes[dimension] ?? 1) / (local[dimension] ?? 1));
  const groupIds = each((dimension) => Math.floor((indices[dimension] ?? 0) / (local[dimension] ?? 1)));
  const localLinearId = linearIn(localIds, localSizes);
  const ofGroup = {
    localId: (dimension = 0) => localIds[dimension],
    localRange: (dimension = 0) => localSizes[dimension],
    localLinearId,
    dimensions,
    barrier,
  };
  const group = {
    ...ofGroup,
    id: (dimension = 0) => groupIds[dimension],
    range: (dimension = 0) => groups[dimension],
    linearId: linearIn(groupIds, groups),
    isLeader: localLinearId === 0,
    ...functions,
  };
  const items = localSizes.reduce((product, one) => product * one, 1);
  return {
    ...ofGroup,
    globalId: (dimension = 0) => indices[dimension],
    globalRange: (dimension = 0) => sizes[dimension],
    globalLinearId: linearId,
    group,
    subGroup: hostSubGroup(localLinearId, items, subGroupSize),
  };
}

function hostSubGroup(place: number, items: number, size: number) {
  const [id, lane] = [Math.floor(place / size), place % size];
  return {
    dimensions: 1,
    id: () => id,
    range: () => Math.ceil(items / size),
    localId: () => lane,
    localRange: () => Math.min(size, items - id * size),
    maxLocalRange: () => size,
    linearId: id,
    localLinearId: lane,
    isLeader: lane === 0,
    barrier,
    shuffle: together,
    shuffleUp: together,
    shuffleDown: together,
    shuffleXor: together,
    ...functions,
  };
}

function linearIn(indices: readonly number[], sizes: readonly number[]): number {
  return indices.reduce((outer, index, dimension) => outer * (sizes[dimension] ?? 1) + index, 0);
}

function barrier(): never {
  throw new LanewiseError(
    "kernel_not_compiled",
    "In a program that is not compiled, the work-items of a group run one after the other, so they cannot wait for each other at a barrier.",
  );
}

function together(): never {
  throw new LanewiseError(
    "kernel_not_compiled",
    "In a program that is not compiled, the work-items of a group run one after the other, so they cannot compute this together.",
  );
}

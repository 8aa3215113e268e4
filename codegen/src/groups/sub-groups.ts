// The sub-groups of a group: `size` consecutive work-items each, the last one with the rest. Sub-group queries are answered from the work-item's
// position in its group.

import { build, type Expr, type Query, type SubGroupSize } from "@lanewise/ir";
import type { LocalSizes } from "./bind-local-size.js";

export interface SubGroups {
  readonly size: SubGroupSize;
  readonly local: LocalSizes;
  readonly dimensions: number;
}

const i32 = (value: number): Expr => build.constant("i32", value);

/** Whether all have `size` members, adjacent in the innermost dimension. */
export function areWhole({ size, local, dimensions }: SubGroups): boolean {
  return (local[Math.max(dimensions, 1) - 1] ?? 1) % size === 0;
}

/** The work-item's index in its group. */
type LocalId = (dimension: 0 | 1 | 2) => Expr;

/** Undefined if the query is not about sub-groups. */
export function subGroupAnswer(query: Query, groups: SubGroups, localId: LocalId): Expr | undefined {
  const { size, local } = groups;
  const total = local[0] * local[1] * local[2];
  switch (query) {
    case "subGroupSize":
      return i32(size);
    case "subGroupCount":
      return i32(Math.ceil(total / size));
    case "subGroupLane":
      return laneOf(groups, localId);
    case "subGroupId":
      return areWhole(groups) ? rowPlace(groups, localId) : build.op("div", placeIn(groups, localId), i32(size));
    case "subGroupMembers":
      return membersOf(groups, localId);
    default:
      return undefined;
  }
}

export function membersOf(groups: SubGroups, localId: LocalId): Expr {
  const { size, local } = groups;
  const total = local[0] * local[1] * local[2];
  if (total % size === 0) return i32(size);
  const first = build.op("sub", placeIn(groups, localId), laneOf(groups, localId));
  return build.op("min", i32(size), build.op("sub", i32(total), first));
}

export function laneOf(groups: SubGroups, localId: LocalId): Expr {
  const inner = innermost(groups);
  return build.op("rem", areWhole(groups) ? localId(inner) : placeIn(groups, localId), i32(groups.size));
}

/** The sub-group's index if sub-groups lie in rows: computed in whole sub-groups, so that it is visibly uniform. */
function rowPlace(groups: SubGroups, localId: LocalId): Expr {
  const { local, size } = groups;
  const inner = innermost(groups);
  const own = build.op("div", localId(inner), i32(size));
  if (inner === 0) return own;
  return build.op("add", build.op("mul", linear(groups, localId, inner), i32(local[inner] / size)), own);
}

/** The work-item's row-major index in its group. */
export function placeIn(groups: SubGroups, localId: LocalId): Expr {
  return linear(groups, localId, innermost(groups) + 1);
}

/** The linear index over the outermost `count` dimensions. */
function linear({ local }: SubGroups, localId: LocalId, count: number): Expr {
  const inner = ([1, 2] as const).slice(0, count - 1);
  return inner.reduce<Expr>(
    (outer, dimension) => build.op("add", build.op("mul", outer, i32(local[dimension])), localId(dimension)),
    localId(0),
  );
}

function innermost({ dimensions }: SubGroups): 0 | 1 | 2 {
  return dimensions === 3 ? 2 : dimensions === 2 ? 1 : 0;
}

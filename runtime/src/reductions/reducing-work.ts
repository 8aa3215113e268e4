// Creates the work of a launch with reductions: like that of other launches (launch.ts), with what reducing-launch.ts adds, and over blocks if
// values are combined in blocks.

import { areInBlocks } from "@lanewise/ir";
import type { DeviceContext } from "../context/index.js";
import type { Cut } from "../device/cpu/threads/index.js";
import type { LaunchIdentity } from "../diagnostics/index.js";
import type { ReductionForm } from "../images/programs/index.js";
import {
  type AskedLaunch,
  checkLaunch,
  createLaunchWork,
  cutIn,
  cutOf,
  localBytesOf,
  moveArrays,
  type Retained,
  retain,
  writeArguments,
} from "../launch/index.js";
import type { Work } from "../queue/commands/index.js";
import type { HostReduction } from "./host-reduction.js";
import { paceOfBlocks, ReducingLaunch } from "./reducing-launch.js";
import type { ReductionBlocks } from "./reduction-blocks.js";
import { formOf, targetOf } from "./reduction-target.js";

export function createReducing(
  context: DeviceContext,
  { symbol, captures, range, settings }: AskedLaunch,
  reductions: readonly HostReduction[],
): Work {
  const targets = reductions.map((reduction, index) => targetOf(context, reduction, captures.length + index));
  const asked = targets.map(formOf);
  const checked = checkLaunch(context, symbol, captures, range, settings, asked);
  const { identity, values: captured } = checked;
  const { kernel, program } = identity;
  const reducing = new ReducingLaunch(context, identity, targets);
  const { blocks } = reducing;
  const values = [...captured, ...reducing.arguments(range)];
  const retained = retainReducing(reducing, () => {
    const localBytes = localBytesOf(identity, values);
    const arrays = [...captured, ...targets.flatMap(({ moved }) => moved ?? [])];
    const moved = moveArrays(context, identity, arrays, captures, range);
    return retain(context, program, values, moved, localBytes);
  });
  const { block, pointers } = retained;
  const run = blocks.kind === "range" ? blocks.range : range;
  writeArguments(context.memory, block, run, pointers?.block.offset ?? 0, program, values);
  const paced = { ...program, pace: paceOfBlocks(program, blocks) };
  const itemAt = (item: number) => reducing.itemAt(item);
  const own = { kernel, program: paced, range, itemAt };
  return createLaunchWork(context, own, settings, () => cutInBlocks(blocks, own, asked), retained);
}

/** Cuts the launch so that no block is divided between threads. */
function cutInBlocks(blocks: ReductionBlocks, identity: LaunchIdentity, asked: readonly ReductionForm[]): Cut {
  // In the shape that the program was requested with: by rows if the requested reductions are in blocks (program-manager.ts).
  if (blocks.kind === "none") return areInBlocks(asked) ? cutIn(identity, "rows") : cutOf(identity);
  const block = blocks.kind === "range" ? blocks.lanes : blocks.groups;
  const total = blocks.kind === "range" ? blocks.range.total : cutOf(identity).total;
  return { total, row: block, gang: block };
}

function retainReducing(reducing: ReducingLaunch, take: () => Retained): Retained {
  try {
    return { ...take(), reducing };
  } catch (error) {
    reducing.release();
    throw error;
  }
}

import { type Argument, checkArguments, writeArguments } from "./arguments.js";
import type { Work } from "./command.js";
import { constantArguments, sizeWithBytes } from "./constant-arguments.js";
import type { DeviceContext } from "./device-context.js";
import { LanewiseError } from "./errors.js";
import { takeReferences } from "./function-table.js";
import type { HostReduction } from "./host-reduction.js";
import { findKernel } from "./image-library.js";
import type { LaunchIdentity } from "./kernel-failure.js";
import { type LaunchSettings, LaunchWork, type Retained } from "./launch-work.js";
import { placeLocals } from "./local-arguments.js";
import { moveArrays } from "./move-arrays.js";
import type { MovedArrays } from "./moved-arrays.js";
import type { Program } from "./program.js";
import type { LaunchRange } from "./range.js";
import { paceOfBlocks, ReducingLaunch } from "./reducing-launch.js";
import type { ReductionBlocks } from "./reduction-blocks.js";
import { formOf, type ReductionTarget, targetOf } from "./reduction-target.js";
import type { KernelMark } from "./registry.js";
import { rowLength, shapeOf } from "./shape.js";
import { SoaArray } from "./struct-columns.js";
import type { Cut } from "./threads/chunks.js";
import type { Allocation } from "./usm.js";

/** Chunks on the main thread end where gangs of any size begin: that of the program for many threads may be another. */
const LARGEST_GANG = 16;

export function createLaunch(
  context: DeviceContext,
  mark: KernelMark,
  range: LaunchRange,
  settings: LaunchSettings,
  reductions: readonly HostReduction[] = [],
): Work {
  const captures = mark.captures();
  takeReferences(captures);
  const targets = reductions.map((reduction) => targetOf(context, reduction));
  const { identity, values } = checkLaunch(context, mark.symbol, captures, range, settings, targets);
  const { kernel, program } = identity;
  const reducing = targets.length > 0 ? new ReducingLaunch(context, identity, targets) : undefined;
  if (reducing) return createReducing(context, identity, settings, reducing, values, captures);
  const localBytes = program.isOfGroups ? placeLocals(program, values, kernel) : 0;
  const moved = moveArrays(context, program, values, captures, range);
  const retained = retain(context, program, values, moved, localBytes);
  const { block, pointers } = retained;
  writeArguments(context.memory.view, block.offset, range, pointers?.block.offset ?? 0, program, values);
  return new LaunchWork(context, identity, settings, () => cutOf(identity), retained);
}

/** A launch whose kernel is found and whose captured values fit. */
export interface CheckedLaunch {
  readonly identity: LaunchIdentity;
  readonly values: readonly Argument[];
}

export function checkLaunch(
  context: DeviceContext,
  symbol: string,
  captures: readonly unknown[],
  range: LaunchRange,
  settings: LaunchSettings,
  targets: readonly ReductionTarget[] = [],
): CheckedLaunch {
  const columns = inColumns(captures);
  const given = { constants: settings.constants, captures };
  const { find = findKernel } = settings;
  const forms = targets.map(formOf);
  const program = context.programs.program(find(symbol), settings.variant, range, columns, forms, given);
  const kernel = settings.name ?? program.symbol.name;
  const { dimensions } = program.symbol;
  if (dimensions !== range.dimensions) {
    throw new LanewiseError(
      "invalid",
      `Kernel ${kernel} is compiled for ${dimensions} dimensions; the range has ${range.dimensions}.`,
    );
  }
  return {
    identity: { kernel, program, range },
    values: [
      ...checkArguments(program, captures, kernel, context, targets.length),
      ...constantArguments(program, settings.constants),
    ],
  };
}

export function cutOf({ program, range }: LaunchIdentity): Cut {
  const gang = program.executable().gang === 1 ? 1 : LARGEST_GANG;
  const total = range.total / program.groupSize;
  return { total, row: program.isOfGroups ? total : rowLength(range, shapeOf(range)), gang };
}

/** No block of a launch is divided between threads. */
function cutInBlocks(blocks: ReductionBlocks, identity: LaunchIdentity): Cut {
  if (blocks.kind === "none") return cutOf(identity);
  const block = blocks.kind === "range" ? blocks.lanes : blocks.groups;
  const total = blocks.kind === "range" ? blocks.range.total : cutOf(identity).total;
  return { total, row: block, gang: block };
}

function createReducing(
  context: DeviceContext,
  { kernel, program, range }: LaunchIdentity,
  settings: LaunchSettings,
  reducing: ReducingLaunch,
  captured: readonly Argument[],
  captures: readonly unknown[],
): Work {
  const { blocks } = reducing;
  const values = [...captured, ...reducing.arguments(range)];
  const retained = retainReducing(reducing, () => {
    const localBytes = program.isOfGroups ? placeLocals(program, values, kernel) : 0;
    const moved = moveArrays(context, program, captured, captures, range);
    return retain(context, program, values, moved, localBytes);
  });
  const { block, pointers } = retained;
  const run = blocks.kind === "range" ? blocks.range : range;
  writeArguments(context.memory.view, block.offset, run, pointers?.block.offset ?? 0, program, values);
  const paced = { ...program, pace: paceOfBlocks(program, blocks) };
  const itemAt = (item: number) => reducing.itemAt(item);
  const own = { kernel, program: paced, range, itemAt };
  return new LaunchWork(context, own, settings, () => cutInBlocks(blocks, own), retained);
}

/** Takes what the launch keeps. The table of pointers comes after what is moved, since it leads there, too. */
export function retain(
  context: DeviceContext,
  { hasPointers, layout, places }: Program,
  values: readonly Argument[],
  moved: MovedArrays | undefined,
  localBytes: number,
): Retained {
  try {
    const pointers = hasPointers ? context.pointers.current() : undefined;
    const block = context.takeArguments(sizeWithBytes(layout.size, values));
    places.retain();
    // Every launch comes by: no arrays on the way.
    const allocations: Allocation[] = [];
    for (const value of values) if (value.kind === "span") allocations.push(value.allocation);
    for (const allocation of allocations) context.usm.retain(allocation);
    if (pointers) context.pointers.retain(pointers);
    return { block, allocations, pointers, moved, localBytes };
  } catch (error) {
    moved?.release(false);
    throw error;
  }
}

function retainReducing(reducing: ReducingLaunch, take: () => Retained): Retained {
  try {
    return { ...take(), reducing };
  } catch (error) {
    reducing.release();
    throw error;
  }
}

const none: readonly number[] = [];

/** The captures that are arrays of structs in columns; most launches have none, and are not kept. */
function inColumns(captures: readonly unknown[]): readonly number[] {
  let found = none;
  for (let index = 0; index < captures.length; index++) {
    const value = captures[index];
    const isOther = typeof value !== "object" || ArrayBuffer.isView(value);
    if (!isOther && value instanceof SoaArray) found = [...found, index];
  }
  return found;
}

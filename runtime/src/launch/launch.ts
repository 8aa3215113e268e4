// Checks and creates the launches of compiled kernels.

import type { KernelSymbol } from "@lanewise/ir";
import type { DeviceContext } from "../context/index.js";
import type { Cut } from "../device/cpu/threads/index.js";
import type { LaunchIdentity } from "../diagnostics/index.js";
import { LanewiseError } from "../errors/index.js";
import { findKernel } from "../images/index.js";
import { type Program, type ReductionForm, rowLength, type Shape, shapeOf } from "../images/programs/index.js";
import { imagePart, type KernelMark, parts } from "../images/registry/index.js";
import type { Work } from "../queue/commands/index.js";
import { takeReferences } from "../references/index.js";
import type { LaunchRange } from "../values/index.js";
import { type Argument, checkArguments, writeArguments } from "./arguments.js";
import { sizeWithBytes } from "./constant-arguments.js";
import { createLaunchWork } from "./create-launch-work.js";
import type { LaunchReduction } from "./launch-arguments.js";
import type { LaunchSettings, Retained } from "./launch-work.js";
import { moveArrays } from "./move-arrays.js";
import type { MovedArrays } from "./moved-arrays.js";

/** Chunks on the main thread end at gang boundaries of any size, since the program for several threads may have another gang size. */
const LARGEST_GANG = 16;

export function createLaunch(
  context: DeviceContext,
  mark: KernelMark,
  range: LaunchRange,
  settings: LaunchSettings,
  reductions: readonly LaunchReduction[] = [],
): Work {
  const captures = mark.captures();
  takeReferences(captures);
  const [first] = reductions;
  if (first) return first.createLaunch(context, { symbol: mark.symbol, captures, range, settings }, reductions);
  const { identity, values } = checkLaunch(context, mark.symbol, captures, range, settings);
  const { program } = identity;
  const localBytes = localBytesOf(identity, values);
  const moved = moveArrays(context, identity, values, captures, range);
  const retained = retain(context, program, values, moved, localBytes);
  const { block, pointers } = retained;
  writeArguments(context.memory, block, range, pointers?.block.offset ?? 0, program, values);
  return createLaunchWork(context, identity, settings, cutOf, retained);
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
  reductions: readonly ReductionForm[] = [],
): CheckedLaunch {
  const columns = parts.structs?.inColumns(captures) ?? none;
  const given = { constants: settings.constants, captures };
  const { find = findKernel } = settings;
  const found = find(symbol);
  const fractions = fractionsOf(found.symbol, captures);
  const program = context.programs.program(found, settings.variant, range, columns, fractions, reductions, given);
  const kernel = settings.name ?? program.symbol.name;
  const { dimensions } = program.symbol;
  if (dimensions !== range.dimensions) {
    throw new LanewiseError(
      "invalid",
      `Kernel ${kernel} is compiled for ${dimensions}-dimensional ranges; this range is ${range.dimensions}-dimensional.`,
    );
  }
  const values = checkArguments(program, captures, kernel, context, reductions.length);
  const identity = { kernel, program, range };
  if (program.constants.length === 0) return { identity, values };
  return { identity, values: [...values, ...imagePart("constants").constantArguments(program, settings.constants)] };
}

/** Returns the indices of captured numbers that are not i32 although their parameters are. Runs in every launch: makes no array for none. */
function fractionsOf({ parameters }: KernelSymbol, captures: readonly unknown[]): readonly number[] {
  let found: number[] | undefined;
  for (let index = 0; index < captures.length; index++) {
    const value = captures[index];
    if (typeof value !== "number" || Object.is(value, value | 0) || parameters[index]?.type !== "i32") continue;
    found ??= [];
    found.push(index);
  }
  return found ?? none;
}

export function cutOf(identity: LaunchIdentity): Cut {
  return cutIn(identity, shapeOf(identity.range));
}

export function cutIn({ program, range }: LaunchIdentity, shape: Shape): Cut {
  const gang = program.executable().gang === 1 ? 1 : LARGEST_GANG;
  const total = range.total / program.groupSize;
  return { total, row: program.isOfGroups ? total : rowLength(range, shape), gang };
}

/** Returns the bytes of each thread's private memory for local memory whose length the launch sets. */
export function localBytesOf({ kernel, program }: LaunchIdentity, values: readonly Argument[]): number {
  return program.isOfGroups ? imagePart("groups").placeLocals(program, values, kernel) : 0;
}

/** Retains what the launch needs. The pointer table is taken after arrays were copied to the device, since pointers may lead to the copies. */
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
    for (const value of values) if (value.kind === "span") context.usm.retain(value.allocation);
    if (pointers) context.pointers.retain(pointers);
    return { block, values, held: values, pointers, moved, localBytes };
  } catch (error) {
    moved?.release(false);
    throw error;
  }
}

const none: readonly never[] = [];

// What a launch with reductions has besides: blocks instead of the range, memory for what each lane of a block combines, and, when the
// kernel is done, the tree that combines these and the step that gives the result to each target.

import { BLOCK_LANES, REDUCTION_NUMBERS, type ReductionScalar } from "@lanewise/codegen";
import { invariant, type KernelParameter, scalars, typeName } from "@lanewise/ir";
import type { Argument } from "./arguments.js";
import type { ByteRange } from "./byte-ranges.js";
import type { DeviceContext } from "./device-context.js";
import { describeArray, elementTypeOfArray, elementTypeOfScalar, isTypedArray } from "./element-types.js";
import { LanewiseError } from "./errors.js";
import { globalOfObject, placeOf } from "./global-copy.js";
import { type HostReduction, reductionScalar } from "./host-reduction.js";
import { Pace } from "./pace.js";
import type { Program } from "./program-manager.js";
import type { LaunchRange } from "./range.js";
import { cutIntoBlocks, type ReductionBlocks } from "./reduction-blocks.js";
import type { Allocation } from "./usm.js";
import { deviceRange } from "./usm-use.js";

type Scalar = number | bigint;
const LARGEST_SCALAR = 8;
interface Target {
  readonly address: number;
  readonly allocation: Allocation | undefined;
}
interface Part {
  readonly reduction: HostReduction;
  readonly type: ReductionScalar;
  readonly target: Target;
  /** Address of one value for each lane of each block. */
  readonly values: number;
}

export class ReducingLaunch {
  readonly blocks: ReductionBlocks;
  readonly #context: DeviceContext;
  readonly #parts: readonly Part[];
  /** What the lanes combine; then, of each block, how far it is. */
  readonly #memory: Allocation;
  readonly #progress: number;

  constructor(
    context: DeviceContext,
    kernel: string,
    program: Program,
    reductions: readonly HostReduction[],
    range: LaunchRange,
  ) {
    this.#context = context;
    this.blocks = cutIntoBlocks(range);
    const { parameters } = program.symbol;
    const first = parameters.length - reductions.length;
    // All checks come before any memory is taken.
    const checked = reductions.map((reduction, index) => {
      const type = scalarOf(parameters[first + index], kernel);
      return { reduction, type, target: placeOfTarget(context, reduction.target, type, kernel) };
    });
    const { total, sizes } = this.blocks.range;
    const size = total * LARGEST_SCALAR;
    this.#memory = context.usm.reserve(size * checked.length + sizes[0] * 4, `What kernel ${kernel} combines`);
    const { offset } = this.#memory.block;
    this.#parts = checked.map((one, index) => ({ ...one, values: offset + index * size }));
    this.#progress = offset + checked.length * size;
    for (const { target } of this.#parts) if (target.allocation) context.usm.retain(target.allocation);
  }

  /** What the kernel takes after its captures; what the range begins at comes between. */
  arguments({ offset = [] }: LaunchRange): readonly Argument[] {
    const { numbers, range } = this.blocks;
    const span = (address: number, length: number): Argument => ({
      kind: "span",
      address,
      length,
      allocation: this.#memory,
    });
    const index = (value: number): Argument => ({ kind: "scalar", type: "i32", value });
    return [
      ...this.#parts.map(({ values }) => span(values, range.total)),
      ...offset.map(index),
      span(this.#progress, range.sizes[0]),
      ...REDUCTION_NUMBERS.map((name) => index(numbers[name])),
    ];
  }

  /** What it reads and writes when the kernel is done. */
  uses(): readonly ByteRange[] {
    return this.#parts.map(({ type, target }) => deviceRange(this.#context, target.address, scalars[type].size, true));
  }

  /** The user's linear id of what virtual work-item `item` was doing. */
  itemAt(item: number): number {
    const block = Math.floor(item / BLOCK_LANES);
    const at = this.#progress + 4 * block;
    return this.#context.memory.view.getInt32(at, true) + (item % BLOCK_LANES);
  }

  /** Combines what the lanes have left, and gives it to the targets. */
  finish(): void {
    const { buffer } = this.#context.memory.view;
    for (const part of this.#parts) {
      const { reduction, type, target } = part;
      const row = elementTypeOfScalar(type);
      invariant(row, `there are arrays of ${type}`);
      const own = row.over(buffer, target.address, 1);
      const combined = this.#combine(part);
      const before = own[0] ?? combined;
      own[0] = reduction.isFromIdentity ? combined : reduction.combine(type, before, combined);
    }
  }

  release(): void {
    const { usm } = this.#context;
    for (const { target } of this.#parts) if (target.allocation) usm.release(target.allocation);
    // Threads of a lost pool may still write there.
    this.#context.whenPoolsHaveEnded(() => usm.dispose(this.#memory));
  }

  /** Neighbours first, then what came of neighbours: a tree that depends on the number of lanes alone. */
  #combine({ reduction, type, values }: Part): Scalar {
    const { total } = this.blocks.range;
    const row = elementTypeOfScalar(type);
    if (!row || total === 0) return reduction.identity(type);
    const array = row.over(this.#context.memory.view.buffer, values, total);
    const all = Array.from<Scalar>(array);
    for (let step = 1; step < total; step *= 2) {
      for (let at = 0; at + step < total; at += 2 * step) {
        all[at] = reduction.combine(type, all[at] ?? 0, all[at + step] ?? 0);
      }
    }
    return all[0] ?? reduction.identity(type);
  }
}

function scalarOf(parameter: KernelParameter | undefined, kernel: string): ReductionScalar {
  const type = parameter?.type;
  const scalar = typeof type === "object" && type.kind === "span" ? reductionScalar(type.element) : undefined;
  if (scalar) return scalar;
  throw new LanewiseError("invalid", `Kernel ${kernel} takes fewer reducers than the launch has reductions.`);
}

/** Where a target lies in the device's memory; a device global's storage stays. */
function placeOfTarget(context: DeviceContext, target: object, type: ReductionScalar, kernel: string): Target {
  const what = `Kernel ${kernel}: the reduction's target`;
  if (!isTypedArray(target)) return placeOfGlobal(context, target, type, what);
  const { scalar } = elementTypeOfArray(target);
  if (scalar !== type) throw new LanewiseError("invalid", `${what} holds ${scalar}, and its reducer is of ${type}.`);
  const allocation = context.usm.find(target, what);
  if (allocation) return { address: target.byteOffset, allocation };
  throw new LanewiseError("not_usm", `${what} is a ${describeArray(target)} that is not in the device's memory.`, {
    help: `Allocate it as q.mallocShared(${target[Symbol.toStringTag]}, 1).`,
  });
}

function placeOfGlobal(context: DeviceContext, object: object, type: ReductionScalar, what: string): Target {
  const global = globalOfObject(object);
  if (!global) throw new LanewiseError("invalid", `${what} is a device global of a module that is not compiled.`);
  const { id, type: found } = global.definition;
  if (found !== type) {
    throw new LanewiseError(
      "invalid",
      `${what} is device global ${id} of ${typeName(found)}; its reducer is of ${type}.`,
    );
  }
  return { address: placeOf(context, global).address, allocation: undefined };
}

/** Blocks of different ranges are of different size: each program learns the pace of each size. */
const paces = new WeakMap<Program, Map<number, Pace>>();

export function paceOfBlocks(program: Program, { numbers: { segment, perBlock } }: ReductionBlocks): Pace {
  const items = (segment / BLOCK_LANES) * perBlock;
  const size = Math.ceil(Math.log2(items));
  const known = paces.get(program) ?? new Map<number, Pace>();
  paces.set(program, known);
  const pace = known.get(size) ?? new Pace(program.pace.estimate(1) * 1e6 * items);
  known.set(size, pace);
  return pace;
}

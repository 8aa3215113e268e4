// The additional state of a launch with reductions: blocks instead of the range, memory for the partial results of each lane or block, and the
// kernels that combine these afterwards and write the result to each target.

import { COMBINING_NUMBERS, invariant, type KernelParameter, REDUCTION_NUMBERS, typeName } from "@lanewise/ir";
import type { DeviceContext } from "../context/index.js";
import {
  type DeviceQueue,
  driverOf,
  type IssuedElsewhere,
  type IssuedHere,
  type IssuedLaunch,
} from "../device/index.js";
import type { LaunchIdentity } from "../diagnostics/index.js";
import { LanewiseError } from "../errors/index.js";
import { type CombiningProgram, Pace, type Program, type ReductionForm } from "../images/programs/index.js";
import { type Argument, writeArguments } from "../launch/index.js";
import { type Allocation, type Block, type ByteRange, deviceRange, MappedMemory } from "../memory/index.js";
import { elementTypeOfScalar, type LaunchRange, plainRange, singleTaskRange } from "../values/index.js";
import { cutIntoBlocks, type ReductionBlocks } from "./reduction-blocks.js";
import { formOf, type ReductionTarget, sizeOfCopy } from "./reduction-target.js";

interface Part {
  readonly target: ReductionTarget;
  readonly form: ReductionForm["form"];
  /** Address and number of the copies. */
  readonly copies: number;
  readonly count: number;
  /** How many elements the kernel's parameter for these has. */
  readonly span: number;
  /** If the parameter is only the first copy: how many elements all copies have, as the kernel takes them at the end. */
  readonly all: number | undefined;
}

/** Each copy begins on a new cache line. */
const ALIGN = 64;
const roundUp = (size: number) => Math.ceil(size / ALIGN) * ALIGN;

export class ReducingLaunch {
  readonly blocks: ReductionBlocks;
  readonly #context: DeviceContext;
  readonly #identity: LaunchIdentity;
  readonly #parts: readonly Part[];
  /** The copies; then a progress note for each block of a range, or for each of its lanes. */
  readonly #memory: Allocation;
  readonly #areLanesApart: boolean;
  readonly #progress: number;
  /** The progress notes of a launch that its device completed later. */
  #progressRead: DataView | undefined;
  /** Argument blocks of the issued launches. */
  readonly #blocks: Block[] = [];

  constructor(context: DeviceContext, identity: LaunchIdentity, targets: readonly ReductionTarget[]) {
    const { kernel, program, range } = identity;
    this.#context = context;
    this.#identity = identity;
    checkReducers(program, targets, kernel);
    const reduced = targets.map((target, index) => ({ target, form: program.reductions[index] ?? formOf(target) }));
    this.#areLanesApart = driverOf(context.kind).lowering.areLanesApart === true;
    this.blocks = cutIntoBlocks(range, reduced, program.isOfGroups);
    let size = 0;
    const placed = reduced.map(({ target, form }) => {
      const counts = countsOf(this.blocks, form, target.length);
      const copies = size;
      size += roundUp(counts.count * sizeOfCopy(target));
      return { target, form: form.form, copies, ...counts };
    });
    this.#memory = context.usm.reserve(size + this.#notes * 4, `What kernel ${kernel} combines`);
    const { offset } = this.#memory.block;
    this.#parts = placed.map((part) => ({ ...part, copies: offset + part.copies }));
    this.#progress = offset + size;
    for (const part of this.#parts) if (!this.#isWritten(part)) this.#fill(part);
    for (const { allocation, place } of targets) {
      if (allocation) context.usm.retain(allocation);
      if (place) context.globals.retain(place);
    }
  }

  /** Returns the kernel's arguments after its captures. Over blocks of a range, the range's offset comes in between. */
  arguments({ offset = [] }: LaunchRange): readonly Argument[] {
    const { blocks } = this;
    const copies = this.#parts.map((part) => this.#span(part.copies, part.span));
    if (blocks.kind === "none") return copies;
    const all = this.#parts.flatMap((part) => (part.all === undefined ? [] : this.#span(part.copies, part.all)));
    if (blocks.kind === "groups") return [...copies, index(blocks.groups), ...all];
    const numbers = REDUCTION_NUMBERS.map((name) => index(blocks.numbers[name]));
    return [...copies, ...offset.map(index), this.#span(this.#progress, this.#notes), ...numbers, ...all];
  }

  /** For each reduction, the first copy alone, for a kernel that is not divided into blocks. */
  get spans(): readonly { readonly address: number; readonly length: number }[] {
    return this.#parts.map(({ copies, target }) => ({ address: copies, length: target.length }));
  }

  /** The bytes that it reads and writes after the kernel, except targets that were copied to the device. */
  uses(): readonly ByteRange[] {
    return this.#parts.flatMap(({ target }) =>
      target.moved ? [] : [deviceRange(this.#context, target.address, sizeOfCopy(target), true)],
    );
  }

  /** Returns the user's linear id of the work-item that `item` of the blocks was running. */
  itemAt(item: number): number {
    const { blocks } = this;
    if (blocks.kind !== "range") return item;
    const at = 4 * (this.#areLanesApart ? item : Math.floor(item / blocks.lanes));
    const { memory } = this.#context;
    const begun =
      memory instanceof MappedMemory
        ? memory.view.getInt32(this.#progress + at, true)
        : (this.#progressRead?.getInt32(at, true) ?? 0);
    return begun + (item % blocks.lanes);
  }

  /** How many progress notes there are. */
  get #notes(): number {
    const { blocks } = this;
    if (blocks.kind !== "range") return 0;
    return this.#areLanesApart ? blocks.count * blocks.lanes : blocks.count;
  }

  /** Reads the progress notes for `itemAt`, if the device completes the launch later. */
  async readProgress(): Promise<void> {
    const { blocks } = this;
    if (blocks.kind !== "range" || blocks.count === 0) return;
    const bytes = await this.#context.memory.read(this.#progress, this.#notes * 4);
    this.#progressRead = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Combines the partial results, and writes them to the targets. */
  finish(): void {
    for (const launch of this.#combinings()) {
      const { identity, args, localBytes } = launch;
      const { total } = launch.cut;
      this.#context.device.runNow?.({ identity, args, localBytes, total, executable: identity.program.executable() });
    }
    for (const block of this.#blocks.splice(0)) this.#context.returnArguments(block);
  }

  /** As `finish`, but issued behind the launch. */
  issue(queue: DeviceQueue, launch: IssuedElsewhere): readonly Combining[] {
    return this.#combinings().map((one) => ({
      identity: one.identity,
      issued: queue.issue(one, [launch]),
    }));
  }

  #combinings(): readonly IssuedLaunch[] {
    return this.#parts.flatMap((part, number) => {
      const combining = this.#identity.program.combining[number]?.();
      invariant(combining, "there is a kernel for each reduction");
      return this.#combining(part, combining);
    });
  }

  release(): void {
    const { usm } = this.#context;
    for (const { target } of this.#parts) {
      if (target.allocation) usm.release(target.allocation);
      if (target.place) this.#context.globals.release(target.place);
    }
    // Threads of a lost pool may still write to it.
    this.#context.device.whenSettled(() => usm.dispose(this.#memory));
    for (const block of this.#blocks.splice(0)) this.#context.returnArguments(block);
  }

  #span(address: number, length: number): Argument {
    return { kind: "span", address, length, allocation: this.#memory };
  }

  /** Whether each lane writes its own value, whatever was there (reduce-in-blocks.ts). */
  #isWritten({ target: { reduction }, form }: Part): boolean {
    const { kind } = this.blocks;
    const { op } = reduction;
    return this.#areLanesApart && kind === "range" && this.#notes > 0 && form === "value" && op !== "function";
  }

  #fill({ target: { reduction, type, length }, copies, count }: Part): void {
    const row = elementTypeOfScalar(type);
    invariant(row, `there are arrays of ${type}`);
    const one = new Uint8Array(row.size);
    // The value has the type of the array's elements.
    row.over(one.buffer, 0, 1).fill(reduction.identity(type) as never);
    this.#context.memory.fill(copies, one, count * length);
  }

  /** Returns the launches of one combining kernel; with groups there are several, each of which combines the results of the one before. */
  #combining(part: Part, program: CombiningProgram): readonly IssuedLaunch[] {
    const { length } = part.target;
    if (program.items === 1) return [this.#combiningOf(part, program, part.count, { total: length, numbers: [] })];
    const launches: IssuedLaunch[] = [];
    const slice = NEIGHBOURS * program.items;
    let stride = 1;
    for (let left = part.count; launches.at(-1)?.cut.total !== 1; stride *= slice) {
      const total = Math.ceil(left / slice);
      const numbers = [slice, stride, Number(total === 1)];
      launches.push(this.#combiningOf(part, program, left, { total, numbers }));
      left = total;
    }
    return launches;
  }

  /** Makes one launch. `total`: its units; `numbers`: its arguments after COMBINING_NUMBERS. */
  #combiningOf(
    { target, copies, count }: Part,
    { executable, layout, module, items }: CombiningProgram,
    left: number,
    { total, numbers }: { readonly total: number; readonly numbers: readonly number[] },
  ): IssuedLaunch {
    const context = this.#context;
    const { length, address, reduction } = target;
    const own = { copies: left, takesPart: reduction.isFromIdentity ? 0 : 1 };
    const values: readonly Argument[] = [
      this.#span(copies, count * length),
      this.#span(address, length),
      ...COMBINING_NUMBERS.map((name) => index(own[name])),
      ...numbers.map(index),
    ];
    const all = total * items;
    const range: LaunchRange = { dimensions: 1, sizes: [all, 1, 1], total: all, ...plainRange };
    const block = context.takeArguments(layout.size);
    this.#blocks.push(block);
    writeArguments(context.memory, block, range, 0, { layout }, values);
    const program = { ...this.#identity.program, module, executable: () => executable };
    return {
      identity: { kernel: this.#identity.kernel, program, range: singleTaskRange },
      cut: { total, row: total, gang: 1 },
      args: block.offset,
      spans: () => [copies, address].map((at, index) => ({ index, place: { address: at, size: 0 } })),
      ...{ localBytes: 0, isInBlocks: false, threads: 1, timeout: undefined },
    };
  }
}

/** The most copies that one work-item of a combining group combines. */
const NEIGHBOURS = 8;

/** An issued combining kernel. */
interface Combining {
  readonly identity: LaunchIdentity;
  readonly issued: IssuedHere | IssuedElsewhere;
}

function index(value: number): Argument {
  return { kind: "scalar", type: "i32", value };
}

/** Returns how many copies a reduction has, at least one, and how many elements the kernel's parameter has. */
function countsOf(blocks: ReductionBlocks, { form, length: known }: ReductionForm, length: number) {
  if (blocks.kind === "none" || form === "shared") return { count: 1, span: length, all: undefined };
  const copies = form === "value" ? blocks.count * blocks.lanes : blocks.count;
  const count = Math.max(1, copies);
  return known === undefined ? { count, span: length, all: copies * length } : { count, span: copies, all: undefined };
}

function checkReducers({ symbol: { parameters } }: Program, targets: readonly ReductionTarget[], kernel: string): void {
  const first = parameters.length - targets.length;
  for (const [number, { type }] of targets.entries()) {
    const found = elementOf(parameters[first + number]);
    if (found === undefined) {
      throw new LanewiseError("invalid", `Kernel ${kernel} takes fewer reducers than the launch has reductions.`);
    }
    if (found === type) continue;
    throw new LanewiseError(
      "invalid",
      `Kernel ${kernel}: the reduction's target holds ${type}, but its reducer holds ${found}.`,
    );
  }
}

function elementOf(parameter: KernelParameter | undefined): string | undefined {
  const type = parameter?.type;
  return typeof type === "object" && type.kind === "span" ? typeName(type.element) : undefined;
}

/** Blocks of different ranges have different sizes, so each program has a pace for each size. */
const paces = new WeakMap<Program, Map<number, Pace>>();

export function paceOfBlocks(program: Program, blocks: ReductionBlocks): Pace {
  if (blocks.kind !== "range") return program.pace;
  const { numbers, lanes } = blocks;
  const items = (numbers.segment / lanes) * numbers.perBlock;
  const size = Math.ceil(Math.log2(items));
  const known = paces.get(program) ?? new Map<number, Pace>();
  paces.set(program, known);
  const pace = known.get(size) ?? new Pace(program.pace.estimate(1) * 1e6 * items);
  known.set(size, pace);
  return pace;
}

// What a launch with reductions has besides: blocks instead of the range, memory for what each lane or block combines, and, when the
// kernel is done, the kernels that combine these and give the result to each target.

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
  /** Address of the copies, and how many there are. */
  readonly copies: number;
  readonly count: number;
  /** What the kernel takes: how many elements of its parameter these are. */
  readonly span: number;
  /** Where that is the first copy: how many elements all have, which it takes at the end. */
  readonly all: number | undefined;
}

/** Copies begin on cache lines of their own. */
const ALIGN = 64;
const roundUp = (size: number) => Math.ceil(size / ALIGN) * ALIGN;

export class ReducingLaunch {
  readonly blocks: ReductionBlocks;
  readonly #context: DeviceContext;
  readonly #identity: LaunchIdentity;
  readonly #parts: readonly Part[];
  /** The copies; then, of each block of a range, or each lane of one, how far it is. */
  readonly #memory: Allocation;
  readonly #areLanesApart: boolean;
  readonly #progress: number;
  /** What is there, of a launch whose device completed it later. */
  #progressRead: DataView | undefined;
  /** Argument blocks of what was issued. */
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
      return { target, copies, ...counts };
    });
    this.#memory = context.usm.reserve(size + this.#notes * 4, `What kernel ${kernel} combines`);
    const { offset } = this.#memory.block;
    this.#parts = placed.map((part) => ({ ...part, copies: offset + part.copies }));
    this.#progress = offset + size;
    for (const part of this.#parts) this.#fill(part);
    for (const { allocation, place } of targets) {
      if (allocation) context.usm.retain(allocation);
      if (place) context.globals.retain(place);
    }
  }

  /** What the kernel takes after its captures. Over blocks of a range, what that begins at comes between. */
  arguments({ offset = [] }: LaunchRange): readonly Argument[] {
    const { blocks } = this;
    const copies = this.#parts.map((part) => this.#span(part.copies, part.span));
    if (blocks.kind === "none") return copies;
    const all = this.#parts.flatMap((part) => (part.all === undefined ? [] : this.#span(part.copies, part.all)));
    if (blocks.kind === "groups") return [...copies, index(blocks.groups), ...all];
    const numbers = REDUCTION_NUMBERS.map((name) => index(blocks.numbers[name]));
    return [...copies, ...offset.map(index), this.#span(this.#progress, this.#notes), ...numbers, ...all];
  }

  /** Of each reduction, where a kernel combines that is not divided into blocks: the first copy alone. */
  get spans(): readonly { readonly address: number; readonly length: number }[] {
    return this.#parts.map(({ copies, target }) => ({ address: copies, length: target.length }));
  }

  /** What it reads and writes when the kernel is done, but for what is moved. */
  uses(): readonly ByteRange[] {
    return this.#parts.flatMap(({ target }) =>
      target.moved ? [] : [deviceRange(this.#context, target.address, sizeOfCopy(target), true)],
    );
  }

  /** The user's linear id of what work-item `item` of the blocks was doing. */
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

  /** How many notes there are of how far something is. */
  get #notes(): number {
    const { blocks } = this;
    if (blocks.kind !== "range") return 0;
    return this.#areLanesApart ? blocks.count * blocks.lanes : blocks.count;
  }

  /** For `itemAt`, of a launch that its device completes later. */
  async readProgress(): Promise<void> {
    const { blocks } = this;
    if (blocks.kind !== "range" || blocks.count === 0) return;
    const bytes = await this.#context.memory.read(this.#progress, this.#notes * 4);
    this.#progressRead = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Combines what was left, and gives it to the targets. */
  finish(): void {
    for (const launch of this.#combinings()) {
      const { identity, args, localBytes } = launch;
      const { total } = launch.cut;
      this.#context.device.runNow?.({ identity, args, localBytes, total, executable: identity.program.executable() });
    }
    for (const block of this.#blocks.splice(0)) this.#context.returnArguments(block);
  }

  /** The same, issued behind the launch. */
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
    // Threads of a lost pool may still write there.
    this.#context.device.whenSettled(() => usm.dispose(this.#memory));
    for (const block of this.#blocks.splice(0)) this.#context.returnArguments(block);
  }

  #span(address: number, length: number): Argument {
    return { kind: "span", address, length, allocation: this.#memory };
  }

  #fill({ target: { reduction, type, length }, copies, count }: Part): void {
    const row = elementTypeOfScalar(type);
    invariant(row, `there are arrays of ${type}`);
    const one = new Uint8Array(row.size);
    // Of an array of that type.
    row.over(one.buffer, 0, 1).fill(reduction.identity(type) as never);
    this.#context.memory.fill(copies, one, count * length);
  }

  /** The launches of one combining kernel: of groups, several, each of which goes on with what the groups before have. */
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

  /** `total`: its units; `numbers`: what it takes behind COMBINING_NUMBERS. */
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

/** How many copies a work-item of a group that combines has, at most. */
const NEIGHBOURS = 8;

/** A kernel that combines, issued. */
interface Combining {
  readonly identity: LaunchIdentity;
  readonly issued: IssuedHere | IssuedElsewhere;
}

function index(value: number): Argument {
  return { kind: "scalar", type: "i32", value };
}

/** How many copies there are for each reduction of a form, and how many elements the kernel's parameter has. There is one copy at least. */
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
      `Kernel ${kernel}: the reduction's target holds ${type}, and its reducer is of ${found}.`,
    );
  }
}

function elementOf(parameter: KernelParameter | undefined): string | undefined {
  const type = parameter?.type;
  return typeof type === "object" && type.kind === "span" ? typeName(type.element) : undefined;
}

/** Blocks of different ranges are of different size: each program learns the pace of each size. */
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

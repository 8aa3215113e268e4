// Launches on a GPU: a dispatch each, whose arguments lie in the device's memory. A launch that may fail has a record, which comes back with its
// submission.

import { FATES, LAUNCH, type MemoryParts, partsOf, RECORD, type Stretch, type Stretches } from "@lanewise/codegen";
import { FAILURE, invariant, THREAD_STACK_OFFSET } from "@lanewise/ir";
import { LanewiseError } from "../../errors/index.js";
import type { IssuedLaunch, Outcome } from "../index.js";
import type { Back, Commands } from "./commands.js";
import { STAGE_COMPUTE, USAGE } from "./flags.js";
import type { GpuProgram, Layouts } from "./gpu-program.js";
import type { Heap } from "./heap.js";
import type { Piece, Pieces } from "./pieces.js";

/** Launches of a submission. */
const SLOTS = 256;
/** A multiple of what offsets of bindings have to be multiples of. */
const LAUNCH_BYTES = 4 * LAUNCH.words;
const FATES_BYTES = 4 * FATES.count;
const RECORD_BYTES = 4 * RECORD.words;
/** Workgroups in a dimension. */
const MOST_ACROSS = 65535;

export class Launches {
  readonly layouts: Layouts;
  readonly #commands: Commands;
  readonly #heap: Heap;
  readonly #bindings: Readonly<Record<MemoryParts, GPUBindGroupLayout>>;
  readonly #launches: GPUBuffer;
  readonly #records: GPUBuffer;
  readonly #values = new Uint32Array((SLOTS * LAUNCH_BYTES) / 4);
  readonly #bytes = new Uint8Array(this.#values.buffer);
  #slots = 0;
  /** Byte offset of each slot. A typed array is cheaper for the driver to read than a list. */
  readonly #offsets = Uint32Array.from({ length: SLOTS }, (_, slot) => slot * LAUNCH_BYTES);
  /** The pipeline that the pass has. */
  #set: { readonly pass: GPUComputePassEncoder; readonly pipeline: GPUComputePipeline } | undefined;
  /** Slots of the submission that is being made. */
  #submitted = 0;
  #boundTo: GPUBuffer | undefined;
  /** Of the heap that it is now, by the stretches. */
  readonly #bound = new Map<string, GPUBindGroup>();
  /** Of the submission that is recorded; undefined while none of its launches may fail. */
  #back: Back | undefined;
  /** Of the last submission: its end, and what that means for a launch that cannot fail. */
  #ended: { readonly commands: Promise<void>; readonly outcome: Promise<Outcome> } | undefined;

  constructor(commands: Commands, heap: Heap) {
    const { device } = commands;
    this.#commands = commands;
    this.#heap = heap;
    const { UNIFORM, COPY_DST, COPY_SRC, STORAGE } = USAGE;
    this.#launches = device.createBuffer({ size: SLOTS * LAUNCH_BYTES, usage: UNIFORM | COPY_DST });
    this.#records = device.createBuffer({
      size: FATES_BYTES + SLOTS * RECORD_BYTES,
      usage: STORAGE | COPY_SRC | COPY_DST,
    });
    const visibility = STAGE_COMPUTE;
    const storage = (binding: number) => ({ binding, visibility, buffer: { type: "storage" } }) as const;
    const uniform = { type: "uniform", hasDynamicOffset: true, minBindingSize: LAUNCH_BYTES } as const;
    const whole = [storage(0), storage(1), { binding: 2, visibility, buffer: uniform }];
    const bindings = (entries: GPUBindGroupLayoutEntry[]) => device.createBindGroupLayout({ entries });
    const apart = [...whole, storage(3)];
    this.#bindings = { whole: bindings(whole), apart: bindings(apart), around: bindings([...apart, storage(4)]) };
    const layoutOf = (parts: MemoryParts) => device.createPipelineLayout({ bindGroupLayouts: [this.#bindings[parts]] });
    this.layouts = { whole: layoutOf("whole"), apart: layoutOf("apart"), around: layoutOf("around") };
  }

  /** The number of the next launch. */
  #next = 1;

  /**
   * Records the launch, which does nothing where one of those numbers has failed, or was skipped; the outcome is there when it is done. Where it is
   * divided, what has not begun when `fate` is cancelled is left out.
   */
  launch(program: GpuProgram, launch: IssuedLaunch, after: readonly number[], fate: Fate): Issued {
    const { args, cut, localBytes, isInBlocks, timeout } = launch;
    const number = this.#next;
    this.#next = number === 2 ** 32 - 1 ? 1 : number + 1;
    checkAfters(after, number);
    const { workgroupSize, isOfGroups } = program;
    const given = this.#heap.arguments.get(args);
    invariant(given, "a launch has arguments");
    const { pipeline, canFail, stretches, hasCopies } = program.pipeline(localBytes, given);
    const { total } = cut;
    // A thread runs all groups of a block, one after the other: so does a workgroup.
    const step = isOfGroups ? (isInBlocks ? cut.gang : 1) : itemsOfThread(total, hasCopies);
    const own = { program, pipeline, canFail, stretches, number, after, given, args, step };
    const items = isOfGroups ? workgroupSize : 1;
    const pieces = program.pace.pieces({ total, items, multiple: isOfGroups ? step : step * workgroupSize, timeout });
    // The next launch of a graph may write the block while pieces of this one are left.
    if (pieces) return { number, outcome: this.#inPieces({ ...own, given: given.slice() }, pieces, fate) };
    const { checks } = program;
    // Where a launch in pieces is under way, it would have to be submitted at once.
    const isApart = checks && total > 0 && !this.#commands.isHeld;
    return { number, outcome: isApart ? this.#unproven(own, total, checks) : this.#whole(own, total) };
  }

  #whole(own: OwnLaunch, total: number): Promise<Outcome> {
    if (this.#slots === SLOTS) this.#commands.submit();
    if (this.#slots === 0) this.#begin();
    const slot = this.#slots++;
    putLaunch(this.#values, this.#bytes, own, slot, 0, total);
    if (total > 0) this.#dispatch(this.#commands.pass(), own, slot, total);
    const { checks } = own.program;
    // Without work-items nothing is recorded, so nothing would bring a record back.
    const end = own.canFail && total > 0 ? this.#failure(slot) : this.#done();
    const outcome = checks ? Promise.all([end, checks]).then(([one]) => one) : end;
    this.#commands.launched();
    return outcome;
  }

  /**
   * The driver may refuse the program yet: so it is a submission of its own, and nothing else fails with it. Until it has run, the launch counts as
   * failed for those that depend on it.
   */
  async #unproven(own: OwnLaunch, total: number, checks: Promise<unknown>): Promise<Outcome> {
    this.#commands.submit();
    this.#cancel(own);
    const end = this.#piece(own, { begin: 0, end: total }, checks);
    const [record] = await Promise.all([end, checks]);
    return record ? { kind: "failed", record, cause: undefined } : { kind: "done" };
  }

  async #inPieces(own: OwnLaunch, pieces: Pieces, fate: Fate): Promise<Outcome> {
    const rest: Promise<ArrayBuffer | undefined>[] = [];
    let before = performance.now();
    const note = ({ begin, end }: Piece): void => {
      const now = performance.now();
      pieces.took(end - begin, now - before);
      before = now;
    };
    const release = this.#commands.hold(() => {
      for (let piece = pieces.nextAhead(); piece; piece = pieces.nextAhead()) {
        const submitted = piece;
        const end = this.#piece(own, piece);
        // If one before it rejects, the launch rejects with that.
        end.then(
          () => note(submitted),
          () => undefined,
        );
        rest.push(end);
      }
    });
    try {
      const { checks } = own.program;
      await this.#unlessRefused(own, checks);
      for (let piece = pieces.next(); piece; piece = pieces.next()) {
        before = performance.now();
        const record = await this.#piece(own, piece);
        if (record) return { kind: "failed", record, cause: undefined };
        note(piece);
        if (rest.length === 0 && fate.cancelled) {
          this.#cancel(own);
          return { kind: "skipped" };
        }
      }
      const record = (await Promise.all(rest)).find((one) => one !== undefined);
      return record ? { kind: "failed", record, cause: undefined } : { kind: "done" };
    } finally {
      release();
    }
  }

  /** Nothing of a launch in pieces is submitted before its program is accepted. */
  async #unlessRefused(own: OwnLaunch, checks: Promise<unknown> | undefined): Promise<void> {
    try {
      await checks;
    } catch (error) {
      this.#cancel(own);
      throw error;
    }
  }

  /** Submits some of it at once, with the first slot, which is free then; gives the record of its failure. */
  async #piece(own: OwnLaunch, { begin, end }: Piece, checks?: Promise<unknown>): Promise<ArrayBuffer | undefined> {
    const values = new Uint32Array(LAUNCH.words);
    putLaunch(values, new Uint8Array(values.buffer), own, 0, begin, end);
    this.#commands.device.queue.writeBuffer(this.#launches, 0, values);
    const record = (encoder: GPUCommandEncoder): void => {
      if (checks) encoder.clearBuffer(this.#records, fateOf(own), 4);
      encoder.clearBuffer(this.#records, FATES_BYTES, RECORD_BYTES);
      const pass = encoder.beginComputePass();
      this.#dispatch(pass, own, 0, end - begin);
      pass.end();
    };
    const bytes = await this.#commands.piece(record, this.#records, FATES_BYTES, RECORD_BYTES, checks);
    return failureOf(new Uint32Array(bytes.buffer, bytes.byteOffset, RECORD.words));
  }

  /** What depends on it does nothing. */
  #cancel(own: OwnLaunch): void {
    this.#commands.device.queue.writeBuffer(this.#records, fateOf(own), Uint32Array.of(own.number));
  }

  #dispatch(pass: GPUComputePassEncoder, own: OwnLaunch, slot: number, units: number): void {
    const { program, step, stretches, pipeline } = own;
    const groups = Math.ceil(units / (program.isOfGroups ? step : step * program.workgroupSize));
    const across = Math.min(groups, MOST_ACROSS);
    if (this.#set?.pass !== pass || this.#set.pipeline !== pipeline) {
      pass.setPipeline(pipeline);
      this.#set = { pass, pipeline };
    }
    pass.setBindGroup(0, this.#bindGroup(stretches), this.#offsets, slot, 1);
    pass.dispatchWorkgroups(across, Math.ceil(groups / across));
  }

  /** One promise for all launches of a submission that cannot fail. */
  #done(): Promise<Outcome> {
    const commands = this.#commands.done();
    if (this.#ended?.commands !== commands) {
      this.#ended = { commands, outcome: commands.then((): Outcome => ({ kind: "done" })) };
    }
    return this.#ended.outcome;
  }

  async #failure(slot: number): Promise<Outcome> {
    this.#back ??= this.#untilSubmitted();
    const bytes = await this.#back;
    const record = failureOf(new Uint32Array(bytes.buffer, bytes.byteOffset + slot * RECORD_BYTES, RECORD.words));
    return record ? { kind: "failed", record, cause: undefined } : { kind: "done" };
  }

  /** The records as they are when all launches of the submission are done. */
  #untilSubmitted(): Back {
    return new Promise((resolve) => {
      this.#commands.whenSubmitted((first) => {
        const bytes = this.#submitted * RECORD_BYTES;
        first.clearBuffer(this.#records, FATES_BYTES, bytes);
        resolve(this.#commands.read(this.#records, FATES_BYTES, bytes));
        this.#back = undefined;
      });
    });
  }

  #begin(): void {
    this.#commands.whenSubmitted(() => {
      this.#commands.device.queue.writeBuffer(this.#launches, 0, this.#values, 0, (this.#slots * LAUNCH_BYTES) / 4);
      this.#submitted = this.#slots;
      this.#slots = 0;
    });
  }

  #bindGroup(stretches: Stretches | undefined): GPUBindGroup {
    const { buffer } = this.#heap;
    if (this.#boundTo !== buffer || this.#bound.size === MOST_BOUND) this.#bound.clear();
    this.#boundTo = buffer;
    const key = stretches ? keyOf(stretches) : "";
    const known = this.#bound.get(key);
    if (known) return known;
    const part = ({ begin, end }: Stretch) => ({ buffer, offset: begin, size: end - begin });
    const entries = [
      { binding: 0, resource: stretches ? part(stretches.heap) : { buffer } },
      { binding: 1, resource: { buffer: this.#records } },
      { binding: 2, resource: { buffer: this.#launches, size: LAUNCH_BYTES } },
      ...(stretches ? [{ binding: 3, resource: part(stretches.atomics) }] : []),
      ...(stretches?.above ? [{ binding: 4, resource: part(stretches.above) }] : []),
    ];
    const layout = this.#bindings[partsOf(stretches)];
    const group = this.#commands.device.createBindGroup({ layout, entries });
    this.#bound.set(key, group);
    return group;
  }
}

/** What becomes of a launch. */
export interface Fate {
  /** Whether it is given up, and why. */
  cancelled: { readonly reason: unknown } | undefined;
}

/** A launch, and what runs it. */
interface OwnLaunch {
  readonly program: GpuProgram;
  readonly pipeline: GPUComputePipeline;
  readonly canFail: boolean;
  readonly stretches: Stretches | undefined;
  readonly number: number;
  readonly after: readonly number[];
  readonly given: Uint8Array;
  readonly args: number;
  readonly step: number;
}

/** Where its fate is, in bytes. */
const fateOf = ({ number }: OwnLaunch): number => 4 * (number % FATES.count);

/** Writes the units from `begin` on of a launch into its slot of `values`, as LAUNCH has it. `bytes`: those of `values`. */
function putLaunch(
  values: Uint32Array,
  bytes: Uint8Array,
  own: OwnLaunch,
  slot: number,
  begin: number,
  end: number,
): void {
  const { args, step, number, after, stretches, given } = own;
  const first = slot * LAUNCH.words;
  values[first + LAUNCH.args] = args;
  values[first + LAUNCH.begin] = begin;
  values[first + LAUNCH.end] = end;
  values[first + LAUNCH.record] = FATES.count + slot * RECORD.words;
  values[first + LAUNCH.step] = step;
  values[first + LAUNCH.number] = number;
  values[first + LAUNCH.afters] = after.length;
  values[first + LAUNCH.heap] = stretches?.heap.begin ?? 0;
  values[first + LAUNCH.atomics] = stretches?.atomics.begin ?? 0;
  values[first + LAUNCH.above] = stretches?.above ? (stretches.above.begin - stretches.heap.begin) / 4 : 0;
  values.set(after, first + LAUNCH.firstAfter);
  const most = 4 * LAUNCH.mostArguments;
  bytes.set(given.length > most ? given.subarray(0, most) : given, 4 * (first + LAUNCH.firstArgument));
}

/** Bind groups that are kept. */
const MOST_BOUND = 256;

const keyOf = ({ heap, atomics, above }: Stretches): string =>
  [heap, atomics, above].map((stretch) => (stretch ? `${stretch.begin} ${stretch.end}` : "")).join(" ");

/** More than one where there are more than enough: threads cost something, too, and copies of arrays much more. */
function itemsOfThread(total: number, hasCopies: boolean): number {
  if (hasCopies) return Math.min(64, Math.max(1, Math.floor(total / 2 ** 16)));
  return total >= 2 ** 20 ? 4 : 1;
}

interface Issued {
  readonly number: number;
  readonly outcome: Promise<Outcome>;
}

/** There are so many places for what a launch waits for, and for the fates of launches. */
function checkAfters(after: readonly number[], number: number): void {
  if (after.length === 0) return;
  const isTooOld = after.some((one) => (number - one) >>> 0 >= FATES.count);
  if (after.length <= LAUNCH.mostAfters && !isTooOld) return;
  throw new LanewiseError(
    "feature_not_supported",
    isTooOld
      ? `A command depends on an unfinished one that ${FATES.count} or more commands have followed.`
      : `A command depends on ${after.length} unfinished commands; on a GPU the limit is ${LAUNCH.mostAfters}.`,
    { help: "Await the events of some of them first." },
  );
}

/** As ir/src/abi/abi.ts has it: of the lowest work-item that failed. */
function failureOf(words: Uint32Array): ArrayBuffer | undefined {
  const first = words[RECORD.first] ?? 0;
  if (first === 0) return undefined;
  // Where there were more than slots, it may not be the very lowest: what is told of it belongs together.
  const taken = Math.min(words[RECORD.taken] ?? 0, RECORD.slots);
  const slots = Array.from({ length: taken }, (_, slot) => {
    const at = RECORD.firstSlot + slot * RECORD.slotWords;
    return words.subarray(at, at + RECORD.slotWords);
  });
  const lowest = slots.reduce((a, b) => ((b[RECORD.slot.item] ?? 0) < (a[RECORD.slot.item] ?? 0) ? b : a));
  const record = new ArrayBuffer(THREAD_STACK_OFFSET);
  const view = new DataView(record);
  view.setInt32(FAILURE.site, lowest[RECORD.slot.site] ?? 0, true);
  view.setInt32(FAILURE.item, lowest[RECORD.slot.item] ?? 0, true);
  view.setUint32(FAILURE.index, lowest[RECORD.slot.index] ?? 0, true);
  view.setUint32(FAILURE.index + 4, lowest[RECORD.slot.index + 1] ?? 0, true);
  view.setBigInt64(FAILURE.length, BigInt(lowest[RECORD.slot.length] ?? 0), true);
  return record;
}

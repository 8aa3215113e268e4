// Launches on a GPU: a dispatch each, whose arguments lie in the device's memory. A launch that may fail has a record, which comes back with its
// submission.

import { FATES, LAUNCH, RECORD } from "@lanewise/codegen";
import { FAILURE, THREAD_STACK_OFFSET } from "@lanewise/ir";
import { LanewiseError } from "../../errors/index.js";
import type { IssuedLaunch, Outcome } from "../index.js";
import type { Back, Commands } from "./commands.js";
import { STAGE_COMPUTE, USAGE } from "./flags.js";
import type { GpuProgram } from "./gpu-program.js";
import type { Heap } from "./heap.js";

/** Launches of a submission. */
const SLOTS = 256;
/** A multiple of what offsets of bindings have to be multiples of. */
const LAUNCH_BYTES = 4 * LAUNCH.words;
const FATES_BYTES = 4 * FATES.count;
const RECORD_BYTES = 4 * RECORD.words;
/** Workgroups in a dimension. */
const MOST_ACROSS = 65535;

export class Launches {
  readonly layout: GPUPipelineLayout;
  readonly #commands: Commands;
  readonly #heap: Heap;
  readonly #bindings: GPUBindGroupLayout;
  readonly #launches: GPUBuffer;
  readonly #records: GPUBuffer;
  readonly #values = new Uint32Array((SLOTS * LAUNCH_BYTES) / 4);
  #slots = 0;
  /** Slots of the submission that is being made. */
  #submitted = 0;
  #bound: { readonly heap: GPUBuffer; readonly group: GPUBindGroup } | undefined;
  /** Of the submission that is recorded; undefined while none of its launches may fail. */
  #back: Back | undefined;

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
    this.#bindings = device.createBindGroupLayout({
      entries: [
        { binding: 0, visibility, buffer: { type: "storage" } },
        { binding: 1, visibility, buffer: { type: "storage" } },
        { binding: 2, visibility, buffer: { type: "uniform", hasDynamicOffset: true, minBindingSize: LAUNCH_BYTES } },
      ],
    });
    this.layout = device.createPipelineLayout({ bindGroupLayouts: [this.#bindings] });
  }

  /** The number of the next launch. */
  #next = 1;

  /** Records the launch, which does nothing where one of those numbers has failed, or was skipped; `done` resolves when it is done. */
  launch(program: GpuProgram, launch: IssuedLaunch, after: readonly number[]): Issued {
    const { args, cut, localBytes, isInBlocks } = launch;
    const number = this.#next;
    this.#next = number === 2 ** 32 - 1 ? 1 : number + 1;
    checkAfters(after, number);
    const { workgroupSize, canFail, isOfGroups } = program;
    const given = this.#heap.arguments.get(args);
    const pipeline = program.pipeline(localBytes, given);
    const { total } = cut;
    // A thread runs all groups of a block, one after the other: so does a workgroup.
    const step = isOfGroups ? (isInBlocks ? cut.gang : 1) : itemsOfThread(total);
    if (this.#slots === SLOTS) this.#commands.submit();
    if (this.#slots === 0) this.#begin();
    const slot = this.#slots++;
    const values = this.#values.subarray(slot * LAUNCH.words, (slot + 1) * LAUNCH.words);
    values[LAUNCH.args] = args;
    values[LAUNCH.begin] = 0;
    values[LAUNCH.end] = total;
    values[LAUNCH.record] = FATES.count + slot * RECORD.words;
    values[LAUNCH.step] = step;
    values[LAUNCH.number] = number;
    values[LAUNCH.afters] = after.length;
    values.set(after, LAUNCH.firstAfter);
    const own = new Uint8Array(values.buffer, values.byteOffset + 4 * LAUNCH.firstArgument);
    if (given) own.set(given.subarray(0, 4 * LAUNCH.mostArguments));
    const groups = Math.ceil(total / (isOfGroups ? step : step * workgroupSize));
    if (groups > 0) {
      const across = Math.min(groups, MOST_ACROSS);
      const pass = this.#commands.pass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, this.#bindGroup(), [slot * LAUNCH_BYTES]);
      pass.dispatchWorkgroups(across, Math.ceil(groups / across));
    }
    const checked = program.checked();
    const outcome = canFail
      ? this.#failure(checked, slot)
      : Promise.all([checked, this.#commands.done()]).then((): Outcome => ({ kind: "done" }));
    return { number, outcome };
  }

  async #failure(checked: Promise<void>, slot: number): Promise<Outcome> {
    this.#back ??= this.#untilSubmitted();
    const [bytes] = await Promise.all([this.#back, checked]);
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

  #bindGroup(): GPUBindGroup {
    const { buffer } = this.#heap;
    if (this.#bound?.heap === buffer) return this.#bound.group;
    const group = this.#commands.device.createBindGroup({
      layout: this.#bindings,
      entries: [
        { binding: 0, resource: { buffer } },
        { binding: 1, resource: { buffer: this.#records } },
        { binding: 2, resource: { buffer: this.#launches, size: LAUNCH_BYTES } },
      ],
    });
    this.#bound = { heap: buffer, group };
    return group;
  }
}

/** More than one where there are more than enough: threads cost something, too. */
const itemsOfThread = (total: number): number => (total >= 2 ** 20 ? 4 : 1);

interface Issued {
  readonly number: number;
  readonly outcome: Promise<Outcome>;
}

/** There are so many places for what a launch waits for, and for the fates of launches. */
function checkAfters(after: readonly number[], number: number): void {
  const isTooOld = after.some((one) => (number - one) >>> 0 >= FATES.count);
  if (after.length <= LAUNCH.mostAfters && !isTooOld) return;
  throw new LanewiseError(
    "feature_not_supported",
    isTooOld
      ? `A command depends on one that ${FATES.count} or more others came after, and that is not complete yet.`
      : `A command depends on ${after.length} others that are not complete yet; on a GPU it may depend on ${LAUNCH.mostAfters}.`,
    { help: "Wait for some of them before: await their events." },
  );
}

/** As ir/src/abi.ts has it: of the lowest work-item that failed. */
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

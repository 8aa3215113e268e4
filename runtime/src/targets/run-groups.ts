// Runs a kernel of work-groups by its plan (codegen/src/groups/group-plan.ts): `run` of abi.ts, but begin and end count groups. Each
// thread has the regions' argument block and the group's memory behind the regions' private memory. Imports types alone, so
// that workers load nothing else.

import type { GroupNode, GroupPlan } from "@lanewise/codegen";
import type { Run } from "./target.js";

/** What is known of abi.ts and of the compiled regions. */
export interface GroupFrame {
  /** From a thread's block to the regions' argument block: their private memory lies before. */
  readonly argumentOffset: number;
  /** From there to the group's memory. */
  readonly memoryOffset: number;
  /** Of the failure record, and of the argument block. */
  readonly siteOffset: number;
  readonly itemOffset: number;
  readonly rangeOffset: number;
  /** In an argument block; the captures follow. */
  readonly pointerTableOffset: number;
}

interface Views {
  readonly buffer: ArrayBufferLike;
  readonly words: Int32Array;
  readonly bytes: Uint8Array;
}

const ACTIVE = 0;
const RETURNED = -1;

/** `regions` are the plan's, in order. */
export function groupRun(plan: GroupPlan, frame: GroupFrame, regions: readonly Run[], memory: WebAssembly.Memory): Run {
  let views: Views | undefined;
  return (args, thread, begin, end) => {
    const { buffer } = memory;
    if (views?.buffer !== buffer) {
      const words = new Int32Array(buffer, 0, Math.floor(buffer.byteLength / 4));
      views = { buffer, words, bytes: new Uint8Array(buffer) };
    }
    const runner = new GroupRunner(plan, frame, regions, views, args, thread);
    for (let group = begin; group < end; group++) runner.run(group);
  };
}

type Triple = [number, number, number];

/** One call of `run`. */
class GroupRunner {
  readonly #plan: GroupPlan;
  readonly #frame: GroupFrame;
  readonly #regions: readonly Run[];
  readonly #views: Views;
  readonly #thread: number;
  readonly #total: number;
  /** Addresses: the regions' argument block, the group's memory, the states. */
  readonly #own: number;
  readonly #memory: number;
  readonly #states: number;
  readonly #counts: Triple;
  #group: Triple = [0, 0, 0];
  /** How many states say so. */
  #active = 0;
  #returned = 0;

  constructor(plan: GroupPlan, frame: GroupFrame, regions: readonly Run[], views: Views, args: number, thread: number) {
    this.#plan = plan;
    this.#frame = frame;
    this.#regions = regions;
    this.#views = views;
    this.#thread = thread;
    const [outer, middle, inner] = plan.localSizes;
    this.#total = outer * middle * inner;
    this.#own = thread + frame.argumentOffset;
    this.#memory = this.#own + frame.memoryOffset;
    this.#states = (this.#memory + plan.states.offset) >> 2;
    const globalSize = (dimension: number) => views.words[((args + frame.rangeOffset) >> 2) + dimension] ?? 1;
    this.#counts = [globalSize(0) / outer, globalSize(1) / middle, globalSize(2) / inner];
    this.#writeArguments(args);
  }

  /** What is the same for all groups. */
  #writeArguments(args: number): void {
    const { words, bytes } = this.#views;
    const { rangeOffset, pointerTableOffset: table } = this.#frame;
    const { localSizes, spans, numbers, captureSize } = this.#plan;
    for (const [dimension, size] of localSizes.entries()) words[((this.#own + rangeOffset) >> 2) + dimension] = size;
    bytes.copyWithin(this.#own + table, args + table, args + captureSize);
    for (const { at, offset, length } of spans) {
      words[(this.#own + at) >> 2] = this.#memory + offset;
      words[((this.#own + at) >> 2) + 1] = length;
    }
    for (const { kind, dimension, at } of numbers) {
      const count = this.#counts[dimension];
      if (kind === "groupCount") words[(this.#own + at) >> 2] = count;
      if (kind === "globalSize") words[(this.#own + at) >> 2] = count * localSizes[dimension];
    }
  }

  run(group: number): void {
    const { words } = this.#views;
    const { states, numbers, localSizes, nodes } = this.#plan;
    const [, middle, inner] = this.#counts;
    const row = Math.floor(group / inner);
    this.#group = [Math.floor(row / middle), row % middle, group % inner];
    for (const { kind, dimension, at } of numbers) {
      const index = this.#group[dimension];
      if (kind === "groupId") words[(this.#own + at) >> 2] = index;
      if (kind === "first") words[(this.#own + at) >> 2] = index * localSizes[dimension];
    }
    words.fill(ACTIVE, this.#states, this.#states + states.count);
    this.#active = states.count;
    this.#returned = 0;
    this.#walk(nodes);
  }

  #walk(nodes: readonly GroupNode[]): void {
    for (const node of nodes) {
      if (this.#active === 0) return;
      if (node.kind === "run") this.#runRegion(node);
      else if (node.kind === "barrier") this.#wait(node.site);
      else if (node.kind === "block") {
        this.#walk(node.body);
        this.#meet(node.label);
      } else while (this.#active > 0) this.#walk(node.body);
    }
  }

  #runRegion({ region, hasExits, carries }: GroupNode & { readonly kind: "run" }): void {
    const run = this.#regions[region];
    try {
      run?.(this.#own, this.#thread, 0, this.#total);
    } catch (error) {
      this.#nameItem();
      throw error;
    }
    for (const index of carries) this.#carry(index);
    if (hasExits) this.#count();
  }

  #carry(index: number): void {
    const { words, bytes } = this.#views;
    const value = this.#plan.carried[index];
    if (!value) return;
    const [from, to] = [this.#memory + value.offset, this.#own + value.at];
    if (value.size === 1) bytes[to] = bytes[from] ?? 0;
    else for (let word = 0; word < value.size >> 2; word++) words[(to >> 2) + word] = words[(from >> 2) + word] ?? 0;
  }

  #count(): void {
    const { words } = this.#views;
    const end = this.#states + this.#plan.states.count;
    let [active, returned] = [0, 0];
    for (let at = this.#states; at < end; at++) {
      if (words[at] === ACTIVE) active++;
      else if (words[at] === RETURNED) returned++;
    }
    this.#active = active;
    this.#returned = returned;
  }

  /** Whether some have jumped to a place that is still to come. */
  get #isParted(): boolean {
    return this.#active + this.#returned < this.#plan.states.count;
  }

  /** Those who jumped here take part again. */
  #meet(label: number): void {
    if (!this.#isParted) return;
    const { words } = this.#views;
    const end = this.#states + this.#plan.states.count;
    for (let at = this.#states; at < end; at++) if (words[at] === label) words[at] = ACTIVE;
    this.#count();
  }

  #wait(site: number): void {
    if (!this.#isParted) return;
    const { words } = this.#views;
    const record = this.#thread >> 2;
    let missing = 0;
    for (let state = words[this.#states]; state === ACTIVE || state === RETURNED; ) {
      missing++;
      state = words[this.#states + missing];
    }
    words[record + (this.#frame.siteOffset >> 2)] = site + 1;
    words[record + (this.#frame.itemOffset >> 2)] = missing;
    this.#nameItem();
    throw new Error("not every work-item reached the barrier");
  }

  /** In the failure record, the work-item's index in the range instead of that in its group. */
  #nameItem(): void {
    const { words } = this.#views;
    const at = (this.#thread + this.#frame.itemOffset) >> 2;
    const local = words[at] ?? 0;
    const [outer, middle, inner] = this.#plan.localSizes;
    const row = Math.floor(local / inner);
    const index = [Math.floor(row / middle), row % middle, local % inner] as const;
    const sizes = [this.#counts[0] * outer, this.#counts[1] * middle, this.#counts[2] * inner] as const;
    const global = (dimension: 0 | 1 | 2) =>
      this.#group[dimension] * this.#plan.localSizes[dimension] + index[dimension];
    words[at] = (global(0) * sizes[1] + global(1)) * sizes[2] + global(2);
  }
}

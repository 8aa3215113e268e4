// A created kernel launch (launch.ts): what it retains and uses, and what its device sees of it. How it runs is in here-work.ts, if the calling
// thread takes part, or else in issued-work.ts.

import { type LaunchProfile, layoutOf } from "@lanewise/ir";
import type { DeviceContext } from "../context/index.js";
import type { Cut } from "../device/cpu/threads/index.js";
import type { DeviceQueue, IssuedElsewhere, IssuedLaunch, PlacedSpan } from "../device/index.js";
import { type LaunchIdentity, type OnLog, profileOf } from "../diagnostics/index.js";
import type { SpecializationValues } from "../images/constants/index.js";
import type { FoundKernel } from "../images/index.js";
import type { AskedVariant } from "../images/programs/index.js";
import type { Block, HostUse, TableSnapshot, Uses } from "../memory/index.js";
import type { OnProgress, Progress, Turn, Work } from "../queue/commands/index.js";
import type { ReducingLaunch } from "../reductions/index.js";
import type { Argument } from "./arguments.js";
import { usesOfLaunch } from "./launch-uses.js";
import type { MovedArrays } from "./moved-arrays.js";

/** The queue's settings for a launch. */
export interface LaunchSettings {
  readonly name: string | undefined;
  readonly variant: AskedVariant;
  /** Finds its kernel, if it does not come from the loaded images. */
  readonly find?: ((symbol: string) => FoundKernel) | undefined;
  /** The values that its command group has set. */
  readonly constants?: SpecializationValues | undefined;
  /** The device's queue that runs it. */
  readonly queue: DeviceQueue;
  /** The most threads that may work on it. */
  readonly threads: number;
  /** Time limit in ms, from its start. */
  readonly timeout: number | undefined;
  /** Returns the listener for printed text, at the time of printing; undefined: the console. */
  readonly onLog: () => OnLog | undefined;
  /** Returns the listener for its progress; called at each step. */
  readonly onProgress: () => OnProgress | undefined;
}

/** The memory that a launch retains until it is final. */
export interface Retained {
  /** Its argument block. */
  readonly block: Block;
  /** The arguments in the block. */
  values: readonly Argument[];
  /** The arguments whose allocations it retains: `values` as they were first. */
  readonly held: readonly Argument[];
  readonly pointers: TableSnapshot | undefined;
  /** Captured arrays that are not in the device's memory, and their copies there. */
  readonly moved: MovedArrays | undefined;
  /** Bytes of each thread's private memory for local memory whose length the launch sets. */
  readonly localBytes: number;
  readonly reducing?: ReducingLaunch;
}

const none: readonly IssuedElsewhere[] = [];

/** The common part of all launches, wherever they run. */
export abstract class LaunchWork implements Work, IssuedLaunch {
  protected readonly context: DeviceContext;
  readonly identity: LaunchIdentity;
  protected readonly settings: LaunchSettings;
  protected readonly retained: Retained;
  readonly #cutOf: (identity: LaunchIdentity) => Cut;
  #knownCut: Cut | undefined;

  constructor(
    context: DeviceContext,
    identity: LaunchIdentity,
    settings: LaunchSettings,
    cut: (identity: LaunchIdentity) => Cut,
    retained: Retained,
  ) {
    this.context = context;
    this.identity = identity;
    this.settings = settings;
    this.retained = retained;
    this.#cutOf = cut;
  }

  abstract step(turn: Turn): Progress;

  /** The launches that its device completes later. A later launch of the same graph is skipped if one of them fails. */
  get issued(): readonly IssuedElsewhere[] {
    return none;
  }

  /** Depends on the program's code, which may still be loading. */
  get cut(): Cut {
    this.#knownCut ??= this.#cutOf(this.identity);
    return this.#knownCut;
  }

  get args(): number {
    return this.retained.block.offset;
  }

  get localBytes(): number {
    return this.retained.localBytes;
  }

  get isInBlocks(): boolean {
    const { reducing } = this.retained;
    return reducing !== undefined && reducing.blocks.kind !== "none";
  }

  get threads(): number {
    return this.settings.threads;
  }

  get timeout(): number | undefined {
    return this.settings.timeout;
  }

  get kernel(): string {
    return this.identity.kernel;
  }

  get isPrinting(): boolean {
    return this.identity.program.console !== undefined;
  }

  get hostUse(): HostUse | undefined {
    return this.retained.moved?.use;
  }

  uses(): Uses {
    const { moved, reducing } = this.retained;
    const others = [...(moved?.use.ranges ?? []), ...(reducing?.uses() ?? [])];
    return usesOfLaunch(this.context, this.identity.program, this.spans(), others);
  }

  leavesThreads(): boolean {
    return this.settings.queue.leavesThreads(this);
  }

  /** Stops its timers and reports, without releasing what it retains, which others may use. */
  abstract stop(): void;

  release(hasBegun: boolean): void {
    this.stop();
    this.context.device.trim();
    const { block, held, pointers, moved, reducing } = this.retained;
    moved?.release(hasBegun);
    for (const value of held) if (value.kind === "span") this.context.usm.release(value.allocation);
    if (pointers) this.context.pointers.release(pointers);
    reducing?.release();
    this.identity.program.places.release();
    this.context.returnArguments(block);
  }

  profile(): LaunchProfile {
    return profileOf(this.identity, this.retained.values);
  }

  /** The captured arrays. */
  spans(): readonly PlacedSpan[] {
    const { parameters, module } = this.identity.program;
    return parameters.flatMap(({ type }, index) => {
      const value = this.retained.values[index];
      if (typeof type === "string" || type.kind !== "span" || !value || value.kind === "scalar") return [];
      const size = layoutOf(type.element, module.structs).size * value.length;
      return [{ index, place: { address: value.address, size } }];
    });
  }
}

// The work of a command whose group made accessors. Before the command's own work, it brings the newest contents to the device; afterwards, it
// marks other copies of what was written as outdated.

import type { LaunchProfile } from "@lanewise/ir";
import type { OrderedUse, Progress, Turn, Work } from "../../queue/commands/index.js";
import type { Uses, Usm } from "../index.js";
import type { BufferStorage, DeviceSide } from "./buffer-storage.js";
import type { BufferRange, BufferUse } from "./buffer-use.js";

/** The bytes of an accessor, and the device's copy of them. */
export interface Accessed extends BufferRange {
  readonly storage: BufferStorage;
  readonly side: DeviceSide;
}

export class AccessorWork implements Work {
  readonly kernel?: string;
  readonly isPrinting?: boolean;
  readonly profile?: () => LaunchProfile;
  readonly #work: Work;
  readonly #accessed: readonly Accessed[];
  readonly #use: BufferUse;
  readonly #usm: Usm;
  #isBegun = false;
  #isComplete = false;

  constructor(work: Work, accessed: readonly Accessed[], use: BufferUse, usm: Usm) {
    if (work.kernel !== undefined) this.kernel = work.kernel;
    if (work.isPrinting !== undefined) this.isPrinting = work.isPrinting;
    if (work.profile) this.profile = work.profile.bind(work);
    this.#work = work;
    this.#accessed = accessed;
    this.#use = use;
    this.#usm = usm;
    for (const { side } of accessed) usm.retain(side.allocation);
  }

  get hostUse(): OrderedUse | undefined {
    return this.#work.hostUse;
  }

  /** Without the accessors' bytes, which are ordered by `BufferUse`. */
  uses(): Uses {
    return this.#work.uses?.() ?? "anything";
  }

  leavesThreads(): boolean {
    return this.#work.leavesThreads?.() ?? false;
  }

  step(turn: Turn): Progress {
    if (!this.#isBegun) this.#bring();
    this.#isBegun = true;
    const progress = this.#work.step(turn);
    this.#isComplete = progress === "done";
    return progress;
  }

  release(hasBegun: boolean): void {
    this.#work.release(hasBegun);
    if (this.#isBegun) this.#wrote();
    this.#use.end(this.#isComplete);
    for (const { side } of this.#accessed) this.#usm.release(side.allocation);
  }

  #bring(): void {
    for (const { storage, side, start, end, isKept } of this.#accessed) {
      if (isKept) storage.contents.bring(side, start, end, storage.what);
    }
  }

  #wrote(): void {
    for (const { storage, side, start, end, isWritten } of this.#accessed) {
      if (isWritten) storage.contents.wrote(side, start, end);
    }
  }
}

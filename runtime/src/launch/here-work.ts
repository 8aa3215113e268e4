// The work of a launch on a device where the calling thread takes part (capability "waitSync"): copies arrays, prints and reduces around the steps
// of the device.

import { invariant } from "@lanewise/ir";
import type { IssuedHere } from "../device/index.js";
import { imagePart, parts } from "../images/registry/index.js";
import { atOnce, mapped } from "../memory/index.js";
import { type Progress, ProgressReports, type Turn } from "../queue/commands/index.js";
import { LaunchWork } from "./launch-work.js";

export class HereWork extends LaunchWork {
  #issued: IssuedHere | undefined;
  #isChecked = false;
  #hasRing = false;
  #reports: ProgressReports | undefined;

  override step(turn: Turn): Progress {
    const { program, range } = this.identity;
    const loading = turn.isBlocking ? undefined : program.loading();
    if (loading) {
      loading.then(turn.resume);
      return "away";
    }
    const { onProgress } = this.settings;
    if (onProgress()) this.#reports ??= new ProgressReports(this.kernel, range.total, onProgress);
    const progress = this.#work(turn);
    const items = this.retained.reducing ? range.total / this.cut.total : program.groupSize;
    this.#reports?.after(progress, () => items * (this.#issued?.begun ?? (this.#isChecked ? this.cut.total : 0)));
    return progress;
  }

  #work(turn: Turn): Progress {
    const { console: ring } = this.identity.program;
    const { moved, reducing } = this.retained;
    moved?.begin();
    const progress = ring === undefined ? this.#advance(turn) : this.#advanceAndPrint(turn, ring);
    if (progress !== "done") return progress;
    reducing?.finish();
    moved?.copyBack(moved.readBack().map(atOnce));
    return progress;
  }

  /** Prints when the launch ends or fails, before its end is announced. */
  #advanceAndPrint(turn: Turn, ring: number): Progress {
    const place = this.identity.program.globalPlace(ring);
    const { emptyRing, printRing } = imagePart("printing");
    const memory = mapped(this.context.memory, "A launch");
    if (!this.#hasRing) {
      // Threads of a lost pool may still print.
      if (this.context.device.isSettling && !turn.isBlocking) return comeAgain(turn);
      emptyRing(memory.bytes(place.address, place.size));
      this.#hasRing = true;
    }
    const print = () => printRing(memory.bytes(place.address, place.size), this.identity, this.settings.onLog());
    let progress: Progress;
    try {
      progress = this.#advance(turn);
    } catch (error) {
      print();
      throw error;
    }
    if (progress === "done") print();
    return progress;
  }

  #advance(turn: Turn): Progress {
    if (!this.#issued) {
      const { context, identity, retained } = this;
      this.#isChecked = parts.check?.run(context, identity, retained.block.offset, retained) ?? false;
      if (this.#isChecked) return "done";
      const issued = this.settings.queue.issue(this);
      invariant("advance" in issued, "a device that can wait is advanced");
      this.#issued = issued;
    }
    return this.#issued.advance(turn);
  }

  override stop(): void {
    this.#reports?.stop();
  }
}

/** Tries again after a millisecond, in which other threads can act. */
function comeAgain(turn: Turn): Progress {
  setTimeout(turn.resume, 1);
  return "away";
}

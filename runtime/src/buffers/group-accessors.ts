// The accessors of one command group: made while its function runs, good for its command alone. Before the command runs they bring the
// newest contents to its device; what it waits for is in buffer-use.ts.

import type { Command, Progress, Turn, Work } from "../command.js";
import type { DeviceContext } from "../device-context.js";
import type { TypedArray } from "../language/host-array.js";
import type { DeviceSide } from "./buffer-storage.js";
import { BufferUse, type WaitedFor } from "./buffer-use.js";
import type { RequestedAccess } from "./requested-access.js";

interface Used extends RequestedAccess {
  readonly side: DeviceSide;
}

export class GroupAccessors {
  readonly #context: DeviceContext;
  readonly #used: Used[] = [];
  #use: BufferUse | undefined;

  constructor(context: DeviceContext) {
    this.#context = context;
  }

  get isEmpty(): boolean {
    return this.#used.length === 0;
  }

  /** The elements, where the group's command will find them. */
  add(access: RequestedAccess): TypedArray {
    const { storage, start, end } = access;
    const side = storage.on(this.#context);
    const { memory, usm } = this.#context;
    const { over, size } = storage.elements;
    const data = over(memory.buffer, side.allocation.block.offset + start, (end - start) / size);
    usm.remember(data, side.allocation);
    this.#used.push({ ...access, side });
    return data;
  }

  /** The group's command: `create` may use the accessors, and nothing else may. */
  work(create: () => Work): Work {
    const work = this.#whileOpen(create);
    const use = new BufferUse(this.#used.map(({ storage, ...range }) => ({ uses: storage, ...range })));
    this.#use = use;
    const { usm } = this.#context;
    for (const { side } of this.#used) usm.retain(side.allocation);
    let isBegun = false;
    let isComplete = false;
    const step = (turn: Turn): Progress => {
      if (!isBegun) this.#bring();
      isBegun = true;
      const progress = work.step(turn);
      isComplete = progress === "done";
      return progress;
    };
    const release = (hasBegun: boolean): void => {
      work.release(hasBegun);
      if (isBegun) this.#wrote();
      use.end(isComplete);
      for (const { side } of this.#used) usm.release(side.allocation);
    };
    return extended(work, { step, release });
  }

  waitsFor(): WaitedFor {
    return this.#use?.waitsFor() ?? { dependencies: [], predecessors: [] };
  }

  submitted(command: Command): void {
    this.#use?.submitted(command);
  }

  #whileOpen(create: () => Work): Work {
    for (const { side, start, end, isWritten } of this.#used) {
      const { offset } = side.allocation.block;
      side.open = [...side.open, { start: offset + start, end: offset + end, isWritten }];
    }
    try {
      return create();
    } finally {
      for (const { side } of this.#used) side.open = [];
    }
  }

  #bring(): void {
    for (const { storage, side, start, end, isKept } of this.#used) {
      if (isKept) storage.contents.bring(side, start, end, storage.what);
    }
  }

  #wrote(): void {
    for (const { storage, side, start, end, isWritten } of this.#used) {
      if (isWritten) storage.contents.wrote(side, start, end);
    }
  }
}

/** The same work with other methods: its getters are asked of it itself. */
function extended(work: Work, methods: Pick<Work, "step" | "release">): Work {
  return {
    ...(work.kernel !== undefined && { kernel: work.kernel }),
    ...(work.isPrinting !== undefined && { isPrinting: work.isPrinting }),
    ...(work.profile && { profile: work.profile.bind(work) }),
    // The accessors' own bytes are waited for without it.
    ...(work.uses && { uses: work.uses.bind(work) }),
    hostUse: work.hostUse,
    ...methods,
  };
}

// The accessors of one command group: created while its function runs, and valid only in its command (accessor-work.ts). buffer-use.ts finds what
// the command waits for.

import type { DeviceContext } from "../../context/index.js";
import type { TypedArray } from "../../language/index.js";
import type { Command, Work } from "../../queue/commands/index.js";
import { type Accessed, AccessorWork } from "./accessor-work.js";
import { BufferUse, type WaitedFor } from "./buffer-use.js";
import type { RequestedAccess } from "./requested-access.js";

export class GroupAccessors {
  readonly #context: DeviceContext;
  readonly #accessed: Accessed[] = [];
  #use: BufferUse | undefined;

  constructor(context: DeviceContext) {
    this.#context = context;
  }

  /** Returns the elements in the memory of the group's device. */
  add({ storage, start, end, isWritten, isKept }: RequestedAccess): TypedArray {
    const side = storage.on(this.#context);
    const { usm } = this.#context;
    const { over, size } = storage.elements;
    const data = over(side.buffer, side.allocation.block.offset + start, (end - start) / size);
    usm.remember(data, side.allocation);
    this.#accessed.push({ uses: storage, storage, side, start, end, isWritten, isKept });
    return data;
  }

  /** Creates the work of the group's command; only `create` may use the accessors. */
  work(create: () => Work): Work {
    const work = this.#whileOpen(create);
    this.#use = new BufferUse(this.#accessed);
    return new AccessorWork(work, this.#accessed, this.#use, this.#context.usm);
  }

  waitsFor(): WaitedFor {
    return this.#use?.waitsFor() ?? { dependencies: [], predecessors: [] };
  }

  submitted(command: Command): void {
    this.#use?.submitted(command);
  }

  #whileOpen(create: () => Work): Work {
    for (const { side, start, end, isWritten } of this.#accessed) {
      const { offset } = side.allocation.block;
      side.open = [...side.open, { start: offset + start, end: offset + end, isWritten }];
    }
    try {
      return create();
    } finally {
      for (const { side } of this.#accessed) side.open = [];
    }
  }
}

// The accessors of one command group: made while its function runs, good for its command alone (accessor-work.ts). What the command waits for
// is in buffer-use.ts.

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

  /** The elements, where the group's command will find them. */
  add({ storage, start, end, isWritten, isKept }: RequestedAccess): TypedArray {
    const side = storage.on(this.#context);
    const { usm } = this.#context;
    const { over, size } = storage.elements;
    const data = over(side.buffer, side.allocation.block.offset + start, (end - start) / size);
    usm.remember(data, side.allocation);
    this.#accessed.push({ uses: storage, storage, side, start, end, isWritten, isKept });
    return data;
  }

  /** The group's command: `create` may use the accessors, and nothing else may. */
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

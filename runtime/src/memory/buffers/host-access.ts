// Host accessors: the host waits for the commands that its access depends on, and has the elements until it gives them back; conflicting commands
// that are submitted meanwhile wait for that. Two commands represent it: one ends when the elements are ready, the other when they are given back.
// They belong to no user's queue.

import type { TypedArray } from "../../language/index.js";
import { Command, enqueue, finish, type Turn, type Work, withdraw } from "../../queue/commands/index.js";
import { BufferUse } from "./buffer-use.js";
import type { BufferCopy } from "./contents.js";
import type { RequestedAccess } from "./requested-access.js";
import { arrayOver } from "./rows.js";

export class HostAccess {
  readonly #access: RequestedAccess;
  readonly #ready: Command;
  readonly #held: Command;
  #place: BufferCopy | undefined;
  #isOver = false;
  #resume: (() => void) | undefined;

  constructor(access: RequestedAccess) {
    this.#access = access;
    const { storage, start, end, isWritten, isKept } = access;
    const use = new BufferUse([{ uses: storage, start, end, isWritten, isKept }]);
    const name = `A host accessor of ${storage.what}`;
    this.#ready = new Command(name, this.#preparation(), { ...use.waitsFor(), signals: [] }, withdraw);
    // If the first command fails, so does this one.
    const order = { dependencies: [this.#ready], predecessors: [], signals: [] };
    this.#held = new Command(name, this.#holding(use), order, withdraw);
    use.submitted(this.#held);
    enqueue(storage.lane, this.#ready);
  }

  async ready(): Promise<object> {
    await this.#ready.settled();
    return this.#elements();
  }

  readySync(): object {
    finish(this.#ready);
    this.#ready.throwIfFailed();
    return this.#elements();
  }

  #preparation(): Work {
    const { storage, start, end, isKept } = this.#access;
    const step = () => {
      this.#place = storage.forHost(start, end);
      if (isKept) storage.contents.bring(this.#place, start, end, storage.what);
      return "done" as const;
    };
    return { step, release: () => undefined };
  }

  /** Makes a step if somebody waits for it, and once when the elements are given back. */
  #holding(use: BufferUse): Work {
    const step = ({ resume }: Turn) => {
      this.#resume = resume;
      return this.#isOver ? ("done" as const) : ("held" as const);
    };
    return { step, release: () => use.end(this.#isOver) };
  }

  #elements(): object {
    const { storage, start, end, extent } = this.#access;
    const bytes = (this.#place ?? storage.forHost(start, end)).bytes(start, end);
    const { over, size } = storage.elements;
    const data: TypedArray = over(bytes.buffer, bytes.byteOffset, (end - start) / size);
    const elements = arrayOver(data, extent);
    for (const name of ["dispose", Symbol.dispose]) {
      Object.defineProperty(elements, name, { value: () => this.#giveBack() });
    }
    return elements;
  }

  #giveBack(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { storage, start, end, isWritten } = this.#access;
    if (isWritten && this.#place) storage.contents.wrote(this.#place, start, end);
    const wake = this.#resume;
    this.#held.step({ isBlocking: false, resume: () => undefined });
    this.#held.conclude();
    // At a later turn, since commands that wait for it must not run inside this call.
    if (wake) void Promise.resolve().then(wake);
  }
}

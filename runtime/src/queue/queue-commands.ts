// The commands of one queue: creates and orders them, waits for them, and collects the errors of those that nobody waits for. What the commands do
// is the work that they get; when they run, scheduler.ts decides.

import type { ContextDevices, DeviceContext } from "../context/index.js";
import type { Device } from "../device/index.js";
import { profiled, profiler } from "../diagnostics/index.js";
import type { RecordedLaunch, Recording } from "../graph/index.js";
import {
  type CheckedOptions,
  Command,
  CommandLine,
  enqueue,
  FailureReports,
  finish,
  type Lane,
  type OnError,
  QueueEvent,
  type Work,
  withdraw,
} from "./commands/index.js";
import type { QueueOrder } from "./queue-options.js";

const none: readonly never[] = [];

/** The queue. */
interface Owner {
  readonly name: string;
  readonly order: QueueOrder;
  readonly ownDevice: Device;
}

export class QueueCommands {
  readonly failures: FailureReports;
  /** Takes the commands while `Queue.record` runs. */
  recording: Recording | undefined;
  readonly #lane: Lane & { readonly context: ContextDevices };
  readonly #queue: Owner;

  constructor(queue: Owner, context: ContextDevices, onError: OnError | undefined) {
    this.failures = new FailureReports(onError);
    this.#queue = queue;
    this.#lane = { commands: new CommandLine(), isInOrder: queue.order === "in_order", context };
  }

  /** Throws if the context was disposed of. */
  get device(): DeviceContext {
    return this.#lane.context.on(this.#queue.ownDevice.kind);
  }

  add(
    method: string,
    create: (context: DeviceContext) => Work,
    order: CheckedOptions,
    launch: RecordedLaunch | undefined,
  ): QueueEvent {
    if (this.recording) return this.recording.add(method, create, order, launch);
    const { dependencies: given, signals, accessors } = order;
    const { device } = this;
    const tell = profiler();
    const made = accessors ? accessors.work(() => create(device)) : create(device);
    const work = tell ? profiled(made, tell, this.#queue, method) : made;
    const { hostUse, isPrinting } = work;
    const conflicting = hostUse?.conflicting(this.#lane) ?? none;
    const { lastPrinting } = device;
    const predecessors = isPrinting && lastPrinting ? [...conflicting, lastPrinting] : conflicting;
    const before = accessors?.waitsFor();
    const behind = before?.predecessors ?? none;
    const dependencies = before ? [...given, ...before.dependencies] : given;
    const command = new Command(method, work, { dependencies, signals, predecessors, behind }, this.#onFailure);
    if (isPrinting) device.lastPrinting = command;
    hostUse?.submitted(command, this.#lane);
    accessors?.submitted(command);
    const event = new QueueEvent(command);
    enqueue(this.#lane, command);
    return event;
  }

  readonly #onFailure = (command: Command): void => {
    withdraw(command);
    this.failures.add(command);
  };

  /** Resolves when all are final. Rejects with the first error that nobody else waits for. */
  async wait(): Promise<void> {
    const claimed = this.failures.claim(this.#lane.commands);
    await this.finality();
    this.failures.throwFirst(claimed);
  }

  /** As `wait`, in this call. */
  waitSync(): void {
    const claimed = this.failures.claim(this.#lane.commands);
    this.finish();
    this.failures.throwFirst(claimed);
  }

  /** Resolves when everything submitted so far is final. */
  async finality(): Promise<void> {
    this.recording?.refuseWait();
    // When the last one is final, those before it mostly are, too.
    for (const command of [...this.#lane.commands].reverse()) if (!command.isFinal) await command.finality();
  }

  finish(): void {
    this.recording?.refuseWait();
    for (let { last } = this.#lane.commands; last; last = this.#lane.commands.last) finish(last);
  }
}

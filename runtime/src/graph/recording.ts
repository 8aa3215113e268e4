// Lists a queue's commands while `q.record` runs, in the order of submission. None of them runs, but each is checked here, so that a mistake throws
// at the call that made it.

import type { DeviceContext } from "../context/index.js";
import { hasCapability } from "../device/index.js";
import { graphErrors, LanewiseError, lackedCapability } from "../errors/index.js";
import { type CheckedLaunch, checkLaunch, type LaunchSettings, localMemoryOf } from "../launch/index.js";
import type { Uses } from "../memory/index.js";
import { type CheckedOptions, Command, QueueEvent, type Work } from "../queue/commands/index.js";
import type { LaunchRange } from "../values/index.js";

/** A launch of a compiled kernel. */
export interface RecordedLaunch {
  readonly symbol: string;
  /** The values at the time of recording; `update` replaces some. */
  readonly captures: unknown[];
  readonly range: LaunchRange;
  readonly settings: LaunchSettings;
  /** Whether it has reductions. */
  readonly isReducing: boolean;
}

export interface RecordedCommand {
  /** Its name in messages and reports. */
  readonly name: string;
  readonly create: (context: DeviceContext) => Work;
  readonly uses: Uses;
  readonly launch: RecordedLaunch | undefined;
  /** The checked launch; undefined for commands that are created for each run. */
  checked: CheckedLaunch | undefined;
}

/** The methods that can be recorded. */
const recordable: ReadonlySet<string> = new Set(["launch", "q.copy", "q.memcpy", "q.fill"]);

export class Recording {
  readonly commands: RecordedCommand[] = [];
  readonly #context: DeviceContext;
  /** The commands behind the events that it returned. */
  readonly #given = new Set<Command>();

  constructor(context: DeviceContext) {
    this.#context = context;
  }

  add(
    method: string,
    create: (context: DeviceContext) => Work,
    order: CheckedOptions,
    launch: RecordedLaunch | undefined,
  ): QueueEvent {
    if (!recordable.has(method)) throw notRecordable(method);
    if (order.accessors) throw notRecordable("A command group with accessors");
    if (order.signals.length > 0) throw notRecordable("A command with a signal", "Pass the signal to graph.run().");
    if (order.dependencies.some((command) => !this.#given.has(command))) {
      const help = "Pass those events to graph.run({ after }): inside a graph, only the order of its commands counts.";
      throw notRecordable("A command that waits for events of other commands", help);
    }
    this.commands.push(this.#check(method, create, launch));
    const command = recordedCommand(method);
    this.#given.add(command);
    return new QueueEvent(command);
  }

  /** Recorded commands do not run, so waiting would never end. */
  refuseWait(): never {
    throw notRecordable("Waiting for commands");
  }

  /** The memory would have to be there, unchanged, in each run. */
  refuseScratch(purpose: string): never {
    throw notRecordable(
      "An algorithm that needs memory of its own",
      `Call the algorithm before or after graph.run(): it allocates ${purpose}.`,
    );
  }

  #check(method: string, create: RecordedCommand["create"], launch: RecordedLaunch | undefined): RecordedCommand {
    const work = create(this.#context);
    const uses = work.uses?.() ?? "anything";
    const name = work.kernel ?? method;
    const isMoving = work.hostUse !== undefined;
    work.release(false);
    const checked = launch && !isMoving && !launch.isReducing ? check(this.#context, launch) : undefined;
    const prepared = checked && staysAsItIs(checked) ? checked : undefined;
    if (!prepared && launch?.captures.some((value) => localMemoryOf(value) !== undefined)) {
      const help = "Use localMemory(type, length) in the kernel.";
      if (!hasCapability(this.#context.kind, "hostMapped"))
        throw lackedCapability("hostMapped", `Recording kernel ${name}, which has local accessors,`, help);
      throw notRecordable(`Kernel ${name}, which has local accessors`, help);
    }
    return { name, create, uses, launch, checked: prepared };
  }
}

/** Whether all runs can share its checked launch: each run must find again where pointers lead and which functions references call. */
function staysAsItIs({ identity: { program } }: CheckedLaunch): boolean {
  return !program.hasPointers && (program.ir?.linked.references.ids ?? "") === "";
}

export function check(context: DeviceContext, { symbol, captures, range, settings }: RecordedLaunch): CheckedLaunch {
  return checkLaunch(context, symbol, captures, range, settings);
}

export function notRecordable(what: string, help?: string): LanewiseError {
  return new LanewiseError("not_recordable", `${what} cannot be recorded.`, {
    row: graphErrors.not_recordable,
    ...(help !== undefined && { help }),
  });
}

/** The error for an async function. Awaiting recorded commands fails, too; those errors are ignored. */
export function asyncRecording(result: Promise<unknown>): LanewiseError {
  result.catch((error: unknown) => {
    if (!(error instanceof LanewiseError && error.code === "recorded_event")) throw error;
  });
  return notRecordable(
    "A command that an async function submits after an await",
    "Pass a function that does not await.",
  );
}

/** Returns a command that represents the recorded one in `after`; whoever waits for it gets an error that says why that is impossible. */
function recordedCommand(method: string): Command {
  const nothing: Work = { step: () => "done", release: () => undefined };
  const command = new Command(method, nothing, { dependencies: [], signals: [], predecessors: [] }, () => undefined);
  const message = `${method} was recorded, not submitted, so its event never completes.`;
  command.cancel(new LanewiseError("recorded_event", message, { row: graphErrors.recorded_event }));
  return command;
}

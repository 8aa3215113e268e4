// The work of one kernel launch: everything is checked and its arguments are written when it is made, inside the
// submitting call. It begins on the main thread, a chunk per step. Where enough is left to be worth it, and workers are
// there, the rest becomes a job for all threads (parallel-launch.ts).

import type { Block } from "./allocator.js";
import { checkArguments, writeArguments } from "./arguments.js";
import type { Progress, Turn, Work } from "./command.js";
import type { DeviceContext } from "./device-context.js";
import { LanewiseError } from "./errors.js";
import { type LaunchIdentity, toKernelError } from "./kernel-failure.js";
import type { AskedVariant } from "./kernel-options.js";
import { ParallelLaunch } from "./parallel-launch.js";
import type { LaunchRange } from "./range.js";
import type { KernelMark } from "./registry.js";
import { rowLength, shapeOf } from "./shape.js";
import { type Cut, chunkEnd } from "./threads/chunks.js";
import type { Team } from "./threads/team.js";
import type { Allocation } from "./usm.js";

/** What the queue says about a launch. */
export interface LaunchSettings {
  readonly name: string | undefined;
  readonly variant: AskedVariant;
  readonly team: Team;
  /** The most threads that may work on it. */
  readonly threads: number;
}

/** What is left, in ms of one thread, from which on other threads are woken for it. */
const WORTH_SHARING_MS = 0.1;

export function createLaunch(
  context: DeviceContext,
  mark: KernelMark,
  range: LaunchRange,
  settings: LaunchSettings,
): Work {
  const shape = shapeOf(range);
  const program = context.programs.program(mark.symbol, settings.variant, shape);
  const { executable, layout, symbol } = program;
  const kernel = settings.name ?? symbol.name;
  if (symbol.dimensions !== range.dimensions) {
    throw new LanewiseError(
      "invalid",
      `Kernel ${kernel} is compiled for ${symbol.dimensions} dimensions; the range has ${range.dimensions}.`,
    );
  }
  const values = checkArguments(program, mark.captures(), kernel, context);
  const block = context.takeArguments(layout.size);
  writeArguments(context.memory.view, block.offset, range, program, values);
  const allocations = values.flatMap((value) => (value.kind === "span" ? [value.allocation] : []));
  for (const allocation of allocations) context.usm.retain(allocation);
  const cut = { total: range.total, row: rowLength(range, shape), gang: executable.gang };
  return new LaunchWork(context, { kernel, program, range }, settings, cut, block, allocations);
}

class LaunchWork implements Work {
  readonly #context: DeviceContext;
  readonly #identity: LaunchIdentity;
  readonly #settings: LaunchSettings;
  readonly #cut: Cut;
  readonly #block: Block;
  readonly #allocations: readonly Allocation[];
  #done = 0;
  #parallel: ParallelLaunch | undefined;

  constructor(
    context: DeviceContext,
    identity: LaunchIdentity,
    settings: LaunchSettings,
    cut: Cut,
    block: Block,
    allocations: readonly Allocation[],
  ) {
    this.#context = context;
    this.#identity = identity;
    this.#settings = settings;
    this.#cut = cut;
    this.#block = block;
    this.#allocations = allocations;
  }

  step(turn: Turn): Progress {
    if (this.#parallel?.isStranded) this.#parallel = undefined;
    this.#parallel ??= this.#share(turn);
    return this.#parallel ? this.#parallel.step(turn) : this.#runChunk();
  }

  release(): void {
    for (const allocation of this.#allocations) this.#context.usm.release(allocation);
    this.#context.returnArguments(this.#block);
  }

  /** Gives what is left to other threads, if that is worth it and they are there. */
  #share(turn: Turn): ParallelLaunch | undefined {
    const { threads, team } = this.#settings;
    const { program } = this.#identity;
    const left = this.#cut.total - this.#done;
    if (threads === 1 || program.pace.estimate(left) < WORTH_SHARING_MS) return undefined;
    // Where the caller waits anyway, it may as well do the only work-item.
    if (turn.isBlocking && left <= this.#cut.gang) return undefined;
    const pool = team.pool();
    const executable = program.parallel();
    if (!pool || !executable.text || pool.ready(executable.text) === 0) return undefined;
    return new ParallelLaunch(this.#context, pool, this.#identity, {
      executable,
      text: executable.text,
      args: this.#block.offset,
      begin: this.#done,
      cut: { ...this.#cut, gang: executable.gang },
      threads: Math.min(threads, Math.ceil(left / executable.gang)),
    });
  }

  #runChunk(): Progress {
    const { total } = this.#cut;
    if (this.#done >= total) return "done";
    const { executable, pace } = this.#identity.program;
    const thread = this.#context.threadBlock(executable.stackSize);
    const end = chunkEnd(this.#done, this.#done === 0 ? pace.firstChunk(total) : pace.chunk, this.#cut);
    const start = performance.now();
    try {
      executable.run(this.#block.offset, thread, this.#done, end);
    } catch (error) {
      throw toKernelError(this.#context.memory.memory.buffer, thread, this.#identity, error);
    }
    pace.measured(end - this.#done, performance.now() - start);
    this.#done = end;
    return end < total ? "more" : "done";
  }
}

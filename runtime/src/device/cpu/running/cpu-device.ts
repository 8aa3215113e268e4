// The "cpu" device and, on the calling thread alone, the "host" device: memory that typed arrays lie over, private memory of threads, and
// who runs launches (cpu-launch.ts). One for each context.

import { THREAD_STACK_OFFSET } from "@lanewise/ir";
import { toKernelError } from "../../../diagnostics/index.js";
import { type Block, InternalMemory, MappedMemory } from "../../../memory/index.js";
import type { DeviceInstance, DeviceQueue, IssuedLaunch, QueueRequest } from "../../index.js";
import type { ProgramText } from "../instances/index.js";
import { Crew, LARGE_STACKS, type Team, teamOf } from "../threads/index.js";
import { CpuLaunch, leavesThreads } from "./cpu-launch.js";

export class CpuDevice implements DeviceInstance {
  readonly lost = undefined;
  readonly memory = new MappedMemory();
  /** Private memory, and copies that threads have of what they update. */
  readonly internal = new InternalMemory(this.memory);
  /** Why it has no workers, whatever its threads; undefined: it may have. */
  readonly obstacle: string | undefined;
  readonly #crews = new Map<Team, Crew>();
  readonly #afterPools: (() => void)[] = [];
  #endingPools = 0;
  #threadBlock: Block | undefined;

  constructor(obstacle?: string) {
    this.obstacle = obstacle;
  }

  get internalBytes(): number {
    return this.internal.bytes;
  }

  join({ device, threads, workerUrl }: QueueRequest): DeviceQueue {
    const crew = this.crew(teamOf(device));
    crew.join(threads, workerUrl);
    return {
      issue: (launch) => new CpuLaunch(this, crew, launch),
      leavesThreads,
      leave: () => crew.leave(),
    };
  }

  /** The threads that a device, or a part of one, has here. */
  crew(team: Team): Crew {
    const known = this.#crews.get(team);
    if (known) return known;
    const made = new Crew(this, team);
    this.#crews.set(team, made);
    return made;
  }

  /** From its beginning to its end, right here. Throws as it fails. */
  runNow({
    identity,
    executable,
    args,
    total,
    localBytes,
  }: Parameters<NonNullable<DeviceInstance["runNow"]>>[0]): void {
    this.run(executable.run, this.threadBlock(executable.stackSize + localBytes), args, 0, total, identity);
  }

  /** All that runs on the calling thread does it here. */
  run(
    run: (args: number, thread: number, begin: number, end: number) => void,
    thread: number,
    args: number,
    begin: number,
    end: number,
    identity: IssuedLaunch["identity"],
  ): void {
    try {
      run(args, thread, begin, end);
    } catch (error) {
      throw toKernelError(this.memory.memory.buffer, thread, identity, error);
    }
  }

  /** The calling thread's block, with at least `stackSize` bytes of private memory. Its failure record is clear. */
  threadBlock(stackSize: number): number {
    const size = THREAD_STACK_OFFSET + stackSize;
    if (this.#threadBlock && this.#threadBlock.size >= size) return this.#threadBlock.offset;
    if (this.#threadBlock) this.internal.release(this.#threadBlock);
    this.#threadBlock = undefined;
    this.#threadBlock = this.reserveStacks(size, 1);
    return this.#threadBlock.offset;
  }

  /** For so many threads, whose failure records are clear; what is behind those may be anything. */
  reserveStacks(stride: number, threads: number): Block {
    const block = this.internal.reserve(stride * threads, "The threads' private memory");
    for (let thread = 0; thread < threads; thread++) {
      this.memory.bytes(block.offset + thread * stride, THREAD_STACK_OFFSET).fill(0);
    }
    return block;
  }

  /** Whoever is next takes the calling thread's block anew, where it is large. */
  trim(): void {
    if (!this.#threadBlock || this.#threadBlock.size <= LARGE_STACKS) return;
    this.internal.release(this.#threadBlock);
    this.#threadBlock = undefined;
  }

  /** Whether workers of a pool that was lost have not all ended. */
  get isSettling(): boolean {
    return this.#endingPools > 0;
  }

  poolIsEnding(): void {
    this.#endingPools += 1;
  }

  poolHasEnded(): void {
    this.#endingPools -= 1;
    if (this.#endingPools === 0) for (const action of this.#afterPools.splice(0)) action();
  }

  whenSettled(action: () => void): void {
    if (this.#endingPools === 0) action();
    else this.#afterPools.push(action);
  }

  /** How many programs the workers have, added up. */
  get keptPrograms(): number {
    return [...this.#crews.values()].reduce((sum, crew) => sum + crew.programs, 0);
  }

  forget(text: ProgramText): void {
    for (const crew of this.#crews.values()) crew.forget(text);
  }

  /** Resolves when no thread runs any more. */
  async end(): Promise<void> {
    await Promise.all([...this.#crews.values()].map((crew) => crew.end()));
  }
}

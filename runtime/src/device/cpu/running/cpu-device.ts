// The "cpu" device and, on the calling thread alone, the "host" device: memory that typed arrays can view, private memory of threads, and the crews
// that run launches (cpu-launch.ts). One for each context.

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
  /** Private memory, and the threads' copies of what they update. */
  readonly internal = new InternalMemory(this.memory);
  /** Why it has no workers, whatever its number of threads; undefined: it may have some. */
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

  /** The threads of a device, or of a part of one, in this context. */
  crew(team: Team): Crew {
    const known = this.#crews.get(team);
    if (known) return known;
    const made = new Crew(this, team);
    this.#crews.set(team, made);
    return made;
  }

  /** Runs a launch from beginning to end, synchronously. Throws if it fails. */
  runNow({
    identity,
    executable,
    args,
    total,
    localBytes,
  }: Parameters<NonNullable<DeviceInstance["runNow"]>>[0]): void {
    this.run(executable.run, this.threadBlock(executable.stackSize + localBytes), args, 0, total, identity);
  }

  /** Runs all work on the calling thread. */
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

  /** Reserves blocks for `threads` threads with clear failure records; the memory behind those is uninitialised. */
  reserveStacks(stride: number, threads: number): Block {
    const block = this.internal.reserve(stride * threads, "The threads' private memory");
    for (let thread = 0; thread < threads; thread++) {
      this.memory.bytes(block.offset + thread * stride, THREAD_STACK_OFFSET).fill(0);
    }
    return block;
  }

  /** Releases the calling thread's block if it is large; the next launch takes a new one. */
  trim(): void {
    if (!this.#threadBlock || this.#threadBlock.size <= LARGE_STACKS) return;
    this.internal.release(this.#threadBlock);
    this.#threadBlock = undefined;
  }

  /** Whether workers of a lost pool are still ending. */
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

  /** The programs that all workers have, added up. */
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

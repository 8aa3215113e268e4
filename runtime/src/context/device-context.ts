// What all queues of one device and context share: its memory, its device globals, its programs, its threads. Made when the
// first queue is (context-devices.ts).

import { THREAD_STACK_OFFSET } from "@lanewise/ir";
import type { ProgramText } from "../device/cpu/instances/index.js";
import { Crew, LARGE_STACKS, type Team } from "../device/cpu/threads/index.js";
import type { DeviceKind } from "../device/index.js";
import type { GlobalStorage } from "../globals/index.js";
import { addKeeper, foundKernels, imageLookups, type Keeper, removeKeeper } from "../images/index.js";
import { ProgramHoldings, ProgramManager } from "../images/programs/index.js";
import { imagePart } from "../images/registry/index.js";
import {
  type AllocationTable,
  type Block,
  type DeviceCopy,
  DeviceMemory,
  type MemoryUsage,
  owns,
  Usm,
} from "../memory/index.js";
import type { Command } from "../queue/commands/index.js";

/** Bytes of an argument block, where they suffice; how many free ones are kept. */
const ARGUMENT_SIZE = 192;
const MOST_FREE = 1024;

interface KeptCounts {
  readonly foundKernels: number;
  readonly programs: number;
  /** That workers have made functions of, added up. */
  readonly workerPrograms: number;
  readonly globalPlaces: number;
}

/** Whether a program needs storage of device globals, its modules say. */
interface MadeStorage {
  globals?: GlobalStorage;
}

function storageIn(made: MadeStorage, memory: DeviceMemory): GlobalStorage {
  made.globals ??= imagePart("globals")(memory, imageLookups);
  return made.globals;
}

export class DeviceContext implements Keeper {
  readonly kind: DeviceKind;
  /** The context's, for messages. */
  readonly name: string;
  readonly memory = new DeviceMemory();
  readonly usm = new Usm(this.memory);
  readonly programs: ProgramManager;
  /** The last command that was submitted of those whose kernels print. */
  lastPrinting: Command | undefined;
  /** Of arrays of the host, for launches that are not final. */
  readonly copies = new Set<DeviceCopy>();
  readonly #made: MadeStorage = {};
  #pointers: AllocationTable | undefined;
  readonly #afterPools: (() => void)[] = [];
  #endingPools = 0;
  #threadBlock: Block | undefined;
  readonly #freeArguments: Block[] = [];
  readonly #crews = new Map<Team, Crew>();
  #internalBytes = 0;

  constructor(kind: DeviceKind, name: string) {
    this.kind = kind;
    this.name = name;
    // The programs' memory outlives them, and must not keep the context.
    const context = new WeakRef(this);
    const { memory } = this;
    const made = this.#made;
    const holdings = new ProgramHoldings(
      () => storageIn(made, memory),
      (text) => context.deref()?.forgetProgram(text),
    );
    this.programs = new ProgramManager({ device: kind, memory: this.memory, holdings });
    owns(this, this.memory);
    addKeeper(this);
  }

  get globals(): GlobalStorage {
    return storageIn(this.#made, this.memory);
  }

  /** For launches whose kernels have pointers. */
  get pointers(): AllocationTable {
    this.#pointers ??= imagePart("pointers")(this);
    return this.#pointers;
  }

  /** Frees what was made of modules and libraries that are unloaded, or will be freed after its last launch. */
  forgetUnloaded(): void {
    this.programs.forgetUnloaded();
    this.#made.globals?.forgetUnloaded();
  }

  /** No launch will run it any more. */
  forgetProgram(text: ProgramText): void {
    for (const crew of this.#crews.values()) crew.forget(text);
  }

  /** How much is kept of what was loaded, for tests. */
  keptCounts(): KeptCounts {
    return {
      foundKernels: foundKernels(),
      programs: this.programs.count,
      workerPrograms: [...this.#crews.values()].reduce((sum, crew) => sum + crew.programs, 0),
      globalPlaces: this.#made.globals?.count ?? 0,
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

  /** Pools that were lost, whose workers have not all ended. */
  get endingPools(): number {
    return this.#endingPools;
  }

  poolIsEnding(): void {
    this.#endingPools += 1;
  }

  poolHasEnded(): void {
    this.#endingPools -= 1;
    if (this.#endingPools === 0) for (const action of this.#afterPools.splice(0)) action();
  }

  /** Does it now, or when no thread of a lost pool can write any more. */
  whenPoolsHaveEnded(action: () => void): void {
    if (this.#endingPools === 0) action();
    else this.#afterPools.push(action);
  }

  /** Frees all arrays and ends the threads. No command is outstanding. Resolves when no thread runs any more. */
  async end(): Promise<void> {
    removeKeeper(this);
    this.usm.freeAll();
    await Promise.all([...this.#crews.values()].map((crew) => crew.end()));
  }

  /** The calling thread's block, with at least `stackSize` bytes of private memory. Its failure record is clear. */
  threadBlock(stackSize: number): number {
    const size = THREAD_STACK_OFFSET + stackSize;
    if (this.#threadBlock && this.#threadBlock.size >= size) return this.#threadBlock.offset;
    if (this.#threadBlock) this.releaseInternal(this.#threadBlock);
    this.#threadBlock = undefined;
    this.#threadBlock = this.reserveStacks(size, 1);
    return this.#threadBlock.offset;
  }

  /** For so many threads, whose failure records are clear; what is behind those may be anything. */
  reserveStacks(stride: number, threads: number): Block {
    const block = this.memory.reserve(stride * threads, "The threads' private memory");
    this.#internalBytes += block.size;
    const { memory } = this;
    for (let thread = 0; thread < threads; thread++) {
      memory.bytes(block.offset + thread * stride, THREAD_STACK_OFFSET).fill(0);
    }
    return block;
  }

  /** A launch is done; whoever is next takes the calling thread's block anew. */
  returnThreadBlock(): void {
    if (!this.#threadBlock || this.#threadBlock.size <= LARGE_STACKS) return;
    this.releaseInternal(this.#threadBlock);
    this.#threadBlock = undefined;
  }

  /** The argument block of a launch: of a common size, so that blocks serve again and again. */
  takeArguments(size: number): Block {
    const free = size <= ARGUMENT_SIZE ? this.#freeArguments.pop() : undefined;
    return free ?? this.allocateInternal(Math.max(size, ARGUMENT_SIZE), "Arguments of a launch");
  }

  returnArguments(block: Block): void {
    if (block.size === ARGUMENT_SIZE && this.#freeArguments.length < MOST_FREE) this.#freeArguments.push(block);
    else this.releaseInternal(block);
  }

  /** Memory for launches: arguments, the threads' private memory. */
  allocateInternal(size: number, purpose: string): Block {
    const block = this.memory.allocate(size, purpose);
    this.#internalBytes += block.size;
    return block;
  }

  releaseInternal(block: Block): void {
    this.#internalBytes -= block.size;
    this.memory.release(block);
  }

  memoryUsage(): MemoryUsage {
    return this.usm.usage((this.#made.globals?.size ?? 0) + this.#internalBytes);
  }
}

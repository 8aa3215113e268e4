// The state that all queues of one device and context share: an instance of the device with its memory, device globals and programs. Created with
// the first queue (context-devices.ts).

import {
  type Device,
  type DeviceInstance,
  type DeviceKind,
  type DeviceMemory,
  type DeviceQueue,
  driverOf,
  hasCapability,
} from "../device/index.js";
import type { GlobalStorage } from "../globals/index.js";
import { addKeeper, foundKernels, imageLookups, type Keeper, removeKeeper } from "../images/index.js";
import { ProgramHoldings, ProgramManager } from "../images/programs/index.js";
import { imagePart } from "../images/registry/index.js";
import {
  type AllocationTable,
  type Block,
  type DeviceCopy,
  InternalMemory,
  type MemoryUsage,
  owns,
  Usm,
} from "../memory/index.js";
import type { Command } from "../queue/commands/index.js";

/** Bytes of an argument block, unless a launch needs more; how many free blocks are kept: 1.5 MB, for as many launches in one queue. */
const ARGUMENT_SIZE = 192;
const MOST_FREE = 8192;

interface KeptCounts {
  readonly foundKernels: number;
  readonly programs: number;
  /** Programs that workers have instantiated, added up over all workers. */
  readonly workerPrograms: number;
  readonly globalPlaces: number;
}

/** Created only if a program's modules need storage of device globals. */
interface MadeStorage {
  globals?: GlobalStorage;
}

function storageIn(made: MadeStorage, memory: DeviceMemory): GlobalStorage {
  made.globals ??= imagePart("globals")(memory, imageLookups);
  return made.globals;
}

export class DeviceContext implements Keeper {
  readonly kind: DeviceKind;
  /** The context's name, for messages. */
  readonly name: string;
  readonly device: DeviceInstance;
  readonly memory: DeviceMemory;
  /** Blocks for launches. */
  readonly internal: InternalMemory;
  readonly usm: Usm;
  /** Whether work advances while the calling thread waits. */
  readonly canWait: boolean;
  readonly programs: ProgramManager;
  /** The last submitted command whose kernel prints. */
  lastPrinting: Command | undefined;
  /** Copies of host arrays, for unfinished launches. */
  readonly copies = new Set<DeviceCopy>();
  readonly #made: MadeStorage = {};
  #pointers: AllocationTable | undefined;
  readonly #freeArguments: Block[] = [];
  /** ARGUMENT_SIZE, rounded up to the device's preferred multiple. */
  readonly #argumentSize: number;
  #isLost = false;

  constructor(kind: DeviceKind, name: string) {
    this.kind = kind;
    this.canWait = hasCapability(kind, "waitSync");
    this.name = name;
    const device = driverOf(kind).open();
    const { memory } = device;
    this.device = device;
    this.memory = memory;
    this.internal = new InternalMemory(memory);
    const { preferredMultiple = 1 } = memory;
    this.#argumentSize = Math.ceil(ARGUMENT_SIZE / preferredMultiple) * preferredMultiple;
    this.usm = new Usm(memory);
    const made = this.#made;
    // The holdings outlive the programs, and must not keep the context alive.
    const weak = new WeakRef(device);
    const holdings = new ProgramHoldings(
      () => storageIn(made, memory),
      (text) => weak.deref()?.forget(text),
    );
    this.programs = new ProgramManager({ device: kind, instance: device, holdings });
    owns(this, memory);
    addKeeper(this);
    void device.lost?.then(() => {
      this.#isLost = true;
      this.usm.freeAll();
    });
  }

  /** Whether its device was lost, and its arrays with it. */
  get isLost(): boolean {
    return this.#isLost;
  }

  get globals(): GlobalStorage {
    return storageIn(this.#made, this.memory);
  }

  /** The table for launches whose kernels have pointers. */
  get pointers(): AllocationTable {
    this.#pointers ??= imagePart("pointers")(this);
    return this.#pointers;
  }

  /** Called when a queue begins to use it. */
  join(device: Device, threads: number, workerUrl: string | undefined): DeviceQueue {
    return this.device.join({ device, threads, workerUrl });
  }

  /** Frees what was made from unloaded modules and libraries, now or after its last launch. */
  forgetUnloaded(): void {
    this.programs.forgetUnloaded();
    this.#made.globals?.forgetUnloaded();
  }

  /** Counts what is kept of loaded modules, for tests. */
  keptCounts(): KeptCounts {
    return {
      foundKernels: foundKernels(),
      programs: this.programs.count,
      workerPrograms: this.device.keptPrograms,
      globalPlaces: this.#made.globals?.count ?? 0,
    };
  }

  /** Frees all arrays and ends the device's instance; no command may be outstanding. Resolves when nothing runs any more. */
  async end(): Promise<void> {
    removeKeeper(this);
    this.usm.freeAll();
    await this.device.end();
  }

  /** Returns an argument block for a launch: of a common size, so that blocks can be reused. */
  takeArguments(size: number): Block {
    const free = size <= this.#argumentSize ? this.#freeArguments.pop() : undefined;
    return free ?? this.internal.reserve(Math.max(size, this.#argumentSize), "Arguments of a launch");
  }

  returnArguments(block: Block): void {
    if (block.size === this.#argumentSize && this.#freeArguments.length < MOST_FREE) this.#freeArguments.push(block);
    else this.internal.release(block);
  }

  memoryUsage(): MemoryUsage {
    const { internalBytes } = this.device;
    return this.usm.usage((this.#made.globals?.size ?? 0) + this.internal.bytes + internalBytes);
  }
}

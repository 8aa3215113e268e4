// What all queues of one device and context share: an instance of the device with its memory, device globals and programs. Made when the
// first queue is (context-devices.ts).

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
  readonly device: DeviceInstance;
  readonly memory: DeviceMemory;
  /** For launches. */
  readonly internal: InternalMemory;
  readonly usm: Usm;
  /** Whether work gets on while the calling thread waits. */
  readonly canWait: boolean;
  readonly programs: ProgramManager;
  /** The last command that was submitted of those whose kernels print. */
  lastPrinting: Command | undefined;
  /** Of arrays of the host, for launches that are not final. */
  readonly copies = new Set<DeviceCopy>();
  readonly #made: MadeStorage = {};
  #pointers: AllocationTable | undefined;
  readonly #freeArguments: Block[] = [];
  /** A multiple of what the device prefers. */
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
    // The programs' memory outlives them, and must not keep the context.
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

  /** Whether its device is gone, and its arrays with it. */
  get isLost(): boolean {
    return this.#isLost;
  }

  get globals(): GlobalStorage {
    return storageIn(this.#made, this.memory);
  }

  /** For launches whose kernels have pointers. */
  get pointers(): AllocationTable {
    this.#pointers ??= imagePart("pointers")(this);
    return this.#pointers;
  }

  /** A queue begins to use it. */
  join(device: Device, threads: number, workerUrl: string | undefined): DeviceQueue {
    return this.device.join({ device, threads, workerUrl });
  }

  /** Frees what was made of modules and libraries that are unloaded, or will be freed after its last launch. */
  forgetUnloaded(): void {
    this.programs.forgetUnloaded();
    this.#made.globals?.forgetUnloaded();
  }

  /** How much is kept of what was loaded, for tests. */
  keptCounts(): KeptCounts {
    return {
      foundKernels: foundKernels(),
      programs: this.programs.count,
      workerPrograms: this.device.keptPrograms,
      globalPlaces: this.#made.globals?.count ?? 0,
    };
  }

  /** Frees all arrays and ends the device's instance. No command is outstanding. Resolves when nothing runs any more. */
  async end(): Promise<void> {
    removeKeeper(this);
    this.usm.freeAll();
    await this.device.end();
  }

  /** The argument block of a launch: of a common size, so that blocks serve again and again. */
  takeArguments(size: number): Block {
    const free = size <= this.#argumentSize ? this.#freeArguments.pop() : undefined;
    return free ?? this.internal.allocate(Math.max(size, this.#argumentSize), "Arguments of a launch");
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

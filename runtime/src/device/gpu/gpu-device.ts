// The gpu device, by the contract alone (contract.ts): WebGPU, which runs what it is given in order and tells of it later.

import { compileWgsl, type MemoryParts, NotForGpu } from "@lanewise/codegen";
import { invariant, type Steps } from "@lanewise/ir";
import { LanewiseError } from "../../errors/index.js";
import { type Executable, oneByOne, type ProgramInput } from "../cpu/index.js";
import type {
  DeviceInstance,
  DeviceMemory,
  DeviceQueue,
  GpuCanvas,
  IssuedElsewhere,
  IssuedLaunch,
  Outcome,
} from "../index.js";
import { CanvasDrawer } from "./canvas-drawer.js";
import { Commands } from "./commands.js";
import { GpuProgram } from "./gpu-program.js";
import { Heap } from "./heap.js";
import { type Fate, Launches } from "./launches.js";

/** Addresses are words of 32 bits, of which the highest is left. */
const MOST_BYTES = 2 ** 31 - 256;

export class GpuDevice implements DeviceInstance {
  readonly memory: DeviceMemory;
  readonly lost: Promise<string>;
  readonly internalBytes = 0;
  readonly keptPrograms = 0;
  readonly isSettling = false;
  readonly #device: GPUDevice;
  readonly #commands: Commands;
  readonly #heap: Heap;
  readonly #launches: Launches;
  readonly #drawer: CanvasDrawer;
  readonly #programs = new WeakMap<Executable, GpuProgram>();

  constructor(device: GPUDevice) {
    this.#device = device;
    const { maxStorageBufferBindingSize, maxBufferSize } = device.limits;
    this.#commands = new Commands(device);
    this.#heap = new Heap(this.#commands, Math.min(maxStorageBufferBindingSize, maxBufferSize, MOST_BYTES));
    this.#launches = new Launches(this.#commands, this.#heap);
    this.#drawer = new CanvasDrawer(this.#commands);
    this.memory = this.#heap.memory;
    this.lost = device.lost.then(({ reason, message }) => message || reason);
  }

  *prepare(input: ProgramInput): Steps<Executable> {
    yield;
    const module = input.module();
    const { kernel, bounds, fp, precision, threads, globalAddress, groups: group } = input;
    const name = module.functions[kernel]?.name ?? "";
    try {
      const options = { module, kernel, bounds, fp, precision, threads, globalAddress, group };
      const executable: Executable = { run: notHere, stackSize: 0, ...oneByOne };
      const make = (parts: MemoryParts) => compileWgsl(options, parts);
      const own = { name, isOfGroups: group !== undefined };
      this.#programs.set(executable, new GpuProgram(this.#device, this.#launches.layouts, make, own));
      return executable;
    } catch (error) {
      if (!(error instanceof NotForGpu)) throw error;
      const { what, at, help } = error;
      const place = `${module.files[at.file]}:${at.line}:${at.column}`;
      throw new LanewiseError("kernel_not_supported", `Kernel ${name} (${place}): the GPU has no ${what}.`, {
        help,
        cause: error,
      });
    }
  }

  join(): DeviceQueue {
    return { issue: (launch, after) => this.#issue(launch, after), leavesThreads: () => false, leave: () => undefined };
  }

  #issue(launch: IssuedLaunch, after: readonly IssuedElsewhere[] = none): IssuedElsewhere {
    const before = after.length === 0 ? none : after.filter((one) => one instanceof GpuLaunch);
    const fate: Fate = { cancelled: undefined };
    const begun = before.some(hasFailed)
      ? { number: undefined, outcome: Promise.resolve(skipped) }
      : this.#begin(launch, before, fate);
    const outcome = after.length === 0 ? begun.outcome : behind(begun.outcome, after);
    return new GpuLaunch(before, begun.number, outcome, fate);
  }

  #begin(launch: IssuedLaunch, before: readonly GpuLaunch[], fate: Fate): Begun {
    const program = this.#programs.get(launch.identity.program.executable());
    invariant(program, "the device has made the program");
    const open = before.flatMap(({ isOpen, number }) => (isOpen && number !== undefined ? [number] : []));
    try {
      if (!this.#heap.hasAll) this.#checkMemory(launch);
      return this.#launches.launch(program, launch, open, fate);
    } catch (error) {
      return { number: undefined, outcome: Promise.reject(error) };
    }
  }

  #checkMemory(launch: IssuedLaunch): void {
    if (!this.#heap.has(launch.args)) this.#heap.missed();
    for (const { place } of launch.spans()) if (!this.#heap.has(place.address)) this.#heap.missed();
  }

  async draw(picture: number | Uint8Array, canvas: GpuCanvas): Promise<void> {
    const { width, height } = canvas.canvas;
    if (width * height === 0) return;
    const placed =
      typeof picture === "number" ? this.#heap.picture(picture, 4 * width * height) : this.#drawer.upload(picture);
    await this.#drawer.draw(placed, canvas);
  }

  whenSettled(action: () => void): void {
    action();
  }
  trim(): void {
    // Its memory stays.
  }
  forget(): void {
    // The driver keeps its programs.
  }
  async end(): Promise<void> {
    await Promise.race([this.#commands.done(), this.lost]);
  }
}

const none: readonly never[] = [];
const skipped: Outcome = { kind: "skipped" };
const hasFailed = (launch: GpuLaunch): boolean => launch.hasFailed;

interface Begun {
  /** By which the GPU knows it; undefined: it was not issued there. */
  readonly number: number | undefined;
  readonly outcome: Promise<Outcome>;
}

/** A launch, which others may depend on. */
class GpuLaunch implements IssuedElsewhere {
  readonly number: number | undefined;
  readonly completion: Promise<Outcome>;
  /** Whether its outcome is not known yet. */
  isOpen = true;
  hasFailed = false;
  readonly #fate: Fate;

  constructor(before: readonly GpuLaunch[], number: number | undefined, issued: Promise<Outcome>, fate: Fate) {
    this.number = number;
    this.#fate = fate;
    this.completion = issued.then(
      (outcome) => this.#end(before.some(hasFailed) ? skipped : outcome),
      (error: unknown) => {
        this.#close(true);
        throw error;
      },
    );
  }

  cancel(reason: unknown): void {
    this.#fate.cancelled = { reason };
  }

  #end(outcome: Outcome): Outcome {
    const { cancelled } = this.#fate;
    this.#close(outcome.kind !== "done" || cancelled !== undefined);
    if (cancelled) throw cancelled.reason;
    return outcome;
  }

  #close(hasFailed: boolean): void {
    this.isOpen = false;
    this.hasFailed = hasFailed;
  }
}

/** Settles behind all that it comes after: what became of these is known then. */
async function behind(issued: Promise<Outcome>, after: readonly IssuedElsewhere[]): Promise<Outcome> {
  const [outcome] = await Promise.all([issued, Promise.allSettled(after.map(({ completion }) => completion))]);
  return outcome;
}

function notHere(): never {
  invariant(false, "programs of a GPU are launched by its device");
}

// The gpu device, by the contract alone (contract.ts): WebGPU, which runs what it is given in order and tells of it later.

import { compileWgsl, NotForGpu } from "@lanewise/codegen";
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
import { Launches } from "./launches.js";

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
  readonly #fates = new WeakMap<IssuedElsewhere, Fate>();

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
    const { kernel, bounds, fp, threads, globalAddress, groups: group } = input;
    const name = module.functions[kernel]?.name ?? "";
    try {
      const options = { module, kernel, bounds, fp, threads, globalAddress, group };
      const executable: Executable = { run: notHere, stackSize: 0, ...oneByOne };
      const make = (isApart: boolean) => compileWgsl(options, isApart);
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

  #issue(launch: IssuedLaunch, after: readonly IssuedElsewhere[] = []): IssuedElsewhere {
    const program = this.#programs.get(launch.identity.program.executable());
    invariant(program, "the device has made the program");
    let cancelled: { readonly reason: unknown } | undefined;
    const fate: Fate = { number: undefined, isOpen: true, hasFailed: false };
    const before = after.flatMap((one) => this.#fates.get(one) ?? []);
    const run = async (): Promise<Outcome> => {
      if (before.some(({ hasFailed }) => hasFailed)) return { kind: "skipped" };
      const addresses = [launch.args, ...launch.spans().map(({ place }) => place.address)];
      if (!addresses.every((address) => this.#heap.has(address))) this.#heap.missed();
      const open = before.flatMap(({ isOpen, number }) => (isOpen && number !== undefined ? [number] : []));
      const { number, outcome: issued } = this.#launches.launch(program, launch, open);
      fate.number = number;
      const [outcome] = await Promise.all([issued, Promise.allSettled(after.map(({ completion }) => completion))]);
      if (cancelled) throw cancelled.reason;
      return before.some(({ hasFailed }) => hasFailed) ? { kind: "skipped" } : outcome;
    };
    const completion = run().then(
      (outcome) => {
        Object.assign(fate, { isOpen: false, hasFailed: outcome.kind !== "done" });
        return outcome;
      },
      (error: unknown) => {
        Object.assign(fate, { isOpen: false, hasFailed: true });
        throw error;
      },
    );
    const issued: IssuedElsewhere = {
      completion,
      cancel: (reason) => {
        cancelled = { reason };
      },
    };
    this.#fates.set(issued, fate);
    return issued;
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

/** Of a launch. */
interface Fate {
  /** By which the GPU knows it; undefined: it was not issued there. */
  number: number | undefined;
  /** Whether its outcome is not known yet. */
  isOpen: boolean;
  hasFailed: boolean;
}

function notHere(): never {
  invariant(false, "programs of a GPU are launched by its device");
}

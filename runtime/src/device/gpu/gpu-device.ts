// The gpu device, by the contract alone (contract.ts): WebGPU, which runs what it is given in order and tells of it later.

import { compileWgsl, NotForGpu } from "@lanewise/codegen";
import { invariant, type Steps } from "@lanewise/ir";
import { LanewiseError } from "../../errors/index.js";
import { type Executable, oneByOne, type ProgramInput } from "../cpu/index.js";
import type { DeviceInstance, DeviceMemory, DeviceQueue, IssuedElsewhere, IssuedLaunch, Outcome } from "../index.js";
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
  readonly #programs = new WeakMap<Executable, GpuProgram>();
  readonly #hasFailed = new WeakMap<IssuedElsewhere, () => boolean>();
  #loss: Promise<never>;

  constructor(device: GPUDevice) {
    this.#device = device;
    const { maxStorageBufferBindingSize, maxBufferSize } = device.limits;
    this.#commands = new Commands(device);
    this.#heap = new Heap(this.#commands, Math.min(maxStorageBufferBindingSize, maxBufferSize, MOST_BYTES));
    this.#launches = new Launches(this.#commands, this.#heap);
    this.memory = this.#heap.memory;
    this.lost = device.lost.then(({ reason, message }) => message || reason);
    this.#loss = this.lost.then((reason) => {
      throw new LanewiseError("device_lost", `The GPU was lost: ${reason}.`, {
        help: "Call requestGpu() again, and give new queues the device that it finds.",
      });
    });
    // Whoever waits for something is told.
    this.#loss.catch(() => undefined);
  }

  *prepare(input: ProgramInput): Steps<Executable> {
    yield;
    const module = input.module();
    const { kernel, bounds, fp, threads, globalAddress, groups: group } = input;
    const name = module.functions[kernel]?.name ?? "";
    try {
      const program = compileWgsl({ module, kernel, bounds, fp, threads, globalAddress, group });
      const executable: Executable = { run: notHere, stackSize: 0, ...oneByOne };
      const { layout } = this.#launches;
      this.#programs.set(
        executable,
        new GpuProgram(this.#device, layout, program, { name, isOfGroups: group !== undefined }),
      );
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
    let hasFailed = false;
    const isSkipped = after.some((one) => this.#hasFailed.get(one)?.() ?? false);
    const run = async (): Promise<Outcome> => {
      if (isSkipped) return { kind: "skipped" };
      const addresses = [launch.args, ...launch.spans().map(({ place }) => place.address)];
      if (!addresses.every((address) => this.#heap.has(address))) this.#heap.missed();
      const launched = this.#launches.launch(program, launch);
      const outcome = await Promise.race([launched, this.#loss]);
      if (cancelled) throw cancelled.reason;
      return outcome;
    };
    const completion = run().then(
      (outcome) => {
        hasFailed = outcome.kind !== "done";
        return outcome;
      },
      (error: unknown) => {
        hasFailed = true;
        throw error;
      },
    );
    const issued: IssuedElsewhere = {
      completion,
      cancel: (reason) => {
        cancelled = { reason };
      },
    };
    this.#hasFailed.set(issued, () => hasFailed);
    return issued;
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

function notHere(): never {
  invariant(false, "programs of a GPU are launched by its device");
}

// A device as far from the host as devices get: memory that nobody else sees, nothing but messages, sixteen launches under way at a time,
// completions that come late, allocations that fail late, and it can be lost in between. What runs its kernels is the host device's
// JavaScript. It is made by the device contract alone (runtime/src/device/contract.ts), and stands for a GPU or another machine.

import { FAILURE, type Steps, THREAD_STACK_OFFSET } from "@lanewise/ir";
import { LanewiseError } from "lanewise";
import type {
  DeviceDriver,
  DeviceInstance,
  DeviceMemory,
  DeviceQueue,
  IssuedElsewhere,
  IssuedLaunch,
  Outcome,
} from "../../runtime/dist/device/contract.js";
import type { Executable, ProgramInput } from "../../runtime/dist/device/cpu/target.js";
import type { DeviceKind } from "../../runtime/dist/device/device.js";
import { allPasses, registerDevice } from "../../runtime/dist/device/drivers.js";
import { compileForHost } from "../../runtime/dist/device/host/host.js";
import { compileGroups } from "../../runtime/dist/device/targets/group-target.js";
import { parts } from "../../runtime/dist/images/registry/optional-parts.js";
import { IssuedWork } from "../../runtime/dist/launch/issued-work.js";
import { Allocator, type Block } from "../../runtime/dist/memory/allocator.js";

declare module "../../runtime/dist/device/device.js" {
  interface DeviceKinds {
    readonly remote: "JavaScript, far away";
  }
}

export interface RemoteSettings {
  /** Of its memory. What is allocated beyond it is missed when it is used. */
  readonly bytes?: number;
  /** How long a message is under way, in ms. */
  readonly latency?: number;
}

/** How many launches run before the first of them completes. */
const PIPELINED = 16;
const CAPACITY = 2 ** 26;
/** Of addresses and sizes of copies; its blocks are multiples, too. */
const MULTIPLE = 256;

/** How far its clock may be from the host's. */
const CLOCK_MS = 0.001;

/** What is asked of the device: done there in order. */
interface Message {
  readonly isLaunch?: boolean;
  readonly run: () => void;
  readonly lose: (error: unknown) => void;
}

export class RemoteDevice implements DeviceInstance {
  readonly memory: DeviceMemory;
  readonly lost: Promise<string>;
  readonly internalBytes = 0;
  readonly keptPrograms = 0;
  readonly isSettling = false;
  /** How often a message found the device idle: it, or the host, had waited for the other. */
  roundTrips = 0;
  /** Launches that have arrived, and that have run. */
  issued = 0;
  launched = 0;
  /** Writes and reads that are no multiples of what it prefers. */
  oddCopies = 0;
  reads = 0;
  readonly #heap: ArrayBuffer;
  readonly #latency: number;
  readonly #allocator: Allocator;
  /** Blocks that are not there have addresses from here on. */
  #missing: number;
  #messages: Message[] = [];
  #replies: (() => void)[] = [];
  #isBusy = false;
  #isHeld = false;
  #problem: LanewiseError | undefined;
  #tellLoss: (reason: string) => void = () => undefined;
  #stack: Block | undefined;

  constructor({ bytes = CAPACITY, latency = 1 }: RemoteSettings) {
    this.#heap = new ArrayBuffer(bytes);
    this.#latency = latency;
    this.#allocator = new Allocator(MULTIPLE, bytes, () => bytes);
    this.#missing = Math.ceil(bytes / MULTIPLE) * MULTIPLE;
    this.lost = new Promise((resolve) => {
      this.#tellLoss = resolve;
    });
    this.memory = {
      reserved: bytes,
      preferredMultiple: MULTIPLE,
      allocate: (size) => {
        const block = this.#reserve(size);
        this.memory.fill(block.offset, new Uint8Array(1), block.size);
        return block;
      },
      reserve: (size) => this.#reserve(size),
      release: (block) => {
        this.#allocator.release(block);
      },
      write: (address, given) => {
        this.#countCopy(address, given.length);
        const sent = given.slice();
        this.#post(() => this.#bytes(address, sent.length)?.set(sent));
      },
      copy: (from, to, size) => {
        this.#post(() => {
          const found = this.#bytes(from, size);
          if (found) this.#bytes(to, size)?.set(found);
        });
      },
      fill: (address, given, count) => {
        const pattern = given.slice();
        this.#post(() => {
          const all = this.#bytes(address, pattern.length * count);
          for (let at = 0; all && at < all.length; at += pattern.length) all.set(pattern, at);
        });
      },
      read: (address, size) => {
        this.#countCopy(address, size);
        this.reads += 1;
        return this.#ask(() => this.#bytes(address, size)?.slice() ?? this.#missed());
      },
      done: (address) => this.#ask(() => (this.#has(address) ? undefined : this.#missed())),
    };
  }

  prepare(input: ProgramInput, plan: Parameters<DeviceInstance["prepare"] & object>[1]): Steps<Executable> {
    const heap = this.#heap;
    // Its code is JavaScript, which asks for the buffer alone.
    const memory = { buffer: heap } as WebAssembly.Memory;
    const whole = { ...input, memory, isSharedMemory: false };
    return plan ? compileGroups({ ...whole, plan }, compileForHost) : compileForHost(whole);
  }

  join(): DeviceQueue {
    return { issue: (launch, after) => this.#issue(launch, after), leavesThreads: () => false, leave: () => undefined };
  }

  whenSettled(action: () => void): void {
    action();
  }
  trim(): void {
    // Its one stack stays.
  }
  forget(): void {
    // It keeps nothing of programs.
  }
  async end(): Promise<void> {
    await this.#ask(() => undefined);
  }

  /** Until `release`, messages arrive and nothing is done. */
  hold(): void {
    this.#isHeld = true;
  }
  release(): void {
    this.#isHeld = false;
    if (this.#messages.length > 0) this.#begin();
  }

  /** Now it is gone. */
  lose(reason: string): void {
    const error = new LanewiseError("device_lost", `The remote device was lost: ${reason}.`);
    this.#problem = error;
    this.#replies = [];
    this.#tellLoss(reason);
    for (const { lose } of this.#messages.splice(0)) lose(error);
    for (const lose of this.#underWay) lose(error);
  }
  /** What rejects replies that have not arrived. */
  readonly #underWay = new Set<(error: unknown) => void>();

  #reserve(size: number): Block {
    const found = this.#allocator.allocate(Math.max(1, Math.ceil(size / MULTIPLE)) * MULTIPLE);
    if (found) return found;
    const offset = this.#missing;
    this.#missing += Math.ceil(size / MULTIPLE + 1) * MULTIPLE;
    return { offset, size };
  }

  #countCopy(address: number, size: number): void {
    if (address % MULTIPLE !== 0 || size % MULTIPLE !== 0) this.oddCopies += 1;
  }

  #has(address: number): boolean {
    return address < this.#heap.byteLength;
  }

  #bytes(address: number, size: number): Uint8Array | undefined {
    return this.#has(address) ? new Uint8Array(this.#heap, address, size) : undefined;
  }

  #missed(): never {
    throw new LanewiseError(
      "memory_allocation",
      `The remote device has ${this.#heap.byteLength} bytes; there was no room.`,
    );
  }

  #issue(launch: IssuedLaunch, after: readonly IssuedElsewhere[] = []): IssuedElsewhere {
    const executable = launch.identity.program.executable();
    const { args, cut } = launch;
    const { total } = cut;
    const thread = this.#stackOf(executable.stackSize + launch.localBytes);
    const addresses = [args, thread, ...launch.spans().map(({ place }) => place.address)];
    let cancelled: { readonly reason: unknown } | undefined;
    this.issued += 1;
    const own: { hasFailed: boolean } = { hasFailed: false };
    const before = after.map((one) => this.#states.get(one) ?? own);
    const completion = this.#ask((): Outcome => {
      own.hasFailed = true;
      if (cancelled) throw cancelled.reason;
      if (before.some(({ hasFailed }, index) => after[index] && hasFailed)) return { kind: "skipped" };
      if (!addresses.every((address) => this.#has(address))) this.#missed();
      const outcome = this.#run(executable, args, thread, total);
      own.hasFailed = outcome.kind === "failed";
      return outcome;
    }, true);
    const issued = {
      completion,
      cancel: (reason: unknown) => {
        cancelled = { reason };
      },
    };
    this.#states.set(issued, own);
    return issued;
  }
  readonly #states = new WeakMap<IssuedElsewhere, { hasFailed: boolean }>();

  #run({ run }: Executable, args: number, thread: number, total: number): Outcome {
    this.launched += 1;
    const site = new DataView(this.#heap, thread).setInt32.bind(new DataView(this.#heap, thread), FAILURE.site);
    site(0, true);
    const start = performance.now();
    const times = () => ({ start, end: performance.now(), within: CLOCK_MS });
    try {
      run(args, thread, 0, total);
      return { kind: "done", times: times() };
    } catch (cause) {
      return { kind: "failed", record: this.#heap.slice(thread, thread + THREAD_STACK_OFFSET), cause, times: times() };
    }
  }

  /** Work is done in order, so that all of it has one stack; what is queued for an older one is done before that is another's. */
  #stackOf(size: number): number {
    const whole = THREAD_STACK_OFFSET + size;
    if (this.#stack && this.#stack.size >= whole) return this.#stack.offset;
    if (this.#stack) this.memory.release(this.#stack);
    this.#stack = this.#reserve(whole);
    return this.#stack.offset;
  }

  #post(run: () => void): void {
    if (!this.#problem) this.#send({ run, lose: () => undefined });
  }

  #ask<T>(run: () => T, isLaunch = false): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#problem) {
        reject(this.#problem);
        return;
      }
      this.#underWay.add(reject);
      const reply = (settle: () => void) => {
        this.#replies.push(() => {
          this.#underWay.delete(reject);
          settle();
        });
      };
      const answer = () => {
        try {
          const result = run();
          reply(() => resolve(result));
        } catch (error) {
          reply(() => reject(error));
        }
      };
      this.#send({ isLaunch, run: answer, lose: reject });
    });
  }

  #send(message: Message): void {
    this.#messages.push(message);
    if (!this.#isBusy && !this.#isHeld) this.#begin();
  }

  #begin(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.roundTrips += 1;
    setTimeout(() => this.#work(), this.#latency);
  }

  /** Does what has arrived, up to so many launches; the replies arrive later. */
  #work(): void {
    for (let launches = 0; launches < PIPELINED && this.#messages.length > 0; ) {
      const message = this.#messages.shift();
      if (message?.isLaunch) launches += 1;
      message?.run();
    }
    setTimeout(() => this.#deliver(this.#replies.splice(0)), this.#latency);
    if (this.#messages.length > 0) setTimeout(() => this.#work());
    else this.#isBusy = false;
  }

  #deliver(replies: readonly (() => void)[]): void {
    if (this.#problem) return;
    for (const reply of replies) reply();
  }
}

/** The instances that contexts have opened, the last one last. */
export const remoteDevices: RemoteDevice[] = [];

/** As the kind "remote", or in the stead of one of ours. */
export function remoteDriver(settings: RemoteSettings = {}, kind: DeviceKind = "remote"): DeviceDriver {
  parts.issuedWork = IssuedWork;
  return {
    kind,
    name: "Remote (a test's)",
    capabilities: new Set(),
    features: () => [],
    answers: () => ({ targetIs: "remote", hasAspect: new Set(["fp16", "fp64", "atomic64", "usmDeviceAllocations"]) }),
    threads: () => 1,
    threadsReason: "the remote device runs one work-item after the other",
    lowering: { passes: allPasses, isInlined: false, hasGangs: false },
    open: () => {
      const made = new RemoteDevice(settings);
      remoteDevices.push(made);
      return made;
    },
  };
}

export function registerRemote(settings: RemoteSettings = {}): void {
  registerDevice(remoteDriver(settings));
}

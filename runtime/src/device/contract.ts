// The device contract: all that the runtime asks of a device. A device is a driver in the registry (drivers.ts); each context that uses it opens an
// instance, which has memory, makes programs and runs them. Optional abilities are capabilities, asked for by name.
// docs/decisions/0053-device-contract.md gives the reasons; test/support/remote-device.ts is the smallest implementation.

import type { GroupPlan } from "@lanewise/codegen";
import type { Steps, TargetAnswers } from "@lanewise/ir";
import type { LaunchIdentity } from "../diagnostics/index.js";
import type { GlobalPlace } from "../globals/index.js";
import type { Block } from "../memory/index.js";
import type { Progress, Turn } from "../queue/commands/index.js";
import type { Executable, ProgramInput } from "./cpu/index.js";
import type { ProgramText } from "./cpu/instances/index.js";
import type { Cut } from "./cpu/threads/index.js";
import type { Device, DeviceKind } from "./device.js";

export interface DeviceDriver {
  readonly kind: DeviceKind;
  readonly name: string;
  readonly capabilities: ReadonlySet<Capability>;
  /** The processor features that its programs may use. */
  readonly features: () => readonly string[];
  /** The answers for kernels that ask about their target, and for `Device.has`. */
  readonly answers: () => TargetAnswers;
  readonly threads: () => number;
  /** Why it never has more than one thread. */
  readonly threadsReason?: string;
  readonly lowering: Lowering;
  /** Opens an instance for a context; called again after the instance was lost. */
  readonly open: () => DeviceInstance;
}

/**
 * "hostMapped": typed arrays can view its memory. "waitSync": work proceeds while the calling thread waits. "images": runs kernel bundles, and
 * programs generated ahead of time. "codeCache": its programs can be cached. "plainKernels": runs kernels that are not compiled.
 */
export type Capability = "hostMapped" | "waitSync" | "images" | "codeCache" | "plainKernels";

/** How a kernel's IR is brought to the form that the device takes. */
export interface Lowering {
  /** In the order in which they run. Without a pass, its construct stays in the IR for the device's own code generator. */
  readonly passes: ReadonlySet<Pass>;
  /** The kernel is one function, whose sites say which calls led there. */
  readonly isInlined: boolean;
  /** Work-items run in gangs, which may be sub-groups. */
  readonly hasGangs: boolean;
  /** Work-items run at the same time, each at its own pace. Default: one after another, or gang by gang. */
  readonly areLanesApart?: boolean;
  /** How many work-items combine the partial values of a reduced value: COMBINING_ITEMS, or 1, the default. The result is the same. */
  readonly combiningItems?: number;
}

/**
 * "columns": arrays of structs in columns become arrays of their leaves. "offset": ranges begin at 0. "reductions": reducers become partial values of
 * blocks of the range. "barriers": kernels of work-groups are divided into regions between barriers.
 */
export type Pass = "columns" | "offset" | "reductions" | "barriers";

export interface DeviceInstance {
  /**
   * Resolves with the reason when the device is lost: all issued work fails, and none of its objects can be used any more. Undefined: it cannot be
   * lost.
   */
  readonly lost: Promise<string> | undefined;
  readonly memory: DeviceMemory;
  /** Bytes of device memory that the instance uses internally. */
  readonly internalBytes: number;
  /** Makes a program. Absent: a row of targets.ts does, which needs the code generator. `plan`: for a kernel of work-groups. */
  prepare?(input: ProgramInput, plan: GroupPlan | undefined): Steps<Executable>;
  /** Opens a queue on the device. */
  join(request: QueueRequest): DeviceQueue;
  /** Runs a short launch to its end, synchronously; throws if it fails. Capability "waitSync". */
  runNow?(launch: ShortLaunch): void;
  /** Draws a picture of four bytes a pixel, given by address or as host bytes, in order with issued work. Absent: it has no canvases. */
  draw?(picture: number | Uint8Array, canvas: GpuCanvas): Promise<void>;
  /** Whether work that was given up may still write to memory. */
  readonly isSettling: boolean;
  /** Calls `action` now, or as soon as no abandoned work can write any more. */
  whenSettled(action: () => void): void;
  /** Releases what only large launches need. */
  trim(): void;
  /** How many programs it has cached; `forget` drops one. */
  readonly keptPrograms: number;
  forget(text: ProgramText): void;
  end(): Promise<void>;
}

/** A canvas's "webgpu" context. */
export interface GpuCanvas {
  readonly canvas: { readonly width: number; readonly height: number };
  getCurrentTexture(): object;
}

/** The addresses are the device's; only the device dereferences them. Operations run in order with issued work, and may fail later. */
export interface DeviceMemory {
  /** Bytes reserved so far. */
  readonly reserved: number;
  /** Writes and reads are fast when addresses and sizes are multiples of it, as those of blocks are. Absent: all are equally fast. */
  readonly preferredMultiple?: number;
  /** Allocates `size` bytes: zeros with `allocate`, uninitialised with `reserve`. */
  allocate(size: number, purpose: string): Block;
  reserve(size: number, purpose: string): Block;
  release(block: Block): void;
  /** Reads `bytes` before it returns. */
  write(address: number, bytes: Uint8Array): void;
  /** As `write`, for bytes that only launches read: an argument block. Absent: `write` is used. */
  writeArguments?(address: number, bytes: Uint8Array): void;
  copy(from: number, to: number, size: number): void;
  /** Writes `pattern` `count` times. */
  fill(address: number, pattern: Uint8Array, count: number): void;
  /** The bytes after all earlier operations. */
  read(address: number, size: number): Later<Uint8Array>;
  /** Settles when all earlier operations are done. */
  done(address: number): Later<void>;
}

/** A value, not a promise, with the capability "hostMapped". The promise rejects if the device, or the memory there, was lost. */
export type Later<T> = T | Promise<T>;

export interface QueueRequest {
  readonly device: Device;
  /** The most threads that the queue will use. */
  readonly threads: number;
  readonly workerUrl: string | undefined;
}

export interface DeviceQueue {
  /**
   * Starts a launch and returns at once. Launches of one instance run as if in the order of these calls. If one of `after` has failed, the launch is
   * skipped.
   */
  issue(launch: IssuedLaunch, after?: readonly IssuedElsewhere[]): IssuedHere | IssuedElsewhere;
  /** Whether the launch will take a while and leave threads to others. */
  leavesThreads(launch: IssuedLaunch): boolean;
  leave(): void;
}

/** A launch as its device sees it. The device asks for what it needs, and keeps none of it. */
export interface IssuedLaunch {
  readonly identity: LaunchIdentity;
  /** The remaining range, and where it may be divided. */
  readonly cut: Cut;
  /** The address of the argument block. */
  readonly args: number;
  /** The arrays that the arguments refer to. */
  spans(): readonly PlacedSpan[];
  /** Bytes of each thread's private memory for local memory whose length the launch sets. */
  readonly localBytes: number;
  /** Whether its units are blocks of the range; no two threads share a block. */
  readonly isInBlocks: boolean;
  readonly threads: number;
  /** In ms from the start. */
  readonly timeout: number | undefined;
}

export interface ShortLaunch extends Pick<IssuedLaunch, "identity" | "args" | "localBytes"> {
  readonly executable: Executable;
  readonly total: number;
}

/** A captured array's storage in a launch. */
export interface PlacedSpan {
  /** The index of the kernel's parameter. */
  readonly index: number;
  /** Address and size, in bytes. */
  readonly place: GlobalPlace;
}

/** A launch in which the calling thread takes part: capability "waitSync". */
export interface IssuedHere {
  /** Runs the next piece; throws if the launch fails. */
  advance(turn: Turn): Progress;
  /** How many of its units have begun. */
  readonly begun: number;
}

export interface IssuedElsewhere {
  /** How the launch ended. Rejects if the device, or memory that the launch uses, was lost. */
  readonly completion: Promise<Outcome>;
  /** Drops the launch if it has not begun; the completion then rejects with `reason`. */
  cancel(reason: unknown): void;
}

export type Outcome = { readonly times?: DeviceTimes | undefined } & (
  | { readonly kind: "done" | "skipped" }
  /** `record` as in ir/src/abi/abi.ts; `cause`: what the program threw. */
  | { readonly kind: "failed"; readonly record: ArrayBuffer; readonly cause: unknown }
);

/** When the device ran the launch, in ms of the host's performance.now(). */
export interface DeviceTimes {
  readonly start: number;
  readonly end: number;
  /** How far the device's clock may be from the host's. */
  readonly within: number;
}

// The device contract: all that the runtime asks of a device. A device is a driver in the registry (drivers.ts); each context that uses it
// opens an instance, which has memory, makes programs and runs them. What only some devices can do is a capability, asked for by name.
// docs/decisions/0053-device-contract.md says why it is so; test/support/remote-device.ts is the smallest implementation.

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
  /** What its programs may use of the processor. */
  readonly features: () => readonly string[];
  /** To kernels that ask, and to `Device.has`. */
  readonly answers: () => TargetAnswers;
  readonly threads: () => number;
  /** Why it never has more than one. */
  readonly threadsReason?: string;
  readonly lowering: Lowering;
  /** An instance of its own for each context; when it was lost, another one. */
  readonly open: () => DeviceInstance;
}

/**
 * "hostMapped": typed arrays lie over its memory. "waitSync": work gets on while the calling thread waits. "images": kernel bundles, and
 * programs that were generated ahead of time. "codeCache": its programs can be kept. "plainKernels": it runs kernels that are not compiled.
 */
export type Capability = "hostMapped" | "waitSync" | "images" | "codeCache" | "plainKernels";

/** What brings a kernel's IR to the form that the device takes. */
export interface Lowering {
  /** In the order in which they are done. What is not here stays in the IR for the device's own code generator. */
  readonly passes: ReadonlySet<Pass>;
  /** One function, whose sites say which calls led there. */
  readonly isInlined: boolean;
  /** Work-items run in gangs, which may be sub-groups. */
  readonly hasGangs: boolean;
  /** Work-items run at the same time, each at its own pace. Default: one after the other, or gang by gang. */
  readonly areLanesApart?: boolean;
  /**
   * By groups of how many work-items what blocks leave of a value is combined: COMBINING_ITEMS, or 1, which is the default. The result is the
   * same.
   */
  readonly combiningItems?: number;
}

/**
 * "columns": arrays of structs in columns become arrays of their leaves. "offset": ranges begin at 0. "reductions": reducers become what blocks of
 * the range leave. "barriers": kernels of work-groups are divided into regions between barriers.
 */
export type Pass = "columns" | "offset" | "reductions" | "barriers";

export interface DeviceInstance {
  /** Resolves with the reason when the device is gone: what was issued fails, and nothing of it can be used any more. Undefined: never. */
  readonly lost: Promise<string> | undefined;
  readonly memory: DeviceMemory;
  /** Bytes of its memory that it uses itself. */
  readonly internalBytes: number;
  /** Makes a program. Absent: a row of targets.ts does, which needs the code generator. `plan`: of a kernel of work-groups. */
  prepare?(input: ProgramInput, plan: GroupPlan | undefined): Steps<Executable>;
  /** A queue begins to use it. */
  join(request: QueueRequest): DeviceQueue;
  /** Runs a short launch to its end right here; throws as it fails. Capability "waitSync". */
  runNow?(launch: ShortLaunch): void;
  /** Draws a picture of four bytes a pixel, at an address or of the host, in order with what is issued. Absent: it has no canvases. */
  draw?(picture: number | Uint8Array, canvas: GpuCanvas): Promise<void>;
  /** Whether something that was given up may still write. */
  readonly isSettling: boolean;
  /** Does it now, or when nothing that was given up can write any more. */
  whenSettled(action: () => void): void;
  /** Gives back what large launches alone need. */
  trim(): void;
  /** How many programs it keeps besides, and that it may let go of one. */
  readonly keptPrograms: number;
  forget(text: ProgramText): void;
  end(): Promise<void>;
}

/** What a canvas gives for "webgpu". */
export interface GpuCanvas {
  readonly canvas: { readonly width: number; readonly height: number };
  getCurrentTexture(): object;
}

/** Addresses are the device's: nobody else follows them. What is asked is done in order with what is issued, and may fail later. */
export interface DeviceMemory {
  /** Bytes that it has taken so far. */
  readonly reserved: number;
  /** Writes and reads whose addresses and sizes are multiples of it are the fast ones; blocks are such. Absent: all are alike. */
  readonly preferredMultiple?: number;
  /** `size` bytes of zeros, or of whatever was there. */
  allocate(size: number, purpose: string): Block;
  reserve(size: number, purpose: string): Block;
  release(block: Block): void;
  /** The bytes are taken by the call. */
  write(address: number, bytes: Uint8Array): void;
  /** Writes what launches alone read: an argument block. Absent: `write` does. */
  writeArguments?(address: number, bytes: Uint8Array): void;
  copy(from: number, to: number, size: number): void;
  /** `pattern`, `count` times. */
  fill(address: number, pattern: Uint8Array, count: number): void;
  /** What is there when all is done that was asked before. */
  read(address: number, size: number): Later<Uint8Array>;
  /** Settles when all that was asked before is done. */
  done(address: number): Later<void>;
}

/** With the capability "hostMapped" it is there at once. Else it settles later; rejects where the device, or the memory there, was lost. */
export type Later<T> = T | Promise<T>;

export interface QueueRequest {
  readonly device: Device;
  /** The most that it will use. */
  readonly threads: number;
  readonly workerUrl: string | undefined;
}

export interface DeviceQueue {
  /**
   * Starts a launch, and returns at once. Launches of one instance run as if in the order of these calls. Where one of `after` has failed, it
   * is skipped.
   */
  issue(launch: IssuedLaunch, after?: readonly IssuedElsewhere[]): IssuedHere | IssuedElsewhere;
  /** Whether it will take a while and leave threads to others. */
  leavesThreads(launch: IssuedLaunch): boolean;
  leave(): void;
}

/** A launch as its device sees it: it asks for what it needs, and keeps nothing of it. */
export interface IssuedLaunch {
  readonly identity: LaunchIdentity;
  /** What runs of it, and where it may be divided. */
  readonly cut: Cut;
  /** The address of its argument block. */
  readonly args: number;
  /** Arrays that the arguments lead to. */
  spans(): readonly PlacedSpan[];
  /** Of each thread's private memory, for local memory whose length the launch says. */
  readonly localBytes: number;
  /** Whether its units are blocks of the range that no two threads share. */
  readonly isInBlocks: boolean;
  readonly threads: number;
  /** In ms, from its start. */
  readonly timeout: number | undefined;
}

export interface ShortLaunch extends Pick<IssuedLaunch, "identity" | "args" | "localBytes"> {
  readonly executable: Executable;
  readonly total: number;
}

/** An array where it lies in a launch. */
export interface PlacedSpan {
  /** Of the kernel's parameters. */
  readonly index: number;
  /** In bytes. */
  readonly place: GlobalPlace;
}

/** The calling thread takes part: capability "waitSync". */
export interface IssuedHere {
  /** Does the next piece; throws as the launch fails. */
  advance(turn: Turn): Progress;
  /** How many of its units have begun. */
  readonly begun: number;
}

export interface IssuedElsewhere {
  /** What became of it. Rejects where the device, or memory that it uses, was lost. */
  readonly completion: Promise<Outcome>;
  /** Drops what has not begun; `reason` is what the completion rejects with. */
  cancel(reason: unknown): void;
}

export type Outcome = { readonly times?: DeviceTimes | undefined } & (
  | { readonly kind: "done" | "skipped" }
  /** `record` as in ir/src/abi.ts; `cause`: what the program threw. */
  | { readonly kind: "failed"; readonly record: ArrayBuffer; readonly cause: unknown }
);

/** When the device ran it, in ms of the host's performance.now(). */
export interface DeviceTimes {
  readonly start: number;
  readonly end: number;
  /** How far the device's clock may be from the host's. */
  readonly within: number;
}

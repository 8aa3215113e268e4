// The queue: the public face of everything at run time. Each method checks its arguments, makes a piece of work and
// submits it; what the work does is in launch.ts and copy.ts, when it runs in scheduler.ts.

import type { Device, DeviceKind } from "./device.js";
import { LanewiseError } from "./errors.js";
import type { QueueEvent } from "./event.js";
import type { AnyDeviceGlobal, DeviceGlobal } from "./language/device-global.js";
import type {
  ElementOf,
  HostArray,
  NameOf,
  TypedArray,
  TypedArrayConstructor,
  TypedArrays,
  UsmArray,
} from "./language/host-array.js";
import type { Kernel0, Kernel1, Kernel2, Kernel3 } from "./language/kernel-function.js";
import type { MemoryUsage } from "./usm.js";

/** A global that the host may read: `hostAccess` is absent, "read" or "read_write". */
export type Readable = { readonly hostAccess?: "read" | "read_write" };
/** A global that the host may write: `hostAccess` is absent, "write" or "read_write". */
export type Writable = { readonly hostAccess?: "write" | "read_write" };

/** How many work-items: of one dimension, or of up to three, the outermost (slowest) first. */
export type Range = number | readonly [number] | readonly [number, number] | readonly [number, number, number];

export interface QueueOptions {
  /** "cpu" (WebAssembly), "host" (JavaScript, for debugging), or a row of `getDevices()`. Default: LANEWISE_DEVICE, else "cpu". */
  readonly device?: DeviceKind | Device;
  /** The most threads to use. This version runs kernels on the calling thread, in slices between events. */
  readonly threads?: number;
  /** What messages call the queue. */
  readonly name?: string;
  /** Gets the errors of commands that nobody waits for. Default: an unhandled rejection. */
  readonly onError?: (error: unknown, event: QueueEvent) => void;
}

export interface LaunchOptions {
  /** What errors and profiles call the kernel. Default: its file, line and enclosing function. */
  readonly name?: string;
  /** Events that must be final before it starts. */
  readonly after?: Dependencies;
}

/** Events that must be final before a command starts; whether they failed makes no difference. */
export type Dependencies = QueueEvent | readonly QueueEvent[];

export interface CopyOptions {
  /** Elements to copy. Default: all of the device global, or of the source array. */
  readonly count?: number;
  /** The first element of the device global, counted in elements of the innermost type. */
  readonly startIndex?: number;
  readonly after?: Dependencies;
}

/** Bytes to copy: any view or buffer. */
export type Bytes = ArrayBufferView | ArrayBufferLike;

export class Queue implements Disposable, AsyncDisposable {
  declare readonly device: Device;
  declare readonly threads: number;
  declare readonly name: string;
  declare onError: ((error: unknown, event: QueueEvent) => void) | undefined;

  constructor(_options: QueueOptions = {}) {}

  mallocShared<C extends TypedArrayConstructor>(
    type: C,
    countOrValues: number | Iterable<ElementOf<C>> | ArrayLike<ElementOf<C>>,
  ): UsmArray<C> {
    throw unfinished(type, countOrValues);
  }
  mallocDevice<C extends TypedArrayConstructor>(
    type: C,
    countOrValues: number | Iterable<ElementOf<C>> | ArrayLike<ElementOf<C>>,
  ): UsmArray<C> {
    throw unfinished(type, countOrValues);
  }
  mallocHost<C extends TypedArrayConstructor>(
    type: C,
    countOrValues: number | Iterable<ElementOf<C>> | ArrayLike<ElementOf<C>>,
  ): UsmArray<C> {
    throw unfinished(type, countOrValues);
  }
  free(array: TypedArray): void {
    throw unfinished(array);
  }
  toHost<A extends TypedArray>(array: A): TypedArrays<ArrayBuffer>[NameOf<A>] {
    throw unfinished(array);
  }
  memoryUsage(): MemoryUsage {
    throw unfinished();
  }

  singleTask(kernel: Kernel0, options?: LaunchOptions): QueueEvent {
    throw unfinished(kernel, options);
  }

  parallelFor(range: number | readonly [number], kernel: Kernel1, options?: LaunchOptions): QueueEvent;
  parallelFor(range: readonly [number, number], kernel: Kernel2, options?: LaunchOptions): QueueEvent;
  parallelFor(range: readonly [number, number, number], kernel: Kernel3, options?: LaunchOptions): QueueEvent;
  parallelFor(range: Range, kernel: Kernel1 | Kernel2 | Kernel3, options?: LaunchOptions): QueueEvent {
    throw unfinished(range, kernel, options);
  }

  copy<T, P extends Writable>(
    source: NoInfer<HostArray<T>>,
    destination: DeviceGlobal<T, P>,
    count?: number,
    startIndex?: number,
    dependencies?: Dependencies,
  ): QueueEvent;
  copy<T, P extends Writable>(
    source: NoInfer<HostArray<T>>,
    destination: DeviceGlobal<T, P>,
    options: CopyOptions,
  ): QueueEvent;
  copy<T, P extends Readable>(
    source: DeviceGlobal<T, P>,
    destination: NoInfer<HostArray<T>>,
    count?: number,
    startIndex?: number,
    dependencies?: Dependencies,
  ): QueueEvent;
  copy<T, P extends Readable>(
    source: DeviceGlobal<T, P>,
    destination: NoInfer<HostArray<T>>,
    options: CopyOptions,
  ): QueueEvent;
  copy<A extends TypedArray>(
    source: A,
    destination: TypedArrays[NameOf<A>],
    count?: number | { readonly count?: number; readonly after?: Dependencies },
    dependencies?: Dependencies,
  ): QueueEvent;
  copy(...args: readonly unknown[]): QueueEvent {
    throw unfinished(...args);
  }

  memcpy<T, P extends Writable>(
    destination: DeviceGlobal<T, P>,
    source: Bytes,
    numBytes?: number,
    offset?: number,
    dependencies?: Dependencies,
  ): QueueEvent;
  memcpy<T, P extends Readable>(
    destination: Bytes,
    source: DeviceGlobal<T, P>,
    numBytes?: number,
    offset?: number,
    dependencies?: Dependencies,
  ): QueueEvent;
  memcpy(destination: Bytes, source: Bytes, numBytes: number, dependencies?: Dependencies): QueueEvent;
  memcpy(...args: readonly unknown[]): QueueEvent {
    throw unfinished(...args);
  }

  fill<A extends TypedArray>(array: A, value: A[number], dependencies?: Dependencies): QueueEvent {
    throw unfinished(array, value, dependencies);
  }

  wait(): Promise<void> {
    throw unfinished();
  }
  waitSync(): void {
    throw unfinished();
  }
  [Symbol.dispose](): void {
    throw unfinished();
  }
  [Symbol.asyncDispose](): Promise<void> {
    throw unfinished();
  }
}

function unfinished(..._args: readonly unknown[]): LanewiseError {
  return new LanewiseError("feature_not_supported", "Not there yet.");
}

export type { AnyDeviceGlobal };

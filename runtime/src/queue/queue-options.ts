// The options of the queue's methods, and how untyped arguments are brought into one form.

import type { SubGroupSize } from "@lanewise/ir";
import type { Context } from "../context/index.js";
import type { Device, DeviceKind } from "../device/index.js";
import type { OnLog } from "../diagnostics/index.js";
import { LanewiseError } from "../errors/index.js";
import { type KernelOptions, kernelOptions, type PrecisionOption, precisionOption } from "../images/programs/index.js";
import {
  type Dimensions,
  type ElementOf,
  launchRangeOf,
  type NdRange,
  type Properties,
  type structArrayBrand,
  type TypedArrayConstructor,
} from "../language/index.js";
import {
  describeValue,
  type LaunchRange,
  type OptionTable,
  ownOptions,
  toRange,
  withSubGroups,
} from "../values/index.js";
import { type CommandOptions, commandOptions, type OnError, type OnProgress } from "./commands/index.js";

/** A global that the host may read: `hostAccess` is absent, "read" or "read_write". */
export interface Readable extends Properties {
  readonly hostAccess?: "read" | "read_write";
}
/** A global that the host may write: `hostAccess` is absent, "write" or "read_write". */
export interface Writable extends Properties {
  readonly hostAccess?: "write" | "read_write";
}

/** How many work-items, in one to three dimensions, the outermost (slowest) first. */
export type Range = Range1 | Range2 | Range3;
/** A range of one dimension: `1000`, or `[1000]`. */
export type Range1 = number | readonly [number];
/** A range of two dimensions: `[height, width]`. */
export type Range2 = readonly [number, number];
/** A range of three dimensions: `[depth, height, width]`. */
export type Range3 = readonly [number, number, number];

/** SYCL's in-order and out-of-order queues. */
export type QueueOrder = "in_order" | "explicit";

/** The options of `new Queue(…)`. */
export interface QueueOptions extends KernelOptions, PrecisionOption {
  /** "cpu" (WebAssembly), "host" (JavaScript, for debugging), or a row of `getDevices()`. Default: LANEWISE_DEVICE, else "cpu". */
  readonly device?: DeviceKind | Device;
  /** The context whose memory and device globals it uses. Default: a context that all queues without one share. */
  readonly context?: Context;
  /** The most threads to use. Default and maximum: the device's threads. */
  readonly threads?: number;
  /**
   * The URL of `lanewise/worker`, if a bundler moved the file; also LANEWISE_WORKER_URL. A device takes it from its first queue with more than one
   * thread.
   */
  readonly workerUrl?: string;
  /**
   * "in_order", the default: as if each command waited for those submitted before it; commands that use different bytes may overlap. "explicit":
   * each command waits only for the events in `after`, and others may overtake it.
   */
  readonly order?: QueueOrder;
  /** The queue's name in messages. */
  readonly name?: string;
  /** The time limit of a launch in milliseconds; see `LaunchOptions`. Default: no limit. */
  readonly timeout?: number;
  /** Gets the errors of commands that nobody waits for. Default: an unhandled rejection. */
  readonly onError?: OnError;
  /** Gets what kernels print. Default: `console.log` prints it. */
  readonly onLog?: OnLog;
  /** Gets the progress of long launches. */
  readonly onProgress?: OnProgress;
}

/** The options that each launch has. */
export interface LaunchOptions extends KernelOptions, PrecisionOption, CommandOptions {
  /** The kernel's name in errors and profiles. Default: its file, line and enclosing function. */
  readonly name?: string;
  /**
   * The time limit in milliseconds. When it is exceeded, the threads are replaced, and the event rejects with `timeout`. For that, the launch runs
   * only on workers (with `threads: 1` on one); without workers, the time is checked between pieces of the range.
   */
  readonly timeout?: number;
}

/** The options of a launch over a range. */
export interface RangeOptions<R extends Range = Range> extends LaunchOptions {
  /** The first index of the range, in as many dimensions as it has. Default: 0. Kernels get indices from there on. */
  readonly offset?: R;
}

/** The options of a launch over an `ndRange`. */
export interface NdRangeOptions extends LaunchOptions {
  /** The work-items of a sub-group. Default: 8. */
  readonly subGroupSize?: SubGroupSize;
}

/** The options of a launch over that range. */
export type OptionsOver<R> = R extends Range3
  ? RangeOptions<Range3>
  : R extends Range2
    ? RangeOptions<Range2>
    : R extends Range1
      ? RangeOptions<Range1>
      : NdRangeOptions;

/** The options of `q.copy`: counts are in elements. */
export interface CopyOptions extends CommandOptions {
  /** Elements to copy. Default: all of the device global, or of the source array. */
  readonly count?: number;
  /** The first element of the device global, counted in elements of the innermost type. */
  readonly startIndex?: number;
}

/** The options of `q.memcpy`: counts are in bytes. */
export interface MemcpyOptions extends CommandOptions {
  /** Bytes to copy. Default: all of the device global. Required without a device global. */
  readonly numBytes?: number;
  /** The first byte of the device global. */
  readonly offset?: number;
}

/** Arrays and memory that a host task may use. */
export type HostTaskArray = ArrayBufferView | ArrayBufferLike | { readonly [structArrayBrand]: unknown };

/**
 * The arrays that a host task uses. If it names them, other commands of its queue that use different bytes run beside it; if not, no command does.
 * `{ reads: [] }`: no arrays at all.
 */
export interface HostTaskOptions extends CommandOptions {
  readonly reads?: readonly HostTaskArray[];
  readonly writes?: readonly HostTaskArray[];
}

export const queueOptions = {
  device: "checked",
  context: "checked",
  threads: "checked",
  workerUrl: "string",
  order: "checked",
  name: "string",
  timeout: "checked",
  onError: "function",
  onLog: "function",
  onProgress: "function",
  ...kernelOptions,
  ...precisionOption,
} as const satisfies OptionTable<QueueOptions>;

export const launchOptions = {
  name: "string",
  timeout: "checked",
  ...kernelOptions,
  ...precisionOption,
  ...commandOptions,
} as const satisfies OptionTable<LaunchOptions>;
const rangeOptions = { offset: "checked", ...launchOptions } as const satisfies OptionTable<RangeOptions>;
const ndRangeOptions = { subGroupSize: "checked", ...launchOptions } as const satisfies OptionTable<NdRangeOptions>;

/** The contents of a new array: a number of elements, which are zero, or the elements. */
export type CountOrValues<C extends TypedArrayConstructor> = number | Iterable<ElementOf<C>> | ArrayLike<ElementOf<C>>;

export function kindOf(device: DeviceKind | Device): string {
  if (typeof device === "string") return device;
  const kind: unknown = typeof device === "object" && device !== null ? Reflect.get(device, "kind") : device;
  return typeof kind === "string" ? kind : describeValue(device);
}

export function checkTimeout(timeout: unknown): number | undefined {
  if (timeout === undefined || (typeof timeout === "number" && timeout > 0)) return timeout;
  throw new LanewiseError(
    "invalid",
    `timeout is ${describeValue(timeout)}; expected a positive number of milliseconds.`,
  );
}

export function checkOrder(order: unknown): QueueOrder {
  if (order === "in_order" || order === "explicit") return order;
  throw new LanewiseError("invalid", `new Queue: order is ${describeValue(order)}; expected "in_order" or "explicit".`);
}

/** The checked range and options of a launch. */
export interface CheckedLaunchOptions {
  readonly range: LaunchRange;
  /** Copied by `ownOptions`. */
  readonly options: LaunchOptions;
}

/** Checks the range and the options of a launch. */
export function toLaunchRange(
  range: unknown,
  options: (RangeOptions & NdRangeOptions) | undefined,
  where: string,
): CheckedLaunchOptions {
  const isOfGroups = isNdRange(range);
  const own = ownOptions(options, isOfGroups ? ndRangeOptions : rangeOptions, where);
  const { offset, subGroupSize } = own;
  return {
    range: isOfGroups ? withSubGroups(launchRangeOf(range), subGroupSize) : toRange(range, offset),
    options: own,
  };
}

function isNdRange(range: unknown): range is NdRange<Dimensions> {
  return typeof range === "object" && range !== null && "global" in range && "local" in range;
}

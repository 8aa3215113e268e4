// `BasicQueue`: launches, copies and memory, without what `Queue` adds (queue.ts). Each method checks its arguments, creates a piece of work and
// submits it (queue-commands.ts). launch.ts and copy.ts define the work. Bundles of programs that import `lanewise/aot` contain only
// this, and the parts that their modules register (optional-parts.ts).

import {
  checkType,
  describeArray,
  describeValue,
  hasNoOptions,
  isTypedArray,
  type LaunchRange,
  ownOptions,
  singleTaskRange,
} from "../values/index.js";
import "../values/dispose-symbols.js";
import { type Context, type DeviceContext, devicesOf, findContext } from "../context/index.js";
import {
  checkThreads,
  type Device,
  type DeviceQueue,
  findDevice,
  hasCapability,
  plainDeviceKind,
  requestedDeviceKind,
  toDeviceKind,
} from "../device/index.js";
import type { OnLog } from "../diagnostics/index.js";
import { LanewiseError } from "../errors/index.js";
import { globalPartOf } from "../globals/index.js";
import type { RecordedLaunch } from "../graph/index.js";
import { codeGenerator } from "../images/index.js";
import { type AskedVariant, askVariant } from "../images/programs/index.js";
import { type KernelMark, kernelMark, methodPart, parts } from "../images/registry/index.js";
import type {
  AnyKernel,
  AnyReduction,
  CopyDestination,
  CopySource,
  CountOrStructs,
  DeviceGlobal,
  Dimensions,
  HostValue,
  ItemKernel,
  Kernel0,
  Kernel1,
  Kernel2,
  Kernel3,
  KernelOver,
  MemcpyDestination,
  MemcpySource,
  NameOf,
  NdItemKernel,
  NdRange,
  NewHostValue,
  PlainStruct,
  ReducingItemKernel1,
  ReducingItemKernel2,
  ReducingItemKernel3,
  ReducingKernel1,
  ReducingKernel2,
  ReducingKernel3,
  StructArray,
  StructArrayOptions,
  StructOf,
  StructValue,
  TypedArray,
  TypedArrayConstructor,
  TypedArrays,
  UsmArray,
} from "../language/index.js";
import {
  createLaunch,
  type LaunchReduction,
  type LaunchSettings,
  launchParts,
  type PlainLaunch,
} from "../launch/index.js";
import { checkLive, type MemoryUsage, type UsmKind } from "../memory/index.js";
import {
  type CheckedOptions,
  type CommandOptions,
  checkDependencies,
  checkOptions,
  type Dependencies,
  type OnError,
  type OnProgress,
  type QueueEvent,
  type Work,
} from "./commands/index.js";
import type { GroupProgram } from "./group-program.js";
import { launchOnDisposed } from "./launch-on-disposed.js";
import { QueueCommands } from "./queue-commands.js";
import {
  type CopyOptions,
  type CountOrValues,
  checkOrder,
  checkTimeout,
  kindOf,
  type LaunchOptions,
  launchOptions,
  type MemcpyOptions,
  type NdRangeOptions,
  type OptionsOver,
  type QueueOptions,
  type QueueOrder,
  queueOptions,
  type Range,
  type Range1,
  type Range2,
  type Range3,
  type RangeOptions,
  type Readable,
  toLaunchRange,
  type Writable,
} from "./queue-options.js";

/**
 * Runs kernels and copies on a device, like `Queue` of `lanewise`, but without command groups (`submit`), recorded graphs (`record`) and uncompiled
 * kernels.
 *
 *     const q = new Queue();
 *     const x = q.mallocShared(Float32Array, [1, 2, 3]);
 *     await q.parallelFor(3, (i) => { x[i] *= 2; });
 *
 * Each call checks its arguments: if they are wrong, it throws a LanewiseError and submits nothing. What fails later rejects the event.
 */
export class BasicQueue implements Disposable, AsyncDisposable {
  /** @internal The device that has its memory and runs its compiled kernels. */
  readonly ownDevice: Device;
  /** The context whose memory and device globals it uses; all queues made without one share a default context. */
  readonly context: Context;
  readonly name: string;
  /** "in_order", or "explicit": commands wait only for the events in `after`. */
  readonly order: QueueOrder;
  readonly #isDeviceAsked: boolean;
  readonly #variant: AskedVariant;
  readonly #threads: number;
  readonly #timeout: number | undefined;
  readonly #workerUrl: string | undefined;
  #joined: { readonly context: DeviceContext; readonly queue: DeviceQueue } | undefined;
  #plainDevice: Device | undefined;
  #usual: LaunchSettings | undefined;
  /** @internal */
  protected readonly commands: QueueCommands;
  #isDisposed = false;
  #hasLeft = false;

  constructor(options?: QueueOptions) {
    const own = ownOptions(options, queueOptions, "new Queue");
    const { device, threads, workerUrl, name = "queue", onError, order = "in_order" } = own;
    const asked = device === undefined ? requestedDeviceKind() : toDeviceKind(kindOf(device), "new Queue");
    const found = findDevice(device, asked);
    this.#threads = threads === undefined ? Number.POSITIVE_INFINITY : checkThreads(threads, "new Queue: threads");
    this.#variant = askVariant(own, "new Queue");
    this.#timeout = checkTimeout(own.timeout);
    this.ownDevice = found;
    this.name = name;
    this.onLog = own.onLog;
    this.onProgress = own.onProgress;
    this.#isDeviceAsked = asked !== undefined;
    this.context = findContext(own.context);
    this.order = checkOrder(order);
    this.commands = new QueueCommands(this, devicesOf(this.context), onError);
    this.#workerUrl = workerUrl;
    this.#deviceQueue();
    // Opening a browser's database takes a while.
    codeGenerator()?.openStore();
  }

  /** The device that runs its kernels: after the first uncompiled kernel the host device, since that kernel runs as JavaScript. */
  get device(): Device {
    return this.#plainDevice ?? this.ownDevice;
  }

  /** Gets the errors of commands that nobody waits for. Undefined: they become unhandled rejections. */
  get onError(): OnError | undefined {
    return this.commands.failures.onError;
  }
  set onError(onError: OnError | undefined) {
    checkType(onError, "function", "queue.onError");
    this.commands.failures.onError = onError;
  }

  /**
   * Gets what kernels print, after the launch: `q.onLog = ({ workItem, text }) => lines.push(`${workItem}: ${text}`)`. Undefined: `console.log`
   * prints it.
   */
  onLog: OnLog | undefined;

  /**
   * Gets the progress of launches that take longer than 50 ms, at most every 50 ms and at the end:
   * `q.onProgress = ({ done, total }) => bar.show(done / total)`. While `waitSync` waits for other threads, only at the end.
   */
  onProgress: OnProgress | undefined;

  /** @internal Throws if the context was disposed of. */
  protected get deviceContext(): DeviceContext {
    return this.commands.device;
  }

  /** The device's queue that issues its launches; a new one after the device was lost. */
  #deviceQueue(): DeviceQueue {
    const context = this.deviceContext;
    if (this.#joined?.context === context) return this.#joined.queue;
    const queue = context.join(this.ownDevice, this.#threads, this.#workerUrl);
    this.#joined = { context, queue };
    return queue;
  }

  /** How many threads run its kernels: the requested number, but at most the device's. */
  get threads(): number {
    return Math.min(this.#threads, this.ownDevice.threads);
  }

  /**
   * Allocates a typed array in the device's memory, for the host and for kernels: `q.mallocShared(Float32Array, 1000)` is zero,
   * `q.mallocShared(Float32Array, [1, 2])` has these values. `q.mallocShared(structOf<Particle>(), 1000)` allocates an array of structs; with
   * `{ layout: "soa" }` each field is a column. Free it with `q.free` or `using`. Throws `memory_allocation` if the device has no room.
   */
  mallocShared<T>(
    type: StructOf<T>,
    countOrValues: CountOrStructs<NoInfer<T>>,
    options?: StructArrayOptions,
  ): StructArray<T> & Disposable;
  mallocShared<C extends TypedArrayConstructor>(type: C, countOrValues: CountOrValues<C>): UsmArray<C>;
  mallocShared(type: unknown, countOrValues: unknown, options?: StructArrayOptions): unknown {
    return this.#malloc(type, countOrValues, "shared", options);
  }
  /** As `mallocShared`: on these devices all memory is shared. */
  mallocDevice<T>(
    type: StructOf<T>,
    countOrValues: CountOrStructs<NoInfer<T>>,
    options?: StructArrayOptions,
  ): StructArray<T> & Disposable;
  mallocDevice<C extends TypedArrayConstructor>(type: C, countOrValues: CountOrValues<C>): UsmArray<C>;
  mallocDevice(type: unknown, countOrValues: unknown, options?: StructArrayOptions): unknown {
    return this.#malloc(type, countOrValues, "device", options);
  }
  /** As `mallocShared`: on these devices all memory is shared. */
  mallocHost<T>(
    type: StructOf<T>,
    countOrValues: CountOrStructs<NoInfer<T>>,
    options?: StructArrayOptions,
  ): StructArray<T> & Disposable;
  mallocHost<C extends TypedArrayConstructor>(type: C, countOrValues: CountOrValues<C>): UsmArray<C>;
  mallocHost(type: unknown, countOrValues: unknown, options?: StructArrayOptions): unknown {
    return this.#malloc(type, countOrValues, "host", options);
  }

  /** Not for programs: as `mallocDevice`, but the memory is not cleared. `lanewise/algorithms` allocates its scratch memory with it. */
  mallocScratch(byteLength: number, purpose: string): Uint8Array & Disposable {
    this.commands.recording?.refuseScratch(purpose);
    return this.deviceContext.usm.scratch(byteLength, purpose);
  }

  /**
   * Frees an array in this device's memory: pass the array itself, not a view of it. Commands that were already submitted may still use it; later
   * launches that capture it throw `freed`.
   */
  free<T>(array: TypedArray | StructArray<T>): void {
    this.deviceContext.usm.free(array);
  }

  /**
   * Copies the array to ordinary memory, for APIs that refuse shared memory (TextDecoder, fetch, images); structs become plain objects. First runs
   * all commands submitted so far to their end: if blocking matters, await them before.
   */
  toHost<T>(array: StructArray<T>): PlainStruct<T>[];
  toHost<A extends TypedArray>(array: A): TypedArrays<ArrayBuffer>[NameOf<A>];
  toHost(array: unknown): unknown {
    return copiesOf("q.toHost").copyToHost(this.commands, array);
  }

  /** How much of the device's memory is in use, in bytes. */
  memoryUsage(): MemoryUsage {
    return this.deviceContext.memoryUsage();
  }

  /** Runs a kernel once. */
  singleTask(kernel: Kernel0, options?: LaunchOptions): QueueEvent {
    return this.launchKernel(singleTaskRange, kernel, ownOptions(options, launchOptions, "q.singleTask"));
  }

  /**
   * Runs a kernel once for each index of a range: `q.parallelFor([height, width], (y, x) => { … })`, at most 2^31 - 1 in all. This call reads the
   * captured values, and copies captured arrays that are not in the device's memory there; what the kernel writes to them is copied back before the
   * event completes. Throws if the range or a captured value does not fit; the event rejects with KernelError if the kernel fails.
   *
   * A kernel may take its work-item as an object: `(item: Item<2>) => { … }`. With `{ offset: [y, x] }` the indices begin there. Over work-groups,
   * `ndRange(global, local)`, the kernel takes an `NdItem`.
   */
  parallelFor(range: Range1, kernel: Kernel1, options?: RangeOptions<Range1>): QueueEvent;
  parallelFor(range: Range2, kernel: Kernel2, options?: RangeOptions<Range2>): QueueEvent;
  parallelFor(range: Range3, kernel: Kernel3, options?: RangeOptions<Range3>): QueueEvent;
  parallelFor(range: Range1, kernel: ItemKernel<1>, options?: RangeOptions<Range1>): QueueEvent;
  parallelFor(range: Range2, kernel: ItemKernel<2>, options?: RangeOptions<Range2>): QueueEvent;
  parallelFor(range: Range3, kernel: ItemKernel<3>, options?: RangeOptions<Range3>): QueueEvent;
  /**
   * Takes one to three reductions; the kernel takes their reducers after its indices or its work-item:
   * `q.parallelFor(n, reduction(sum, "add"), (i, sum) => sum.combine(x[i]!))`.
   */
  parallelFor<const R extends Range | NdRange<Dimensions>, A extends AnyReduction>(
    range: R,
    a: A,
    kernel: ReducingKernel1<R, A>,
    options?: OptionsOver<R>,
  ): QueueEvent;
  parallelFor<const R extends Range | NdRange<Dimensions>, A extends AnyReduction, B extends AnyReduction>(
    range: R,
    a: A,
    b: B,
    kernel: ReducingKernel2<R, A, B>,
    options?: OptionsOver<R>,
  ): QueueEvent;
  parallelFor<
    const R extends Range | NdRange<Dimensions>,
    A extends AnyReduction,
    B extends AnyReduction,
    C extends AnyReduction,
  >(range: R, a: A, b: B, c: C, kernel: ReducingKernel3<R, A, B, C>, options?: OptionsOver<R>): QueueEvent;
  parallelFor<const R extends Range, A extends AnyReduction>(
    range: R,
    a: A,
    kernel: ReducingItemKernel1<R, A>,
    options?: OptionsOver<R>,
  ): QueueEvent;
  parallelFor<const R extends Range, A extends AnyReduction, B extends AnyReduction>(
    range: R,
    a: A,
    b: B,
    kernel: ReducingItemKernel2<R, A, B>,
    options?: OptionsOver<R>,
  ): QueueEvent;
  parallelFor<const R extends Range, A extends AnyReduction, B extends AnyReduction, C extends AnyReduction>(
    range: R,
    a: A,
    b: B,
    c: C,
    kernel: ReducingItemKernel3<R, A, B, C>,
    options?: OptionsOver<R>,
  ): QueueEvent;
  // TypeScript's messages are about the last overload if none fits: the kernel of that range.
  parallelFor<D extends Dimensions>(range: NdRange<D>, kernel: NdItemKernel<D>, options?: NdRangeOptions): QueueEvent;
  parallelFor<const R extends Range | NdRange<Dimensions>>(
    range: R,
    kernel: KernelOver<R>,
    options?: OptionsOver<R>,
  ): QueueEvent;
  parallelFor(range: Range | NdRange<Dimensions>, ...rest: readonly unknown[]): QueueEvent {
    const { reductions, kernel, options } = launchParts(rest);
    const checked = toLaunchRange(range, options, "q.parallelFor");
    return this.launchKernel(checked.range, kernel, checked.options, reductions);
  }

  /**
   * Copies elements between a device global and an array (`count` elements, default all; from `startIndex` in the global, counted in elements of
   * its innermost type: numbers, or structs), or from an array to another of the same type. Count, start and dependencies may also be one object:
   * `q.copy(histogram, bins, { count: 16, startIndex: 32, after: event })`. The arrays are read and written when the copy runs. A copy past either
   * end throws `invalid` and copies nothing.
   */
  copy<S, D>(
    source: CopySource<S, D>,
    destination: CopyDestination<S, D>,
    countOrOptions?: number | CopyOptions,
    startIndexOrDependencies?: number | Dependencies,
    dependencies?: Dependencies,
  ): QueueEvent;
  copy(source: unknown, destination: unknown, ...rest: readonly unknown[]): QueueEvent {
    const { createCopy, toCopyOptions } = copiesOf("q.copy");
    const options = toCopyOptions(rest, "q.copy");
    return this.submitWork("q.copy", (context) => createCopy(context, source, destination, options), options);
  }

  /**
   * Copies bytes, destination first: between a device global and any view or buffer (`numBytes`, default all; from `offset` in the global), or
   * between two views or buffers. Also takes `{ numBytes, offset, after }`. A copy past either end throws `invalid` and copies nothing.
   */
  memcpy<D, S>(
    destination: MemcpyDestination<D>,
    source: MemcpySource<S, D>,
    numBytesOrOptions?: number | MemcpyOptions,
    offsetOrDependencies?: number | Dependencies,
    dependencies?: Dependencies,
  ): QueueEvent;
  memcpy(destination: unknown, source: unknown, ...rest: readonly unknown[]): QueueEvent {
    const { createMemcpy, toCopyOptions } = copiesOf("q.memcpy");
    const options = toCopyOptions(rest, "q.memcpy");
    return this.submitWork("q.memcpy", (context) => createMemcpy(context, destination, source, options), options);
  }

  /** Reads a device global, after the commands before: returns a scalar, a typed array of all elements, or plain objects for structs. */
  async read<T, P extends Readable>(
    global: DeviceGlobal<T, P>,
    dependencies?: Dependencies | CommandOptions,
  ): Promise<HostValue<T>> {
    const options = checkDependencies(dependencies, "q.read");
    const { work, value } = globalPartOf(global).createValueRead(this.deviceContext, global);
    await this.submitWork("q.read", () => work, options);
    // The image has the type that the compiler saw in the declaration, T.
    return value() as HostValue<T>;
  }

  /** Overwrites a device global: `q.write(counter, 3)`. A typed array sets all its elements, an object sets a struct. */
  write<T, P extends Writable>(
    global: DeviceGlobal<T, P>,
    value: NoInfer<NewHostValue<T>>,
    dependencies?: Dependencies | CommandOptions,
  ): QueueEvent {
    const options = checkDependencies(dependencies, "q.write");
    return this.submitWork(
      "q.write",
      (context) => globalPartOf(global).createValueWrite(context, global, value),
      options,
    );
  }

  /** Sets every element of an array: `q.fill(x, 0)`. */
  fill<T>(
    array: StructArray<T>,
    value: StructValue<NoInfer<T>>,
    dependencies?: Dependencies | CommandOptions,
  ): QueueEvent;
  fill<A extends TypedArray>(array: A, value: A[number], dependencies?: Dependencies | CommandOptions): QueueEvent;
  fill(array: unknown, value: unknown, dependencies?: Dependencies | CommandOptions): QueueEvent {
    return this.submitWork(
      "q.fill",
      () => copiesOf("q.fill").createFill(array, value),
      checkDependencies(dependencies, "q.fill"),
    );
  }

  /**
   * Resolves when everything submitted before is final. Rejects with the first error that nobody else waits for; further errors go to `onError`.
   */
  wait(): Promise<void> {
    return this.commands.wait();
  }

  /** SYCL's name for `wait`. */
  waitAndThrow(): Promise<void> {
    return this.wait();
  }

  /** As `wait`, but runs everything in this call, which blocks the thread: in a browser prefer `wait`. Kernels must not call it. */
  waitSync(): void {
    this.commands.waitSync();
  }

  /** Runs everything submitted to its end; later calls throw. Its arrays remain valid. */
  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.commands.finish();
    this.#leave();
  }

  /** Waits for everything submitted; later calls throw. Its arrays remain valid. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    await this.commands.finality();
    this.#leave();
  }

  #leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#joined?.queue.leave();
  }

  #malloc(type: unknown, countOrValues: unknown, kind: UsmKind, options: unknown): unknown {
    this.checkLive();
    const { usm } = this.deviceContext;
    if (isTypedArray(countOrValues)) checkLive(countOrValues, `malloc: the ${describeArray(countOrValues)} of values`);
    const struct = parts.structs?.typeOf(type);
    return parts.structs && struct
      ? parts.structs.malloc(usm, struct, countOrValues, kind, options)
      : usm.malloc(type, countOrValues, kind);
  }

  /** The settings of launches without options, which are the same for all. */
  #usualSettings(none: LaunchOptions): LaunchSettings {
    const known = this.#usual;
    if (known?.queue === this.#deviceQueue()) return known;
    const made = this.#settings(none);
    this.#usual = made;
    return made;
  }

  #settings(options: LaunchOptions, group?: GroupProgram, kernel?: KernelMark): LaunchSettings {
    const { name, timeout = this.#timeout } = options;
    const kernels = group?.kernels;
    return {
      name,
      variant: askVariant(options, "A launch", this.#variant),
      find: kernels?.bundle && ((symbol) => kernels.find(symbol)),
      constants: (kernel && kernels?.constantsOf(kernel.symbol)) ?? group?.constants.bytes,
      queue: this.#deviceQueue(),
      threads: this.threads,
      timeout: checkTimeout(timeout),
      onLog: () => this.onLog,
      onProgress: () => this.onProgress,
    };
  }

  /** @internal `options` have been copied by `ownOptions`. */
  protected launchKernel(
    range: LaunchRange,
    kernel: AnyKernel,
    options: LaunchOptions,
    reductions: readonly LaunchReduction[] = [],
    group?: GroupProgram,
  ): QueueEvent {
    if (typeof kernel !== "function") {
      throw new LanewiseError("invalid", `The kernel is ${describeValue(kernel)}; expected a function.`);
    }
    const { name } = options;
    if (this.#isDisposed) throw launchOnDisposed(this.name, kernel, name);
    const order = checkOptions(options);
    const found = kernelMark(kernel);
    const isUsual = !group && hasNoOptions(options);
    const settings = isUsual ? this.#usualSettings(options) : this.#settings(options, group, found);
    if (found) {
      // A recorded launch keeps the values that it captured.
      const captures = this.commands.recording && [...found.captures()];
      const isReducing = reductions.length > 0;
      const launch = captures && { symbol: found.symbol, captures, range, settings, isReducing };
      const mark = captures ? { symbol: found.symbol, captures: () => captures } : found;
      return this.submitWork(
        "launch",
        (context) => createLaunch(context, mark, range, settings, reductions),
        order,
        launch,
      );
    }
    const { kind } = this.ownDevice;
    const isOfBundle = group?.kernels?.bundle !== undefined;
    if (isOfBundle || (this.#isDeviceAsked && !hasCapability(kind, "plainKernels"))) {
      throw new LanewiseError(
        "kernel_not_compiled",
        `Kernel ${name ?? (kernel.name || "(anonymous)")} is not compiled, but ${isOfBundle ? "its command group uses a kernel bundle" : `the program asks for the device "${kind}"`}, which needs compiled kernels.`,
      );
    }
    const plain = { kernel, range, name, reductions, constants: group?.constants.host, timeout: settings.timeout };
    const event = this.submitWork("launch", () => this.plainLaunch(plain), order);
    this.#plainDevice ??= findDevice(undefined, plainDeviceKind());
    return event;
  }

  /** @internal The work of an uncompiled kernel. Only `Queue` can run it as plain JavaScript. */
  protected plainLaunch({ kernel, name }: PlainLaunch): Work {
    throw new LanewiseError(
      "kernel_not_compiled",
      `Kernel ${name ?? (kernel.name || "(anonymous)")} is not compiled, and lanewise/aot runs only compiled kernels.`,
    );
  }

  /** @internal */
  protected checkLive(): void {
    if (this.#isDisposed) throw new LanewiseError("invalid", `Queue "${this.name}" was disposed of.`);
  }

  /** @internal */
  protected submitWork(
    method: string,
    create: (context: DeviceContext) => Work,
    order: CheckedOptions,
    launch?: RecordedLaunch,
  ): QueueEvent {
    this.checkLive();
    return this.commands.add(method, create, order, launch);
  }
}

const copiesOf = (method: string) => methodPart("copies", method);

// The handler of a command group: `q.submit((h) => …)`. It stores the group's one command and what that waits for. The queue creates and submits
// the command when the group's function has returned.

import type { DeviceContext } from "../context/index.js";
import { LanewiseError } from "../errors/index.js";
import type { ExecutableBundle, GroupKernels, ImageSelector, Kernel, KernelArgs } from "../images/bundles/index.js";
import { SpecializationSet } from "../images/constants/index.js";
import { codeGenerator } from "../images/index.js";
import { kernelMark, methodPart, parts } from "../images/registry/index.js";
import {
  type AccessMode,
  type Accessor,
  type Accessor2,
  type Accessor3,
  type AccessorOptions,
  type AnyKernel,
  type AnyReduction,
  type CopyDestination,
  type CopySource,
  type DeviceBuffer,
  type Dimensions,
  type ItemKernel,
  type Kernel0,
  type Kernel1,
  type Kernel2,
  type Kernel3,
  type KernelOver,
  type LocalAccessor,
  localMemoryNotCompiled,
  type MemcpyDestination,
  type MemcpySource,
  type NameOf,
  type NdItemKernel,
  type NdRange,
  type PlainStruct,
  type ReducingItemKernel1,
  type ReducingItemKernel2,
  type ReducingItemKernel3,
  type ReducingKernel1,
  type ReducingKernel2,
  type ReducingKernel3,
  type SpecConstant,
  type StructArray,
  type StructOf,
  type StructValue,
  type TypedArray,
  type TypedArrayConstructor,
  type TypedArrays,
} from "../language/index.js";
import { capturable, createLocalAccessor, type LaunchReduction, launchParts } from "../launch/index.js";
import { type GroupAccessors, noBuffer } from "../memory/buffers/index.js";
import { checkType, describeValue, ownOptions, singleTaskRange, withOptions } from "../values/index.js";
import {
  type AbortSignalLike,
  type CommandOptions,
  checkEvent,
  commandOptions,
  type Dependencies,
  groupAccessors,
  isOptions,
  type QueueEvent,
  toList,
} from "./commands/index.js";
import { copyOptions, memcpyOptions } from "./copy-options.js";
import type { GroupProgram } from "./group-program.js";
import { hostTaskOptions } from "./host-task.js";
import type { Queue } from "./queue.js";
import {
  type CheckedLaunchOptions,
  type CopyOptions,
  type HostTaskOptions,
  type LaunchOptions,
  launchOptions,
  type MemcpyOptions,
  type NdRangeOptions,
  type OptionsOver,
  type Range,
  type Range1,
  type Range2,
  type Range3,
  type RangeOptions,
  toLaunchRange,
} from "./queue-options.js";

/** The group's own dependencies, signals and accessors, which every command takes. */
interface GroupOptions {
  readonly after: readonly QueueEvent[];
  readonly signal: readonly AbortSignalLike[];
  /** Undefined if the group made none. */
  readonly [groupAccessors]: GroupAccessors | undefined;
}
/** The submissions of a handler for which queues have no public method. */
export interface Submit {
  readonly context: () => DeviceContext;
  readonly hostTask: (task: () => unknown, options: HostTaskOptions) => QueueEvent;
  readonly launch: (
    checked: CheckedLaunchOptions,
    kernel: AnyKernel,
    reductions: readonly LaunchReduction[],
    program: GroupProgram,
  ) => QueueEvent;
}
type Submission = (queue: Queue, options: GroupOptions) => QueueEvent;

/**
 * States the one command of a command group, and the events that it waits for.
 *
 *     const event = q.submit((h) => {
 *       h.dependsOn(uploaded);
 *       h.parallelFor(n, (i) => { out[i] = table[x[i]]; });
 *     });
 *
 * Copies and launches take the same arguments as the queue's methods. A second command, or any call after the function has returned, throws
 * `invalid`.
 */
export class Handler {
  readonly #after: QueueEvent[] = [];
  #submission: Submission | undefined;
  #accessors: GroupAccessors | undefined;
  readonly #submit: Submit;
  readonly #constants = new SpecializationSet();
  /** Undefined without a code generator: then there are no bundles. */
  readonly #kernels: GroupKernels | undefined;
  /** Only the group's own kernel may capture these. */
  readonly #localAccessors: object[] = [];
  #isClosed = false;

  private constructor(queue: Queue, submit: Submit) {
    if (codeGenerator()) this.#kernels = new (methodPart("groupKernels", "q.submit"))(queue.context, queue.ownDevice);
    this.#submit = submit;
  }

  /** @internal Queues create handlers. */
  static submit(queue: Queue, group: (handler: Handler) => void, options: CommandOptions, submit: Submit): QueueEvent {
    const handler = new Handler(queue, submit);
    try {
      group(handler);
    } finally {
      handler.#isClosed = true;
    }
    const all = merged(options, { after: handler.#after, signal: [], [groupAccessors]: handler.#accessors });
    const submission = handler.#submission;
    if (submission) return capturable(handler.#localAccessors, () => submission(queue, all));
    throw new LanewiseError("invalid", "q.submit: the command group has no command.", {
      help: "Call one of parallelFor, singleTask, copy, memcpy, fill and hostTask on the handler, before the function returns.",
    });
  }

  /** Makes the command wait for these events; if one of them fails, the command does not run and fails, too. */
  dependsOn(events: Dependencies): void {
    this.#checkOpen("dependsOn");
    this.#after.push(...toList(events).map((event) => checkEvent(event, "h.dependsOn: events")));
  }

  /**
   * Creates local memory for the group's kernel, of a length that need not be a constant. While a work-group runs, it has its own array of `length`
   * elements, whose first contents are undefined. The kernel, which must be over an `ndRange`, uses the result as an array.
   *
   *     q.submit((h) => {
   *       const tile = h.localAccessor(Float32Array, size);
   *       h.parallelFor(ndRange(n, size), (item: NdItem<1>) => { tile[item.localId()] = x[item.globalId()]!; item.barrier(); … });
   *     });
   *
   * A kernel has at most 1 MiB of local memory: more throws `kernel_not_supported`. Reading it on the host throws `host_access`.
   */
  localAccessor<T>(type: StructOf<T>, length: number): LocalAccessor<StructArray<T>>;
  localAccessor<C extends TypedArrayConstructor>(
    type: C,
    length: number,
  ): LocalAccessor<TypedArrays<ArrayBuffer>[NameOf<C["prototype"]>]>;
  localAccessor(type: unknown, length: unknown): unknown {
    this.#checkOpen("localAccessor");
    const accessor = createLocalAccessor(type, length);
    this.#localAccessors.push(accessor);
    return accessor;
  }

  /**
   * Returns elements of a buffer for the group's command, which then runs after commands that wrote them, and before later ones that write them, in
   * any queue. An accessor of one dimension is a typed array, one of several has rows. It orders the command even if no kernel uses it.
   *
   *     q.submit((h) => {
   *       const [x, out] = [h.accessor(input, "read"), h.accessor(output, "write", { noInit: true })];
   *       h.parallelFor(x.length, (i) => { out[i] = x[i]! * 2; });
   *     });
   */
  accessor<A extends TypedArray, D extends Dimensions, M extends AccessMode = "read_write">(
    buffer: DeviceBuffer<A, D>,
    mode?: M,
    options?: AccessorOptions<D>,
  ): Accessor<A, D, M>;
  accessor(buffer: unknown, mode: unknown = "read_write", options?: unknown): unknown {
    this.#checkOpen("accessor");
    const { buffers } = parts;
    if (!buffers) throw noBuffer(buffer, "h.accessor");
    const access = buffers.requestAccess(buffers.partOf(buffer, "h.accessor"), mode, options, "h.accessor");
    this.#accessors ??= buffers.groupAccessors(this.#submit.context());
    return buffers.arrayOver(this.#accessors.add(access), access.extent);
  }

  /**
   * Sets the constant's value for the group's kernel, in place of its default; reads `value` now. Kernels that do not use the constant ignore it.
   * Must be called before the launch. Throws `invalid` if the value does not have the constant's type.
   */
  setSpecializationConstant<T>(constant: SpecConstant<T>, value: StructValue<NoInfer<T>>): void {
    this.#checkBefore("setSpecializationConstant");
    this.#checkUnbound("setSpecializationConstant");
    this.#constants.set(constant, value, "h.setSpecializationConstant");
  }

  /** Returns the value that the group has set for the constant, or its default. */
  getSpecializationConstant<T>(constant: SpecConstant<T>): PlainStruct<T> {
    this.#checkOpen("getSpecializationConstant");
    this.#checkUnbound("getSpecializationConstant");
    // Both have been checked to have the constant's type.
    return this.#constants.get(constant, "h.getSpecializationConstant") as PlainStruct<T>;
  }

  /**
   * Takes the group's kernel from this bundle, where it is compiled and linked already, for the bundle's values of specialization constants. If
   * several images have the kernel, `select` chooses one. Must be called before the launch, which throws `kernel_not_found` if the bundle does not
   * have the kernel.
   *
   *     q.submit((h) => { h.useModule(executable); h.parallelFor(n, (i) => { out[i] = x[i]! * 2; }); });
   */
  useModule(bundle: ExecutableBundle, select?: ImageSelector): void {
    this.#checkBefore("useModule");
    if (this.#constants.names.length > 0) {
      throw new LanewiseError("invalid", "h.useModule: the command group has set specialization constants.", {
        help: "Set them on the input bundle that the executable is built from.",
      });
    }
    if (!this.#kernels) {
      throw new LanewiseError("invalid", `h.useModule: ${describeValue(bundle)}; lanewise/aot has no kernel bundles.`);
    }
    checkType(select, "function", "h.useModule: select");
    this.#kernels.use(bundle, select);
  }

  /** Sets the captures of a kernel object: by name, or all in order. Must be called before the launch. */
  setArgs(args: KernelArgs): void {
    this.#checkBefore("setArgs");
    if (typeof args !== "object" || args === null) {
      throw new LanewiseError(
        "invalid",
        `h.setArgs: the arguments are ${describeValue(args)}; expected an object or an array.`,
      );
    }
    this.#kernels?.setArgs(args);
  }

  /** Runs a kernel once: a function, or a kernel of a bundle (`bundle.getKernel("add")`) with the arguments of `setArgs`. */
  singleTask(kernel: Kernel0, options?: LaunchOptions): void;
  singleTask(kernel: Kernel, options?: LaunchOptions): void;
  singleTask(kernel: unknown, options?: LaunchOptions): void {
    const own = ownOptions(options, launchOptions, "h.singleTask");
    this.#stateLaunch("singleTask", () => ({ range: singleTaskRange, options: own }), kernel, []);
  }

  parallelFor(range: Range1, kernel: Kernel1, options?: RangeOptions<Range1>): void;
  parallelFor(range: Range2, kernel: Kernel2, options?: RangeOptions<Range2>): void;
  parallelFor(range: Range3, kernel: Kernel3, options?: RangeOptions<Range3>): void;
  parallelFor(range: Range1, kernel: ItemKernel<1>, options?: RangeOptions<Range1>): void;
  parallelFor(range: Range2, kernel: ItemKernel<2>, options?: RangeOptions<Range2>): void;
  parallelFor(range: Range3, kernel: ItemKernel<3>, options?: RangeOptions<Range3>): void;
  parallelFor<D extends Dimensions>(range: NdRange<D>, kernel: NdItemKernel<D>, options?: NdRangeOptions): void;
  parallelFor<const R extends Range | NdRange<Dimensions>, A extends AnyReduction>(
    range: R,
    a: A,
    kernel: ReducingKernel1<R, A>,
    options?: OptionsOver<R>,
  ): void;
  parallelFor<const R extends Range | NdRange<Dimensions>, A extends AnyReduction, B extends AnyReduction>(
    range: R,
    a: A,
    b: B,
    kernel: ReducingKernel2<R, A, B>,
    options?: OptionsOver<R>,
  ): void;
  parallelFor<
    const R extends Range | NdRange<Dimensions>,
    A extends AnyReduction,
    B extends AnyReduction,
    C extends AnyReduction,
  >(range: R, a: A, b: B, c: C, kernel: ReducingKernel3<R, A, B, C>, options?: OptionsOver<R>): void;
  parallelFor<const R extends Range, A extends AnyReduction>(
    range: R,
    a: A,
    kernel: ReducingItemKernel1<R, A>,
    options?: OptionsOver<R>,
  ): void;
  parallelFor<const R extends Range, A extends AnyReduction, B extends AnyReduction>(
    range: R,
    a: A,
    b: B,
    kernel: ReducingItemKernel2<R, A, B>,
    options?: OptionsOver<R>,
  ): void;
  parallelFor<const R extends Range, A extends AnyReduction, B extends AnyReduction, C extends AnyReduction>(
    range: R,
    a: A,
    b: B,
    c: C,
    kernel: ReducingItemKernel3<R, A, B, C>,
    options?: OptionsOver<R>,
  ): void;
  parallelFor<const R extends Range | NdRange<Dimensions>>(
    range: R,
    kernel: KernelOver<R>,
    options?: OptionsOver<R>,
  ): void;
  parallelFor<const R extends Range | NdRange<Dimensions>>(range: R, kernel: Kernel, options?: OptionsOver<R>): void;
  parallelFor(range: Range | NdRange<Dimensions>, ...rest: readonly unknown[]): void {
    const { reductions, kernel, options } = launchParts(rest);
    const checked = (): CheckedLaunchOptions => {
      if (this.#localAccessors.length > 0 && kernel && !kernelMark(kernel))
        throw localMemoryNotCompiled("h.localAccessor gives");
      return toLaunchRange(range, options, "h.parallelFor");
    };
    this.#stateLaunch("parallelFor", checked, kernel, reductions);
  }

  /** As `q.copy`. Accessors of several dimensions are copied whole, row after row. */
  copy<S, D>(
    source: CopySource<S, D>,
    destination: CopyDestination<S, D>,
    countOrOptions?: number | CopyOptions,
    startIndex?: number,
  ): void;
  copy(source: never, destination: never, countOrOptions?: number | CopyOptions, startIndex?: number): void {
    const isObject = isOptions(countOrOptions);
    const asked: CopyOptions = isObject ? countOrOptions : given({ count: countOrOptions, startIndex });
    const options = ownOptions(asked, copyOptions, "h.copy");
    this.#state("copy", (queue, group) =>
      queue.copy<unknown, unknown>(source, destination, { ...options, ...merged(options, group) }),
    );
  }

  /** As `q.memcpy`: destination first. */
  memcpy<D, S>(
    destination: MemcpyDestination<D>,
    source: MemcpySource<S, D>,
    numBytesOrOptions?: number | MemcpyOptions,
    offset?: number,
  ): void;
  memcpy(destination: never, source: never, numBytesOrOptions?: number | MemcpyOptions, offset?: number): void {
    const isObject = isOptions(numBytesOrOptions);
    const asked: MemcpyOptions = isObject ? numBytesOrOptions : given({ numBytes: numBytesOrOptions, offset });
    const options = ownOptions(asked, memcpyOptions, "h.memcpy");
    this.#state("memcpy", (queue, group) =>
      queue.memcpy<unknown, unknown>(destination, source, { ...options, ...merged(options, group) }),
    );
  }

  /** As `q.fill`. */
  fill<T>(array: StructArray<T>, value: StructValue<NoInfer<T>>, options?: CommandOptions): void;
  fill<A extends TypedArray>(array: A | Accessor2<A> | Accessor3<A>, value: A[number], options?: CommandOptions): void;
  fill(array: never, value: never, options?: CommandOptions): void {
    const own = ownOptions(options, commandOptions, "h.fill");
    this.#state("fill", (queue, group) => queue.fill<unknown>(array, value, merged(own, group)));
  }

  /**
   * Calls a function on the main thread when the command's turn comes. If it returns a promise, the command completes when that resolves;
   * `waitSync` cannot wait for one. If it throws, the command fails.
   *
   *     q.submit((h) => h.hostTask(() => console.log(out[0])));
   *
   * With `{ reads: [out], writes: [] }` the task and other commands of the queue wait for each other only if they use these arrays.
   */
  hostTask(task: () => unknown, options?: HostTaskOptions): void {
    if (typeof task !== "function") {
      throw new LanewiseError("invalid", `h.hostTask: the task is ${describeValue(task)}; expected a function.`);
    }
    const own = ownOptions(options, hostTaskOptions, "h.hostTask");
    this.#state("hostTask", (_, group) => this.#submit.hostTask(task, withOptions(own, merged(own, group))));
  }

  #stateLaunch(
    method: string,
    check: () => CheckedLaunchOptions,
    kernel: unknown,
    reductions: readonly LaunchReduction[],
  ): void {
    const submission: Submission = (_, group) => {
      // The queue checks that this is a function.
      const made = (this.#kernels ? this.#kernels.functionOf(kernel) : kernel) as AnyKernel;
      const { range, options: own } = check();
      const options = withOptions(own, merged(own, group));
      return this.#submit.launch({ range, options }, made, reductions, {
        constants: this.#constants,
        kernels: this.#kernels,
      });
    };
    this.#state(method, submission, true);
  }

  /** Refuses settings after the group's command. */
  #checkBefore(method: string): void {
    this.#checkOpen(method);
    if (!this.#submission) return;
    const message = `h.${method} was called after the group's command, which uses only what was set before it.`;
    throw new LanewiseError("invalid", message, { help: "Set values first, then launch." });
  }

  #checkUnbound(method: string): void {
    if (!this.#kernels?.bundle) return;
    throw new LanewiseError("invalid", `h.${method}: the command group uses a bundle, which has its own values.`, {
      help: "Set them on the input bundle that the executable is built from.",
    });
  }

  #checkOpen(method: string): void {
    if (!this.#isClosed) return;
    throw new LanewiseError(
      "invalid",
      `The handler of q.submit was used (${method}) after its function had returned.`,
      {
        help: "Do not await in a command group: its function states the command at once.",
      },
    );
  }

  #state(method: string, submission: Submission, isLaunch = false): void {
    this.#checkOpen(method);
    if (this.#submission) {
      throw new LanewiseError("invalid", `q.submit: a command group has one command; ${method} is a second one.`, {
        help: "Submit a group for each, and let the second one depend on the first: h.dependsOn(event).",
      });
    }
    const { names } = this.#constants;
    if (names.length > 0 && !isLaunch) {
      throw new LanewiseError(
        "invalid",
        `q.submit: the command group sets ${names.join(", ")}, but ${method} runs no kernel.`,
        { help: "Set specialization constants in the group that launches the kernel." },
      );
    }
    this.#submission = submission;
  }
}

/** Combines a command's own options with its group's. */
function merged({ after, signal }: CommandOptions, group: GroupOptions): GroupOptions {
  return {
    // The queue checks each element.
    after: [...(toList(after) as readonly QueueEvent[]), ...group.after],
    signal: [...(toList(signal) as readonly AbortSignalLike[]), ...group.signal],
    [groupAccessors]: group[groupAccessors],
  };
}

/** Drops the undefined fields, as exact optional properties require. */
function given<T extends Record<string, number | undefined>>(fields: T): { [K in keyof T]?: number } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: number; // the remaining fields are numbers
  };
}

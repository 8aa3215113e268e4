// A recorded graph: commands of a queue that are checked, fused and prepared once, and run as one command any number of times. graph-work.ts does a
// run, fuse-launches.ts finds what is fused.

import {
  byteLengthOf,
  describeArray,
  describeValue,
  isTypedArray,
  type OptionTable,
  ownOptions,
} from "../values/index.js";
import "../values/dispose-symbols.js";
import type { KernelParameter, ScalarType } from "@lanewise/ir";
import type { DeviceContext } from "../context/index.js";
import { hasCapability } from "../device/index.js";
import { graphErrors, LanewiseError, lackedCapability } from "../errors/index.js";
import { findKernel, isLoaded } from "../images/index.js";
import { registry } from "../images/registry/index.js";
import type { TypedArray } from "../language/index.js";
import type { CheckedLaunch } from "../launch/index.js";
import { type CommandOptions, commandOptions, type QueueEvent, type Work } from "../queue/commands/index.js";
import { checkScalar } from "../references/index.js";
import { type Arrangement, arrange, type InternalArray } from "./arrange.js";
import type { FusionReport, InternalReport } from "./fusion/index.js";
import { GraphPlan } from "./graph-plan.js";
import { GraphWork } from "./graph-work.js";
import { check, type RecordedCommand, type RecordedLaunch } from "./recording.js";

/** The options of `q.record`. */
export interface RecordOptions {
  /** Whether neighbouring kernels are fused where possible: then each work-item runs them one after the other. Default: false. */
  readonly fuse?: boolean;
  /**
   * Arrays that only the graph's kernels use, and only within one run: nothing reads what an earlier run, or anything else, left there. If all
   * kernels that use one are fused, its values remain in registers, and it is not written. For `fuse: true`.
   */
  readonly internal?: readonly TypedArray[];
}

export const recordOptions = { fuse: "boolean", internal: "list" } as const satisfies OptionTable<RecordOptions>;

/** Submits a run to the graph's queue. */
export type SubmitRun = (create: (context: DeviceContext) => Work, options: CommandOptions) => QueueEvent;

/**
 * Commands that `q.record` has recorded: SYCL's executable command_graph. Dispose of it when you no longer need it: until then it retains the
 * arrays that it uses.
 *
 *     using graph = q.record(() => {
 *       q.parallelFor(n, (i) => { tmp[i] = x[i]! * gain; });
 *       q.parallelFor(n, (i) => { out[i] = tmp[i]! + 1; });
 *     }, { fuse: true, internal: [tmp] });
 *     await graph.run();
 */
export class CommandGraph implements Disposable {
  readonly #context: DeviceContext;
  readonly #submit: SubmitRun;
  readonly #recorded: readonly RecordedCommand[];
  readonly #isFusing: boolean;
  readonly #internal: readonly InternalArray[];
  #arrangement: Arrangement;
  #plan: GraphPlan;
  #isDisposed = false;
  /** The registry's generation when the programs were found. */
  #generation = registry().generation;

  /** @internal `q.record` creates graphs. */
  constructor(
    context: DeviceContext,
    recorded: readonly RecordedCommand[],
    { fuse = false, internal = [] }: RecordOptions,
    submit: SubmitRun,
  ) {
    this.#context = context;
    this.#submit = submit;
    this.#recorded = recorded;
    this.#isFusing = fuse;
    this.#internal = internal.map((array) => internalArray(context, array));
    this.#arrangement = arrange(context, recorded, fuse, this.#internal);
    this.#plan = new GraphPlan(context, this.#arrangement.nodes);
  }

  /** The commands, in order: kernels by their names, others by the methods that submitted them. */
  get commands(): readonly string[] {
    return this.#recorded.map(({ name }) => name);
  }

  /** Which neighbours were fused, and why others were not. Empty without `fuse`. */
  get fusion(): readonly FusionReport[] {
    return this.#arrangement.fusion;
  }

  /** Which of the internal arrays remain in registers, and why others do not. */
  get internal(): readonly InternalReport[] {
    return this.#arrangement.internal;
  }

  /**
   * Runs all commands in order, as one command of the queue that recorded them. The event rejects with the error of the first command that fails;
   * those behind it do not run.
   */
  run(options?: CommandOptions): QueueEvent {
    const own = ownOptions(options, commandOptions, "graph.run");
    this.#checkLive("graph.run");
    this.#refresh();
    return this.#submit((context) => {
      this.#plan.checkArrays();
      return new GraphWork(context, this.#plan);
    }, own);
  }

  /**
   * Sets captured numbers and booleans by their names in the source, in every kernel that captures that name, for runs submitted from now on:
   * `graph.update({ gain: 2 })`.
   */
  update(values: Readonly<Record<string, number | bigint | boolean>>): void {
    this.#checkLive("graph.update");
    if (typeof values !== "object" || values === null || Array.isArray(values) || ArrayBuffer.isView(values)) {
      throw new LanewiseError(
        "invalid",
        `graph.update: the values are ${describeValue(values)}; expected { name: value }.`,
      );
    }
    this.#refresh();
    const entries = Object.entries(values);
    const found = entries.map(([name, value]) => ({ name, value, places: this.#placesOf(name, value) }));
    const isDecisive = found.some(({ name, places }) => places.some((place) => this.#isDecisive(place, name)));
    for (const { name, value, places } of found) for (const place of places) this.#set(place, name, value);
    if (isDecisive) this.#arrangement = arrange(this.#context, this.#recorded, this.#isFusing, this.#internal);
    if (isDecisive || this.#plan.isInUse) this.#replan();
    else this.#plan.rewrite();
  }

  /** Describes as text what was fused and what was not. */
  explain(): string {
    const fused = this.fusion.map(({ kernels, isFused, reason }) =>
      isFused ? `fused: ${kernels.join(" + ")}` : `not fused: ${kernels.join(" and ")}: ${reason}`,
    );
    const kept = this.internal.map(({ array, isInRegisters, reason }) =>
      isInRegisters ? `in registers: ${array}` : `in memory: ${array}: ${reason}`,
    );
    return [...fused, ...kept].join("\n");
  }

  /** Releases what it retains, once the submitted runs are final. Later runs throw. */
  [Symbol.dispose](): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#plan.release();
  }

  /** Whether another value may require other code. */
  #isDecisive({ command, launch }: Place, name: string): boolean {
    return isSpecialized(command, launch, name) || this.#arrangement.decisive.get(command)?.has(name) === true;
  }

  #set({ command, launch, index }: Place, name: string, value: number | bigint | boolean): void {
    launch.captures[index] = value;
    const { checked } = command;
    if (!checked) return;
    if (isSpecialized(command, launch, name)) command.checked = check(this.#context, launch);
    else command.checked = withValue(checked, name, value);
  }

  /** Finds and links kernels again if their modules were registered again or their libraries closed, as launches do. */
  #refresh(): void {
    const { generation } = registry();
    if (generation === this.#generation) return;
    const stale = this.#recorded.flatMap((command) =>
      command.launch && command.checked && isStale(command.launch, command.checked)
        ? [{ command, launch: command.launch }]
        : [],
    );
    for (const { command, launch } of stale) command.checked = check(this.#context, launch);
    this.#generation = generation;
    if (stale.length === 0) return;
    this.#arrangement = arrange(this.#context, this.#recorded, this.#isFusing, this.#internal);
    this.#replan();
  }

  #replan(): void {
    const next = new GraphPlan(this.#context, this.#arrangement.nodes);
    this.#plan.release();
    this.#plan = next;
  }

  #checkLive(what: string): void {
    if (this.#isDisposed) throw new LanewiseError("invalid", `${what}: the graph was disposed of.`);
  }

  /** Returns the captures of a name, after checking that the value fits. */
  #placesOf(name: string, value: unknown): readonly Place[] {
    const all = this.#recorded.flatMap(scalarsOf);
    const places = all.filter((place) => place.name === name);
    for (const { type, command } of places)
      checkScalar(value, type, `graph.update: "${name}" of kernel ${command.name}`);
    if (places.length > 0) return places;
    const names = [...new Set(all.map((place) => place.name))].join(", ") || "none";
    throw new LanewiseError(
      "unknown_capture",
      `graph.update: no kernel captures a number or boolean "${name}"; the kernels capture ${names}.`,
      { row: graphErrors.unknown_capture },
    );
  }
}

/** A captured number or boolean of a launch. */
interface Place {
  readonly command: RecordedCommand;
  readonly launch: RecordedLaunch;
  readonly name: string;
  readonly type: ScalarType;
  /** Index among the captures. */
  readonly index: number;
}

function scalarsOf(command: RecordedCommand): readonly Place[] {
  const { launch } = command;
  if (!launch) return [];
  return parametersOf(launch).flatMap(({ name, type }, index) =>
    typeof type === "string" && index < launch.captures.length ? [{ command, launch, name, type, index }] : [],
  );
}

function parametersOf({ symbol, settings: { find = findKernel } }: RecordedLaunch): readonly KernelParameter[] {
  return find(symbol).symbol.parameters;
}

/** Whether its program is specialized for that value. */
function isSpecialized({ checked }: RecordedCommand, launch: RecordedLaunch, name: string): boolean {
  const linked = checked?.identity.program.ir?.linked;
  const specialized = linked?.module.functions[linked.kernel]?.specialized ?? [];
  const parameters = parametersOf(launch);
  return specialized.some((index) => parameters[index]?.name === name);
}

/** Whether its program comes from images that are no longer loaded; a bundle keeps its own images. */
function isStale({ settings }: RecordedLaunch, { identity }: CheckedLaunch): boolean {
  return settings.find === undefined && !identity.program.images.every(isLoaded);
}

function withValue(checked: CheckedLaunch, name: string, value: number | bigint | boolean): CheckedLaunch {
  const { parameters } = checked.identity.program;
  const values = checked.values.map((argument, index) =>
    argument.kind === "scalar" && parameters[index]?.name === name ? { ...argument, value } : argument,
  );
  return { ...checked, values };
}

function internalArray(context: DeviceContext, array: unknown): InternalArray {
  if (!isTypedArray(array)) {
    throw new LanewiseError("invalid", `q.record: internal contains ${describeValue(array)}; expected typed arrays.`);
  }
  const described = describeArray(array);
  if (!context.usm.find(array, `q.record: internal (${described})`)) {
    if (!hasCapability(context.kind, "hostMapped")) {
      const what = `q.record with internal (${described}), which is an array of the host,`;
      throw lackedCapability(
        "hostMapped",
        what,
        "Allocate it with q.mallocDevice: arrays of the host are copied for each run.",
      );
    }
    throw new LanewiseError("not_usm", `q.record: internal (${described}) is not in the memory of the queue's device.`);
  }
  const start = context.usm.addressOf(array);
  return { described, start, end: start + byteLengthOf(array) };
}

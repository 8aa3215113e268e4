// Runs a kernel work-item by work-item under a check: for data races (races/), or for numbers that differ from JavaScript's (overflow/). It detects
// barriers that not all work-items reach itself. The kernel writes and fails as under interpret/interpret.ts. Kernels of work-groups are not divided at
// barriers here. Needs a verified, linked module.

import { THREAD_STACK_OFFSET } from "../abi/index.js";
import { accessOf } from "../analysis/index.js";
import {
  type Checks,
  type Compiled,
  createCompiler,
  createMachine,
  type Datum,
  type Frame,
  type InterpreterHost,
  layoutFrame,
  type Machine,
  type Span,
  type Step,
  scalarAccess,
  type Value,
  viewsOf,
} from "../interpret/index.js";
import { invariant } from "../invariant.js";
import { type Fn, type ForeignFunction, layoutOf, type Module, type Query } from "../module/index.js";
import type { NamedMemory } from "./name-place.js";
import { type Divergence, runGroup } from "./run-groups.js";
import { compileWaitingBlock, type WaitingStep, waitsIn } from "./waiting-steps.js";
import { type ItemRange, WorkItems } from "./work-items.js";

export interface CheckHost extends InterpreterHost {
  /** The address of that many bytes of group memory, on its own cache line. Asked once, if there is local memory. */
  readonly localMemory: (size: number) => number;
  /** The address of a thread block with that much private memory. Asked once, after everything else. */
  readonly thread: (stackSize: number) => number;
  readonly onDivergence: (divergence: Divergence) => never;
}

export interface CheckedLaunch {
  /** The address of the argument block, and each parameter's offset in it. */
  readonly args: number;
  readonly offsets: readonly number[];
  readonly pointerTable: number;
  /** Arrays that replace those in the argument block, by parameter: reducers, whose accesses are not checked. */
  readonly reducers: ReadonlyMap<number, { readonly address: number; readonly length: number }>;
  /** Bytes of local memory whose length the launch gives. */
  readonly localBytes: number;
  readonly range: ItemRange;
}

/** Bytes from `begin` up to but not including `end`. */
export interface Stretch {
  readonly begin: number;
  readonly end: number;
}

/** The run that a check is created for. */
export interface CheckedRun {
  readonly module: Module;
  readonly items: WorkItems;
  /** The group's local memory. */
  readonly local: Stretch;
  /** These are known only when the kernel runs. */
  readonly memories: () => readonly NamedMemory[];
  /** Private memory. */
  readonly stack: () => Stretch;
  /** The reducers' arrays, by parameter. */
  readonly reducers: () => ReadonlyMap<number, Stretch>;
}

export interface Check {
  readonly checks: Omit<Checks, "query">;
  readonly beginGroup?: () => void;
  /** Called when the work-item at that position in its group waits, and before it resumes: work-items share private memory. */
  readonly save?: (place: number) => void;
  readonly restore?: (place: number) => void;
  /** Called when all work-items have ended. */
  readonly finish?: () => void;
}

const ALIGN = 64;
const roundUp = (size: number): number => Math.ceil(size / ALIGN) * ALIGN;

/** Throws KernelFailure if the kernel fails, and whatever the check throws. */
export function runChecked(
  module: Module,
  kernel: number,
  host: CheckHost,
  launch: CheckedLaunch,
  createCheck: (run: CheckedRun) => Check,
): void {
  const fn = module.functions[kernel];
  invariant(fn?.linkage === "kernel", `function ${kernel} is a kernel`);
  const items = new WorkItems(launch.range);
  const local = placeLocals(module, kernel, host, launch);
  const globals = (index: number): number => local.globals.get(index) ?? host.globals(index);
  let stack: Stretch = { begin: 0, end: 0 };
  const reducers = reducersOf(module, fn, launch);
  let memories: readonly NamedMemory[] = [];
  const check = createCheck({
    ...{ module, items, local, memories: () => memories, stack: () => stack, reducers: () => reducers },
  });
  const own: InterpreterHost = { ...host, globals };
  const machine = createMachine(own, {
    ...check.checks,
    query: (query, dimension) => queries[query](items, dimension),
  });
  const { code, localCount, stackSize } = compileKernel(module, kernel, machine, own);
  machine.thread = host.thread(stackSize);
  machine.views = viewsOf(host.memory());
  machine.pointerTable = launch.pointerTable;
  const parameters = readParameters(fn, machine, launch, local.sized);
  memories = memoriesOf(module, fn, kernel, parameters, globals);
  const base = machine.thread + THREAD_STACK_OFFSET;
  stack = { begin: base, end: base + stackSize };
  const frame = (): Frame => {
    const locals: Datum[] = new Array<Datum>(localCount).fill(0);
    for (let index = 0; index < parameters.length; index++) locals[index] = parameters[index] ?? 0;
    return { locals, base, result: 0 };
  };
  const asCurrent = () => {
    machine.item = items.linearId(items.worker());
  };
  for (let group = 0; group < items.groups; group++) {
    items.beginGroup(group);
    check.beginGroup?.();
    if (code.isWaiting) {
      const { bytes } = machine.views;
      const saved = keepPrivate(bytes.subarray(stack.begin, stack.end), items.perGroup);
      const restore = (place: number) => {
        asCurrent();
        saved.restore(place);
        check.restore?.(place);
      };
      const save = (place: number) => {
        saved.save(place);
        check.save?.(place);
      };
      const { onDivergence } = host;
      runGroup({ module, items, run: code.run, frame, restore, save, onDivergence });
      continue;
    }
    for (let place = 0; place < items.perGroup; place++) {
      items.become(place);
      asCurrent();
      code.run(frame());
    }
  }
  check.finish?.();
}

function reducersOf(module: Module, fn: Fn, { reducers }: CheckedLaunch): ReadonlyMap<number, Stretch> {
  const stretches = [...reducers].map(([index, { address, length }]): [number, Stretch] => {
    const type = fn.locals[index]?.type;
    const element = typeof type === "object" && type.kind === "span" ? type.element : "i32";
    return [index, { begin: address, end: address + length * layoutOf(element, module.structs).size }];
  });
  return new Map(stretches);
}

type Dimension = 0 | 1 | 2;
type Answer = (items: WorkItems, dimension: Dimension) => () => number;

const queries = {
  globalId: (items, dimension) => () => items.id[dimension],
  globalSize: (items, dimension) => () => items.range.size[dimension],
  localId: (items, dimension) => () => items.local[dimension],
  localSize: (items, dimension) => () => items.range.local[dimension],
  groupId: (items, dimension) => () => items.group[dimension],
  groupCount: (items, dimension) => () => items.counts[dimension],
  globalOffset: () => () => 0,
  subGroupId: (items) => () => items.subGroupOf(items.place),
  subGroupCount: (items) => () => Math.ceil(items.perGroup / items.range.subGroupSize),
  subGroupSize: (items) => () => items.range.subGroupSize,
  subGroupMembers: (items) => () => {
    const first = items.subGroupOf(items.place) * items.range.subGroupSize;
    return Math.min(items.range.subGroupSize, items.perGroup - first);
  },
  subGroupLane: (items) => () => items.place % items.range.subGroupSize,
} as const satisfies Record<Query, Answer>;

interface LocalPlaces extends Stretch {
  /** Addresses by global. */
  readonly globals: ReadonlyMap<number, number>;
  /** The address of the local memory whose length the launch gives. */
  readonly sized: number;
}

function placeLocals(module: Module, kernel: number, host: CheckHost, { localBytes }: CheckedLaunch): LocalPlaces {
  const offsets = new Map<number, number>();
  let end = 0;
  for (const index of accessOf(module, kernel).globals.keys()) {
    const global = module.globals[index];
    if (global?.storage !== "local") continue;
    offsets.set(index, end);
    end = roundUp(end + layoutOf(global.type, module.structs).size);
  }
  const size = end + localBytes;
  const begin = size === 0 ? 0 : host.localMemory(size);
  const globals = new Map([...offsets].map(([index, offset]) => [index, begin + offset]));
  return { begin, end: begin + size, globals, sized: begin + end };
}

interface KernelCode {
  readonly localCount: number;
  readonly stackSize: number;
  readonly code:
    | { readonly isWaiting: false; readonly run: Step }
    /** Its work-items wait for each other. */
    | { readonly isWaiting: true; readonly run: WaitingStep };
}

function compileKernel(module: Module, kernel: number, machine: Machine, host: InterpreterHost): KernelCode {
  const compile = createCompiler(module, machine, host);
  const waits = waitsIn(module);
  const body = (index: number) => module.functions[index]?.body ?? [];
  if (!body(kernel).some(waits)) {
    const { run, localCount, stackSize } = compile(kernel);
    return { localCount, stackSize, code: { isWaiting: false, run } };
  }
  const known = new Map<number, WaitingFunction>();
  const compileWaiting = (index: number): WaitingFunction => {
    const earlier = known.get(index);
    if (earlier) return earlier;
    const fn = module.functions[index];
    invariant(fn, `there is a function ${index}`);
    const { offsets, frameSize } = layoutFrame(fn, module);
    let deepest = 0;
    const within = <C extends { readonly stackSize: number }>(callee: C): C => {
      deepest = Math.max(deepest, callee.stackSize);
      return callee;
    };
    const run = compileWaitingBlock(fn.body, {
      ...{ module, machine, fn, offsets, frameSize, waits },
      callee: (called) => within(compile(called)),
      waitingCallee: (called) => within(compileWaiting(called)),
      foreign: () => noForeign,
    });
    const made = { frameSize, run, localCount: fn.locals.length, stackSize: frameSize + deepest };
    known.set(index, made);
    return made;
  };
  const { run, localCount, stackSize } = compileWaiting(kernel);
  return { localCount, stackSize, code: { isWaiting: true, run } };
}

/** Kernels that call other compilers' functions cannot be checked. */
const noForeign: ForeignFunction = () => {
  throw new Error("Kernels that call other compilers' functions are not checked.");
};

interface WaitingFunction extends Omit<Compiled, "run"> {
  readonly run: WaitingStep;
}

function readParameters(
  fn: Fn,
  { views }: Machine,
  { args, offsets, reducers }: CheckedLaunch,
  sized: number,
): readonly (Value | Span)[] {
  return fn.locals.slice(0, fn.parameters).map(({ type, isLocal }, index): Value | Span => {
    const at = args + (offsets[index] ?? 0);
    const replaced = reducers.get(index);
    if (replaced) return replaced;
    if (typeof type === "string") return scalarAccess[type].load(views.data, at);
    const address = views.data.getUint32(at, true);
    return { address: isLocal ? sized + address : address, length: views.data.getInt32(at + 4, true) };
  });
}

/** The memory that the kernel names. */
function memoriesOf(
  module: Module,
  fn: Fn,
  kernel: number,
  parameters: readonly (Value | Span)[],
  addressOf: (global: number) => number,
): readonly NamedMemory[] {
  const spans = parameters.flatMap((datum, index): NamedMemory[] => {
    const local = fn.locals[index];
    if (typeof datum !== "object" || typeof local?.type !== "object" || local.type.kind !== "span") return [];
    const { element } = local.type;
    const size = datum.length * layoutOf(element, module.structs).size;
    return [{ name: local.name, address: datum.address, size, type: element, isSpan: true }];
  });
  const globals = [...accessOf(module, kernel).globals.keys()].flatMap((index): NamedMemory[] => {
    const global = module.globals[index];
    if (!global) return [];
    const { name, type } = global;
    return [{ name, type, address: addressOf(index), size: layoutOf(type, module.structs).size, isSpan: false }];
  });
  return [...spans, ...globals];
}

/** The work-items of a group share one stack; this saves and restores each one's content. */
function keepPrivate(stack: Uint8Array, count: number) {
  const kept = Array.from({ length: stack.length === 0 ? 0 : count }, () => new Uint8Array(stack.length));
  return {
    save: (place: number) => kept[place]?.set(stack),
    restore: (place: number) => {
      const content = kept[place];
      if (content) stack.set(content);
    },
  };
}

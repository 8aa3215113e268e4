// Runs a kernel of work-groups by its plan (codegen/src/groups/group-plan.ts): `run` of abi.ts, but begin and end count groups. Each thread has the
// regions' argument block and the group's memory behind the regions' private memory. The plan's nodes become closures once, since small groups spend
// much of their time here. Imports only types, so that workers load nothing else.

import type { GroupNode, GroupPlan } from "@lanewise/codegen";
import type { WasmMemory } from "../../../values/index.js";
import type { Run } from "../index.js";

/** Offsets from abi.ts and from the compiled regions. */
export interface GroupFrame {
  /** From a thread's block to the regions' argument block, which follows their private memory. */
  readonly argumentOffset: number;
  /** From the argument block to the group's memory. */
  readonly memoryOffset: number;
  /** In the failure record, and in the argument block. */
  readonly siteOffset: number;
  readonly itemOffset: number;
  readonly rangeOffset: number;
  /** In an argument block; the captures follow it. */
  readonly pointerTableOffset: number;
}

const ACTIVE = 0;
const RETURNED = -1;

type Triple = [number, number, number];
type Step = () => void;

/** The current call; addresses of words are divided by 4. */
interface Current {
  buffer: ArrayBufferLike | undefined;
  words: Int32Array;
  bytes: Uint8Array;
  thread: number;
  /** Addresses of the regions' argument block and the group's memory. */
  own: number;
  memory: number;
  /** The word index of the states. */
  states: number;
  counts: Triple;
  group: Triple;
  /** How many states are ACTIVE, and how many RETURNED. */
  active: number;
  returned: number;
}

const nothing = { words: new Int32Array(), bytes: new Uint8Array() };

/** `regions` are the plan's, in order. */
export function groupRun(plan: GroupPlan, frame: GroupFrame, regions: readonly Run[], memory: WasmMemory): Run {
  const now: Current = {
    ...{ buffer: undefined, ...nothing, thread: 0, own: 0, memory: 0, states: 0 },
    ...{ counts: [1, 1, 1], group: [0, 0, 0], active: 0, returned: 0 },
  };
  const steps = compileNodes(now, plan, frame, regions);
  return (args, thread, begin, end) => {
    const { buffer } = memory;
    if (now.buffer !== buffer) {
      now.buffer = buffer;
      now.words = new Int32Array(buffer, 0, Math.floor(buffer.byteLength / 4));
      now.bytes = new Uint8Array(buffer);
    }
    enter(now, plan, frame, args, thread);
    try {
      for (let group = begin; group < end; group++) {
        place(now, plan, group);
        steps();
      }
    } catch (error) {
      nameItem(now, plan, frame);
      throw error;
    }
  };
}

/** Writes what is the same for all groups. */
function enter(now: Current, plan: GroupPlan, frame: GroupFrame, args: number, thread: number): void {
  const { words, bytes } = now;
  const { rangeOffset, pointerTableOffset: table, argumentOffset, memoryOffset } = frame;
  const { localSizes, spans, sizedSpans, memorySize, numbers, captureSize, states } = plan;
  now.thread = thread;
  now.own = thread + argumentOffset;
  now.memory = now.own + memoryOffset;
  now.states = (now.memory + states.offset) >> 2;
  const count = (dimension: 0 | 1 | 2) => (words[((args + rangeOffset) >> 2) + dimension] ?? 1) / localSizes[dimension];
  now.counts = [count(0), count(1), count(2)];
  for (const [dimension, size] of localSizes.entries()) words[((now.own + rangeOffset) >> 2) + dimension] = size;
  bytes.copyWithin(now.own + table, args + table, args + captureSize);
  for (const { at, offset, length } of spans) {
    words[(now.own + at) >> 2] = now.memory + offset;
    words[((now.own + at) >> 2) + 1] = length;
  }
  for (const at of sizedSpans) {
    const offset = words[(args + at) >> 2] ?? 0;
    words[(now.own + at) >> 2] = now.memory + memorySize + offset;
  }
  for (const { kind, dimension, at } of numbers) {
    const groups = now.counts[dimension];
    if (kind === "groupCount") words[(now.own + at) >> 2] = groups;
    if (kind === "globalSize") words[(now.own + at) >> 2] = groups * localSizes[dimension];
  }
}

/** Writes what differs from group to group. */
function place(now: Current, { numbers, localSizes, states }: GroupPlan, group: number): void {
  const { words, counts } = now;
  const row = Math.floor(group / counts[2]);
  now.group = [Math.floor(row / counts[1]), row % counts[1], group % counts[2]];
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index];
    if (!number) break;
    const { kind, dimension, at } = number;
    if (kind === "groupId") words[(now.own + at) >> 2] = now.group[dimension];
    if (kind === "first") words[(now.own + at) >> 2] = now.group[dimension] * localSizes[dimension];
  }
  for (let index = 0; index < states.count; index++) words[now.states + index] = ACTIVE;
  now.active = states.count;
  now.returned = 0;
}

function compileNodes(now: Current, plan: GroupPlan, frame: GroupFrame, regions: readonly Run[]): Step {
  const { count } = plan.states;
  /** Whether some work-items have jumped to a label further on. */
  const isParted = () => now.active + now.returned < count;
  const compile = (node: GroupNode): Step => {
    switch (node.kind) {
      case "run":
        return compileRegion(now, plan, node, regions[node.region] ?? (() => undefined));
      case "barrier":
        return () => {
          if (node.size !== undefined) checkSubGroups(now, plan, frame, node, node.size);
          else if (isParted() || (node.isWhole && now.returned > 0)) failAt(now, frame, node, 0);
        };
      case "block": {
        const body = sequence(node.body);
        return () => {
          body();
          if (isParted()) meet(now, count, node.label);
        };
      }
      case "repeat": {
        const body = sequence(node.body);
        return () => {
          while (now.active > 0) body();
        };
      }
    }
  };
  const sequence = (nodes: readonly GroupNode[]): Step => {
    const steps = nodes.map(compile);
    return () => {
      for (let index = 0; index < steps.length && now.active > 0; index++) steps[index]?.();
    };
  };
  return sequence(plan.nodes);
}

function compileRegion(now: Current, plan: GroupPlan, node: GroupNode & { readonly kind: "run" }, run: Run): Step {
  const { carried, states, localSizes } = plan;
  const total = localSizes[0] * localSizes[1] * localSizes[2];
  const carries = node.carries.flatMap((index) => carried[index] ?? []);
  return () => {
    run(now.own, now.thread, 0, total);
    for (let index = 0; index < carries.length; index++) {
      const value = carries[index];
      if (value) carry(now, now.memory + value.offset, now.own + value.at, value.size);
    }
    if (node.hasExits) look(now, states.count);
  };
}

function carry({ words, bytes }: Current, from: number, to: number, size: number): void {
  if (size === 1) bytes[to] = bytes[from] ?? 0;
  else for (let word = 0; word < size >> 2; word++) words[(to >> 2) + word] = words[(from >> 2) + word] ?? 0;
}

/** Counts the active and returned states. */
function look(now: Current, count: number): void {
  const { words, states } = now;
  let [active, returned] = [0, 0];
  for (let at = states; at < states + count; at++) {
    if (words[at] === ACTIVE) active++;
    else if (words[at] === RETURNED) returned++;
  }
  now.active = active;
  now.returned = returned;
}

/** Makes work-items that jumped to this label active again. */
function meet(now: Current, count: number, label: number): void {
  const { words, states } = now;
  for (let at = states; at < states + count; at++) if (words[at] === label) words[at] = ACTIVE;
  look(now, count);
}

type Barrier = GroupNode & { readonly kind: "barrier" };

/** Checks that of each sub-group either all members or none are here. */
function checkSubGroups(now: Current, { states }: GroupPlan, frame: GroupFrame, node: Barrier, size: number): void {
  const { count } = states;
  if (now.active === count) return;
  for (let first = 0; first < count; first += size) {
    let here = 0;
    const end = Math.min(first + size, count);
    for (let item = first; item < end; item++) if (now.words[now.states + item] === ACTIVE) here++;
    if (here > 0 && here < end - first) failAt(now, frame, node, first);
  }
}

/** Writes the failure record for the first work-item from `first` on that is elsewhere. */
function failAt(
  { words, states, thread }: Current,
  frame: GroupFrame,
  { site, isWhole }: Barrier,
  first: number,
): never {
  let missing = first;
  for (let state = words[states + first]; state === ACTIVE || (state === RETURNED && !isWhole); ) {
    missing++;
    state = words[states + missing];
  }
  words[(thread + frame.siteOffset) >> 2] = site + 1;
  words[(thread + frame.itemOffset) >> 2] = missing;
  throw new Error("not every work-item reached the barrier");
}

/** Replaces the work-item's index in its group by that in the range, in the failure record. */
function nameItem({ words, thread, group, counts }: Current, { localSizes }: GroupPlan, frame: GroupFrame): void {
  const at = (thread + frame.itemOffset) >> 2;
  const local = words[at] ?? 0;
  const row = Math.floor(local / localSizes[2]);
  const index = [Math.floor(row / localSizes[1]), row % localSizes[1], local % localSizes[2]] as const;
  const place = (dimension: 0 | 1 | 2) => group[dimension] * localSizes[dimension] + index[dimension];
  const size = (dimension: 0 | 1 | 2) => counts[dimension] * localSizes[dimension];
  words[at] = (place(0) * size(1) + place(1)) * size(2) + place(2);
}

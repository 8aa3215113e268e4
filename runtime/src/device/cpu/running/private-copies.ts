// Gives each thread its own copy of what a kernel's commutative atomics update: no thread waits for another's cache lines, and afterwards the copies
// are merged into the original. The compiler decides which targets may have copies; whether they are worth it is decided here, for each launch.

import type { PrivatisedTarget } from "@lanewise/codegen";
import { PRIVATE_COPIES_OFFSET } from "@lanewise/ir";
import type { GlobalPlace } from "../../../globals/index.js";
import { type Block, isOverlapping } from "../../../memory/index.js";
import type { PlacedSpan } from "../../index.js";
import type { ThreadBlocks } from "../threads/index.js";
import type { CpuDevice } from "./cpu-device.js";

/** A target with its storage in this launch. */
export interface PlacedTarget extends PrivatisedTarget {
  /** Address and size, in bytes. */
  readonly place: GlobalPlace;
}

/** Copies beyond this size do not stay in a thread's cache. */
const LARGEST = 65536;
/** Every thread initialises and merges each element, so copies need at least this many updates per element. */
const FEWEST_UPDATES = 4;
/** The copies of two threads share no cache line. */
const ALIGNMENT = 128;

/** Whether copies of all targets are worth it for `items` work-items; a program has copies of all or of none. */
function isWorthCopying(targets: readonly PlacedTarget[], items: number): boolean {
  return targets.every(
    ({ place, element }) => place.size <= LARGEST && items >= (FEWEST_UPDATES * place.size) / elementSize[element],
  );
}

/**
 * Whether no other captured array shares memory with a target. The compiler has checked that the kernel touches a target in no other way, but it
 * cannot see that two arrays are views of one.
 */
function areApart(targets: readonly PlacedTarget[], spans: readonly PlacedSpan[]): boolean {
  return targets.every(
    ({ kind, index, place }) =>
      kind === "global" ||
      spans.every((span) => span.index === index || !isOverlapping(bytesOf(place), bytesOf(span.place))),
  );
}

function bytesOf({ address, size }: GlobalPlace) {
  return { start: address, end: address + size };
}

/** In bytes. */
const elementSize = { i32: 4, u32: 4, i64: 8, u64: 8 } as const satisfies Record<PrivatisedTarget["element"], number>;

/** Makes a copy of each target for each of `threads` threads, and writes the addresses to the threads' blocks. */
function makeCopies(
  device: CpuDevice,
  targets: readonly PlacedTarget[],
  { base, stride }: ThreadBlocks,
  threads: number,
): Block {
  const sizes = targets.map(({ place }) => Math.ceil(place.size / ALIGNMENT) * ALIGNMENT);
  const sum = sizes.reduce((all, size) => all + size, 0);
  const block = device.internal.allocate(Math.max(1, sum * threads), "Copies of what atomics update");
  const { view } = device.memory;
  let address = block.offset;
  targets.forEach((target, index) => {
    const size = sizes[index] ?? 0;
    fillWithIdentity(view.buffer, address, size * threads, target);
    for (let thread = 0; thread < threads; thread++) {
      view.setUint32(base + thread * stride + PRIVATE_COPIES_OFFSET + index * 4, address, true);
      address += size;
    }
  });
  return block;
}

/** Merges the copies of `makeCopies` into the originals. */
function mergeCopies(device: CpuDevice, targets: readonly PlacedTarget[], block: Block, threads: number): void {
  const { buffer } = device.memory.view;
  let address = block.offset;
  for (const target of targets) {
    const size = Math.ceil(target.place.size / ALIGNMENT) * ALIGNMENT;
    for (let thread = 0; thread < threads; thread++) {
      mergeOne(buffer, target, address);
      address += size;
    }
  }
}

type Op = PrivatisedTarget["op"];

function fillWithIdentity(buffer: ArrayBufferLike, address: number, size: number, { element, op }: PrivatisedTarget) {
  const bits = BigInt(elementSize[element] * 8);
  const isSigned = element === "i32" || element === "i64";
  const highest = (1n << (isSigned ? bits - 1n : bits)) - 1n;
  const lowest = isSigned ? -highest - 1n : 0n;
  const identity: Record<Op, bigint> = { add: 0n, or: 0n, xor: 0n, and: -1n, min: highest, max: lowest };
  // Arrays of the unsigned types have the same bits.
  if (bits === 64n) new BigInt64Array(buffer, address, size / 8).fill(identity[op]);
  else new Int32Array(buffer, address, size / 4).fill(Number(BigInt.asIntN(32, identity[op])));
}

/** Merges atomically, because kernels of other devices with this memory may run. */
function mergeOne(buffer: ArrayBufferLike, { element, op, place }: PlacedTarget, copy: number): void {
  const count = place.size / elementSize[element];
  const merge = merges[op];
  const to = arrays[element](buffer, place.address, count);
  const from = arrays[element](buffer, copy, count);
  for (let index = 0; index < count; index++) merge(to, index, from[index] ?? 0);
}

const arrays = {
  i32: (buffer, address, count) => new Int32Array(buffer, address, count),
  u32: (buffer, address, count) => new Uint32Array(buffer, address, count),
  i64: (buffer, address, count) => new BigInt64Array(buffer, address, count),
  u64: (buffer, address, count) => new BigUint64Array(buffer, address, count),
} as const satisfies Record<
  PrivatisedTarget["element"],
  (buffer: ArrayBufferLike, address: number, count: number) => IntegerArray
>;
type IntegerArray = Int32Array | Uint32Array | BigInt64Array | BigUint64Array;

type Merge = (to: IntegerArray, index: number, value: number | bigint) => void;

/** The operations of Atomics; array and value have one type, which TypeScript cannot see. */
const atomic =
  (op: "add" | "and" | "or" | "xor"): Merge =>
  (to, index, value) => {
    Atomics[op](to as Int32Array, index, value as number);
  };

/** Operations that Atomics lacks: an update if the new value is better. */
const better =
  (isBetter: (a: number | bigint, b: number | bigint) => boolean): Merge =>
  (to, index, value) => {
    const array = to as Int32Array; // As above.
    for (let found: number | bigint = Atomics.load(array, index); isBetter(value, found); ) {
      const before: number = Atomics.compareExchange(array, index, found as number, value as number);
      if (before === found) return;
      found = before;
    }
  };

const merges = {
  add: atomic("add"),
  and: atomic("and"),
  or: atomic("or"),
  xor: atomic("xor"),
  min: better((a, b) => a < b),
  max: better((a, b) => a > b),
} as const satisfies Record<Op, Merge>;

/** In one object: modules whose kernels have such atomics supply it (optional-parts.ts). */
export const privateCopyPart = { isWorthCopying, areApart, makeCopies, mergeCopies };

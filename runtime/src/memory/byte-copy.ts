// The work of a copy of bytes. Copies between arrays of the host run in steps, so that the event loop runs during a large one. A device copies to
// and from its memory, if the host cannot map that.

import type { DeviceContext } from "../context/index.js";
import type { Later } from "../device/index.js";
import type { Progress, Turn, Work } from "../queue/commands/index.js";
import { isShared } from "../values/index.js";
import { atOnce, MappedMemory } from "./mapped-memory.js";
import { ownerOf } from "./owners.js";

const STEP_BYTES = 2 ** 20;

/** Bytes in device memory that the host cannot map. */
export interface DeviceBytes {
  readonly context: DeviceContext;
  readonly address: number;
  readonly length: number;
}

/** Returns bytes of a device; as a Uint8Array if the host maps them. */
export function bytesOn(context: DeviceContext, address: number, length: number): Uint8Array | DeviceBytes {
  const { memory } = context;
  return memory instanceof MappedMemory ? memory.bytes(address, length) : { context, address, length };
}

/** Copies `source` over `destination`, which has the same length. `use` covers the arrays that they belong to. */
export function createByteCopy(
  source: Uint8Array | DeviceBytes,
  destination: Uint8Array | DeviceBytes,
  use: Omit<Work, "step">,
): Work {
  const move = moveOf(source, destination);
  if (move) return createDeviceWork(move.context, move.start, use, move.finish);
  return createHostCopy(source as Uint8Array, destination as Uint8Array, use); // neither is a device's
}

/** The same of several, of each of which a device has one. */
export function createDeviceCopies(
  context: DeviceContext,
  pairs: readonly (readonly [source: Uint8Array | DeviceBytes, destination: Uint8Array | DeviceBytes])[],
  use: Omit<Work, "step">,
): Work {
  const moves = pairs.flatMap(([source, destination]) => moveOf(source, destination) ?? []);
  const start = () => Promise.all(moves.map((move) => move.start()));
  return createDeviceWork(context, start, use, (all) => {
    for (const [index, move] of moves.entries()) move.finish(all[index]);
  });
}

interface Move {
  readonly context: DeviceContext;
  readonly start: () => Later<Uint8Array | undefined>;
  /** With what has come back. */
  readonly finish: (bytes: Uint8Array | undefined) => void;
}

/** Undefined where neither is a device's. */
function moveOf(source: Uint8Array | DeviceBytes, destination: Uint8Array | DeviceBytes): Move | undefined {
  const [from, to] = [onDevice(source), onDevice(destination)];
  const finish = () => undefined;
  if (from && to) return { context: to.context, start: () => then(copyBetween(from, to)), finish };
  if (to) return { context: to.context, start: () => then(write(to, source as Uint8Array)), finish }; // the host's
  if (!from) return undefined;
  return {
    context: from.context,
    start: () => from.context.memory.read(from.address, from.length),
    finish: (bytes) => bytes && (destination as Uint8Array).set(bytes), // the host's
  };
}

function then(done: Later<void>): Later<undefined> {
  return done instanceof Promise ? done.then(() => undefined) : undefined;
}

/** What a device writes again and again. */
interface Fill {
  readonly to: DeviceBytes;
  readonly pattern: Uint8Array;
  readonly count: number;
}

export function createDeviceFills(context: DeviceContext, fills: readonly Fill[], use: Omit<Work, "step">): Work {
  const fill = () => {
    for (const { to, pattern, count } of fills) context.memory.fill(to.address, pattern, count);
    return Promise.all(fills.map(({ to }) => context.memory.done(to.address)));
  };
  return createDeviceWork(context, fill, use);
}

function createHostCopy(source: Uint8Array, destination: Uint8Array, use: Omit<Work, "step">): Work {
  // `set` copies overlapping ranges correctly, but only in one piece.
  const piece = mayOverlap(source, destination) ? source.length : STEP_BYTES;
  let done = 0;
  const step = (): Progress => {
    const end = Math.min(source.length, done + piece);
    destination.set(source.subarray(done, end), done);
    done = end;
    return done < source.length ? "more" : "done";
  };
  return { ...use, step };
}

/** Returns undefined for bytes that the host maps. */
export function onDevice(bytes: Uint8Array | DeviceBytes): DeviceBytes | undefined {
  if (!(bytes instanceof Uint8Array)) return bytes;
  const context = ownerOf(bytes.buffer);
  if (!context || context.memory instanceof MappedMemory) return undefined;
  return { context, address: context.usm.addressOf(bytes), length: bytes.length };
}

function write({ context: { memory }, address }: DeviceBytes, bytes: Uint8Array): Later<void> {
  memory.write(address, bytes);
  return memory.done(address);
}

function copyBetween(from: DeviceBytes, to: DeviceBytes): Later<void> {
  const { memory } = to.context;
  if (from.context.memory === memory) {
    memory.copy(from.address, to.address, to.length);
    return memory.done(to.address);
  }
  return Promise.resolve(from.context.memory.read(from.address, from.length)).then((bytes) => write(to, bytes));
}

/** Reads bytes of a device, and passes them to `take`. */
export function createRead(
  context: DeviceContext,
  address: number,
  length: number,
  use: Omit<Work, "step">,
  take: (bytes: Uint8Array) => void,
): Work {
  const bytes = () => context.memory.read(address, length);
  if (!(context.memory instanceof MappedMemory)) return createDeviceWork(context, bytes, use, take);
  const step = (): Progress => {
    take(atOnce(bytes()));
    return "done";
  };
  return { ...use, step };
}

/** The work of an operation of a device on its memory: one step requests it, and one finishes it when its result has come back. */
export function createDeviceWork<T>(
  { device }: DeviceContext,
  start: () => Later<T>,
  use: Omit<Work, "step">,
  finish: (result: T) => void = () => undefined,
): Work {
  let end: (() => void) | undefined;
  let hasBegun = false;
  const step = ({ resume }: Turn): Progress => {
    if (end) {
      end();
      return "done";
    }
    if (hasBegun) return "issued";
    hasBegun = true;
    const settle = (make: () => void) => {
      end = make;
      resume();
    };
    Promise.resolve(start()).then(
      (result) => settle(() => finish(result)),
      (error: unknown) =>
        settle(() => {
          throw error;
        }),
    );
    return "issued";
  };
  return { ...use, stream: device, mayFail: false, step };
}

/** Two buffers of device memory may be the same memory, before and after it grew. */
function mayOverlap(a: Uint8Array, b: Uint8Array): boolean {
  const isOneMemory = a.buffer === b.buffer || (isShared(a.buffer) && isShared(b.buffer));
  return isOneMemory && a.byteOffset < b.byteOffset + b.length && b.byteOffset < a.byteOffset + a.length;
}

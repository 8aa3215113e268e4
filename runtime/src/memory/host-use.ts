// The host memory that unfinished commands use: arrays that launches capture, and arrays that copies and fills read or write. If commands of
// different queues use the same bytes and one of them writes, they run one after the other, and what one has written is copied to the devices'
// copies of these bytes (device-copy.ts). Arrays in a device's memory are not included if that device uses them.

import type { Command, Lane, OrderedUse } from "../queue/commands/index.js";
import { byteLengthOf } from "../values/index.js";
import { type ByteRange, isInConflict, isOverlapping } from "./byte-ranges.js";
import type { DeviceCopy } from "./device-copy.js";
import { memoryOf } from "./known-buffers.js";

/** A host buffer that commands use. */
export interface HostBuffer {
  /** Devices' copies of parts of it, while launches use them. */
  readonly copies: Set<DeviceCopy>;
  /** The uses of each queue. */
  readonly uses: Map<Lane, Set<HostUse>>;
}

/** Bytes of a buffer. */
export interface HostRange extends ByteRange {
  readonly home: HostBuffer;
  /** The array's buffer when the command was submitted. */
  readonly buffer: ArrayBufferLike;
}

const homes = new WeakMap<object, HostBuffer>();

/** Returns the `HostBuffer` of a buffer; all buffers that a device's memory has had share one. */
export function homeOf(buffer: ArrayBufferLike): HostBuffer {
  return homeOfKey(memoryOf(buffer) ?? buffer);
}

/** Returns the `HostBuffer` of a device's memory, or of a host buffer. */
export function homeOfKey(key: object): HostBuffer {
  const known = homes.get(key);
  if (known) return known;
  const made: HostBuffer = { copies: new Set(), uses: new Map() };
  homes.set(key, made);
  return made;
}

/** Copies the host's bytes in a range, as far as the buffer still has them, to the devices' copies, except `except`. */
export function refreshCopies(range: HostRange, except?: DeviceCopy): void {
  const { home, buffer, start } = range;
  const end = Math.min(range.end, byteLengthOf(buffer));
  for (const copy of home.copies) {
    if (copy === except || !isOverlapping(copy, { start, end })) continue;
    copy.load(buffer, Math.max(start, copy.start), Math.min(end, copy.end));
  }
}

/** The host memory that one command uses, from its submission until it is final. */
export class HostUse implements OrderedUse {
  readonly ranges: readonly HostRange[];
  #command: Command | undefined;
  #lane: Lane | undefined;

  constructor(ranges: readonly HostRange[]) {
    this.ranges = ranges;
  }

  conflicting(lane: Lane): Command[] {
    const found = new Set<Command>();
    for (const range of this.ranges) {
      for (const [other, uses] of range.home.uses) {
        if (other === lane && lane.isInOrder) continue;
        for (const use of uses) if (use.#command && isInConflict(range, use.ranges)) found.add(use.#command);
      }
    }
    return [...found];
  }

  submitted(command: Command, lane: Lane): void {
    // The use of a command that was cancelled at once has ended already.
    if (command.isFinal) return;
    this.#command = command;
    this.#lane = lane;
    for (const { home } of this.ranges) {
      const uses = home.uses.get(lane);
      if (uses) uses.add(this);
      else home.uses.set(lane, new Set([this]));
    }
  }

  end(): void {
    if (!this.#lane) return;
    for (const { home } of this.ranges) {
      const uses = home.uses.get(this.#lane);
      uses?.delete(this);
      if (uses?.size === 0) home.uses.delete(this.#lane);
    }
  }
}

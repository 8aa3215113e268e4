// The captured arrays of a launch that are not in its device's memory. Submitting the launch copies the union of their ranges to the device, unless
// an unfinished launch has a copy there; completing it copies back what it may have written. A launch that fails copies nothing back, and undoes
// its stores in copies that others use.

import type { DeviceContext } from "../context/index.js";
import type { Later } from "../device/index.js";
import { LanewiseError } from "../errors/index.js";
import {
  DeviceCopy,
  GRANULE,
  type HostRange,
  HostUse,
  homeOf,
  ownerOf,
  refreshCopies,
  retainArrays,
} from "../memory/index.js";
import { bufferOf, byteLengthOf, byteOffsetOf } from "../values/index.js";
import type { MovedArgument } from "./arguments.js";
import { isWriting } from "./launch-uses.js";

/** How a launch uses memory. */
export interface LaunchAccess {
  /** Whether the kernel follows or makes pointers, so that it may access all memory of its device. */
  readonly hasPointers: boolean;
  /** Whether the kernel certainly writes each element of a parameter's array before it reads it. */
  readonly isOverwritten: (argument: MovedArgument) => boolean;
  /** Makes the error for an array that was lost while the launch was unfinished. */
  readonly toError: (error: LanewiseError, argument: MovedArgument | undefined) => LanewiseError;
}

interface Piece extends HostRange {
  readonly copy: DeviceCopy;
  /** The captured array's name in errors. */
  readonly what: string;
  /** The first argument in this range; undefined if only pointers may lead there. */
  readonly argument: MovedArgument | undefined;
  /** Whether the copy has no values yet, because this launch will write all of them. */
  readonly isNew: boolean;
}

/** Arrays of one buffer that overlap, directly or through others. */
interface Group {
  readonly start: number;
  readonly end: number;
  readonly members: readonly MovedArgument[];
}

export class MovedArrays {
  readonly use: HostUse;
  readonly #pieces: readonly Piece[];
  readonly #toError: LaunchAccess["toError"];
  /** Releases the arrays that are in another device's memory. */
  readonly #releaseArrays: () => void;
  #isBegun = false;
  #isBack = false;

  /** Copies the arrays, and sets each argument's address. */
  constructor(context: DeviceContext, moved: readonly MovedArgument[], access: LaunchAccess) {
    const pieces: Piece[] = [];
    try {
      for (const argument of moved) argument.address = GRANULE;
      const needed = moved.filter((argument) => isNeeded(argument, access));
      for (const members of byBuffer(needed)) {
        for (const group of unionOf(members)) pieces.push(...place(context, group, access));
      }
      if (access.hasPointers) pieces.push(...allOf(context));
    } catch (error) {
      for (const { copy } of pieces) copy.release();
      throw error;
    }
    this.#pieces = pieces;
    this.#toError = access.toError;
    this.#releaseArrays = retainArrays(
      moved.map(({ array }) => array),
      "A launch",
    );
    this.use = new HostUse(pieces);
  }

  /** Called before the kernel runs: copies arrays from another device, whose kernels may have written them since the submission. */
  begin(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    for (const { copy, buffer, start, end, isWritten } of this.#pieces) {
      if (!isWritten && ownerOf(buffer)) copy.load(buffer, start, end);
    }
  }

  /** Requests the bytes that the kernel may have written, after it has run. */
  readBack(): readonly Later<Uint8Array>[] {
    return this.#written.map(({ copy, start, end }) => copy.read(start, end));
  }

  /** Called after the kernel has run: writes the bytes of `readBack` into the arrays. */
  copyBack(read: readonly Uint8Array[]): void {
    let problem: LanewiseError | undefined;
    for (const [index, piece] of this.#written.entries()) {
      const { copy, buffer, start, end } = piece;
      const bytes = read[index] ?? none;
      if (end > byteLengthOf(buffer)) problem ??= this.#toError(isGone(piece), piece.argument);
      else {
        new Uint8Array(buffer, start, end - start).set(bytes);
        refreshCopies(piece, copy);
      }
    }
    if (problem) throw problem;
    this.#isBack = true;
  }

  get #written(): readonly Piece[] {
    return this.#pieces.filter(({ isWritten }) => isWritten);
  }

  /**
   * Undoes stores that were not copied back. If the launch has not begun, only a new copy is refreshed, since other launches may be using the
   * others.
   */
  release(hasBegun: boolean): void {
    if (!this.#isBack) {
      for (const piece of this.#pieces) {
        if (hasBegun ? piece.isWritten : piece.isNew) refreshCopy(piece);
      }
    }
    this.use.end();
    for (const { copy } of this.#pieces) copy.release();
    this.#releaseArrays();
  }
}

const none = new Uint8Array();

/** Whether an array must be copied: not if it is empty, or if the kernel uses only its length. */
function isNeeded({ array, access }: MovedArgument, { hasPointers }: LaunchAccess): boolean {
  return byteLengthOf(array) > 0 && (hasPointers || access !== "none");
}

function byBuffer(moved: readonly MovedArgument[]): Iterable<readonly MovedArgument[]> {
  const groups = new Map<object, MovedArgument[]>();
  for (const argument of moved) {
    const home = homeOf(bufferOf(argument.array));
    const group = groups.get(home);
    if (group) group.push(argument);
    else groups.set(home, [argument]);
  }
  return groups.values();
}

const rangeOf = ({ array }: MovedArgument) => ({
  start: byteOffsetOf(array),
  end: byteOffsetOf(array) + byteLengthOf(array),
});

/** Groups overlapping arrays. Others remain separate, since the kernel does not own the bytes between them. */
function unionOf(moved: readonly MovedArgument[]): readonly Group[] {
  const groups: { start: number; end: number; members: MovedArgument[] }[] = [];
  for (const argument of [...moved].sort((a, b) => byteOffsetOf(a.array) - byteOffsetOf(b.array))) {
    const { start, end } = rangeOf(argument);
    const last = groups.at(-1);
    if (last && start < last.end) {
      last.end = Math.max(last.end, end);
      last.members.push(argument);
    } else groups.push({ start, end, members: [argument] });
  }
  return groups;
}

/** Returns the pieces of a group: its copy, and the ranges of it that are written. */
function place(context: DeviceContext, group: Group, access: LaunchAccess): readonly Piece[] {
  const { start, end, members } = group;
  const [first] = members;
  if (!first) return [];
  const buffer = bufferOf(first.array);
  const known = copyOf(context, buffer, start, end);
  const copy = known ?? makeCopy(context, buffer, start, end);
  const isNew = !known && !ownerOf(buffer) && members.length === 1 && access.isOverwritten(first);
  // Another device's bytes are copied when the launch begins.
  if (!known && !isNew && !ownerOf(buffer)) copy.load(buffer, start, end);
  for (const argument of members) argument.address = copy.addressOf(byteOffsetOf(argument.array));
  const { home } = copy;
  const pieceOf = (range: Group, argument: MovedArgument, isWritten: boolean): Piece => {
    copy.retain();
    const { what } = argument;
    return {
      home,
      buffer,
      start: range.start,
      end: range.end,
      copy,
      isWritten,
      isNew: isNew && !isWritten,
      what,
      argument,
    };
  };
  const pieces = [pieceOf(group, first, false)];
  const written = members.filter((argument) => access.hasPointers || isWriting[argument.access]);
  for (const part of unionOf(written)) pieces.push(pieceOf(part, part.members[0] ?? first, true));
  return pieces;
}

/** Returns the copy that unfinished launches have of these bytes. */
function copyOf(context: DeviceContext, buffer: ArrayBufferLike, start: number, end: number): DeviceCopy | undefined {
  for (const copy of homeOf(buffer).copies) if (copy.context === context && copy.covers(start, end)) return copy;
  return undefined;
}

/** Makes a copy for this launch and later ones. Each launch has its own copy of another device's memory. */
function makeCopy(context: DeviceContext, buffer: ArrayBufferLike, start: number, end: number): DeviceCopy {
  const home = homeOf(buffer);
  const copy = new DeviceCopy(context, home, buffer, start, end);
  if (ownerOf(buffer)) return copy;
  home.copies.add(copy);
  context.copies.add(copy);
  return copy;
}

/** Copies the host's values to the device's copy again, as far as the host's buffer still has them. */
function refreshCopy({ copy, buffer, start, end }: Piece): void {
  const last = Math.min(end, byteLengthOf(buffer));
  if (start < last) copy.load(buffer, start, last);
}

/** A kernel with pointers may access all copies on its device. */
function allOf({ copies }: DeviceContext): readonly Piece[] {
  return [...copies].map((copy) => {
    copy.retain();
    const { home, buffer, start, end } = copy;
    return {
      home,
      buffer,
      start,
      end,
      copy,
      isWritten: true,
      isNew: false,
      what: "An array that pointers may lead to",
      argument: undefined,
    };
  });
}

function isGone({ what, buffer, end }: Piece): LanewiseError {
  return new LanewiseError(
    "invalid",
    `${what}: its buffer was transferred or made smaller while the launch was unfinished: it has ${byteLengthOf(buffer)} bytes, the array ended at ${end}.`,
    { help: "Wait for the launch before you transfer or resize the array's buffer. What the kernel wrote is lost." },
  );
}

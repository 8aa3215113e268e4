// The storage that a buffer and its sub-buffers share: the copies of its bytes on devices and on the host, which of them have the newest contents,
// and which commands use it. Copies are created when first needed.

import type { DeviceContext } from "../../context/index.js";
import { LanewiseError } from "../../errors/index.js";
import { type Command, CommandLine, type Lane } from "../../queue/commands/index.js";
import { bufferOf, byteLengthOf, byteOffsetOf, type ElementRow } from "../../values/index.js";
import { type Allocation, checkLive, mapped } from "../index.js";
import type { BufferUse, BufferUses } from "./buffer-use.js";
import { type BufferCopy, Contents } from "./contents.js";

/** Bytes that a command group may use on one device. */
export interface OpenAccess {
  readonly start: number;
  readonly end: number;
  readonly isWritten: boolean;
}

/** The copy on a device of a context. */
export class DeviceSide implements BufferCopy {
  readonly context: DeviceContext;
  readonly allocation: Allocation;
  /** The bytes, in the device's memory, that a group's accessors cover while its command is created. */
  open: readonly OpenAccess[] = [];
  /** The buffer of its arrays. */
  readonly buffer: ArrayBufferLike;
  readonly #what: string;

  constructor(context: DeviceContext, byteLength: number, what: string) {
    this.context = context;
    this.#what = what;
    mapped(context.memory, what);
    this.allocation = context.usm.allocateBuffer(byteLength, what, (start, end, isWritten, user) =>
      this.#check(start, end, isWritten, user),
    );
    this.buffer = context.usm.bufferOf(this.allocation);
  }

  get where(): string {
    return `the context "${this.context.name}" (${this.context.kind})`;
  }

  get isLive(): boolean {
    return !this.allocation.isFreed;
  }

  bytes(start: number, end: number): Uint8Array {
    return new Uint8Array(this.buffer, this.allocation.block.offset + start, end - start);
  }

  /** Checks that accessors cover the bytes that a command uses; `user` names the use. */
  #check(start: number, end: number, isWritten: boolean, user: string): void {
    const found = this.open.filter((access) => access.start <= start && end <= access.end);
    if (found.length === 0) {
      throw new LanewiseError(
        "invalid",
        `${user} is memory of ${this.#what}, but not an accessor of this command group.`,
        {
          help: "Make an accessor in the group whose command uses it: q.submit((h) => { const a = h.accessor(buffer); h.parallelFor(…); }).",
        },
      );
    }
    if (!isWritten || found.some((access) => access.isWritten)) return;
    throw new LanewiseError("invalid", `${user} is a read accessor of ${this.#what}, but the kernel writes it.`, {
      help: 'Ask for what the command does: h.accessor(buffer, "write") or "read_write".',
    });
  }
}

/** The copy on the host: in an array of the program, or the buffer's own. */
class HostSide implements BufferCopy {
  readonly where = "the host's memory";
  readonly isLive = true;
  readonly #array: ArrayBufferView;
  readonly #buffer: ArrayBufferLike;
  readonly #begin: number;
  readonly #what: string;

  constructor(array: ArrayBufferView, what: string) {
    this.#array = array;
    this.#buffer = bufferOf(array);
    // A detached array has no offset.
    this.#begin = byteOffsetOf(array);
    this.#what = what;
  }

  isAt(array: ArrayBufferView): boolean {
    return bufferOf(array) === this.#buffer && byteOffsetOf(array) === this.#begin;
  }

  bytes(start: number, end: number): Uint8Array {
    if (this.#begin + end > byteLengthOf(this.#buffer)) {
      throw new LanewiseError(
        "invalid",
        `${this.#what}: the array that it was made with was transferred or made smaller.`,
        {
          help: "The array belongs to the buffer until the buffer is disposed of: transfer it after that.",
        },
      );
    }
    checkLive(this.#array, `${this.#what}: its array`);
    return new Uint8Array(this.#buffer, this.#begin + start, end - start);
  }
}

export class BufferStorage implements BufferUses {
  /** "DeviceBuffer image", for messages. */
  readonly what: string;
  readonly elements: ElementRow;
  readonly byteLength: number;
  readonly pending: BufferUse[] = [];
  spoilt: BufferUses["spoilt"] = [];
  /** The queue of host accessors' commands. */
  readonly lane: Lane = { commands: new CommandLine(), isInOrder: false, context: this };
  readonly contents: Contents;
  readonly #devices = new Map<DeviceContext, DeviceSide>();
  #host: HostSide | undefined;
  isDisposed = false;

  constructor(what: string, elements: ElementRow, count: number, initial: ArrayBufferView | undefined) {
    this.what = what;
    this.elements = elements;
    this.byteLength = count * elements.size;
    if (initial) this.#host = new HostSide(initial, what);
    this.contents = new Contents(this.byteLength, this.#host);
  }

  /** The last submitted command that uses it and has not run. */
  get last(): Command | undefined {
    return this.pending.at(-1)?.command;
  }

  checkLive(what: string): void {
    if (!this.isDisposed) return;
    throw new LanewiseError("freed", `${what}: ${this.what} was disposed of.`, {
      help: "Use the buffer before the end of its `using` block, or before its dispose().",
    });
  }

  /** Returns its copy on a device; creates it if there is none, or if the old one's memory was given up. */
  on(context: DeviceContext): DeviceSide {
    const known = this.#devices.get(context);
    if (known?.isLive) return known;
    const made = new DeviceSide(context, this.byteLength, this.what);
    this.#devices.set(context, made);
    return made;
  }

  /** Returns the copy in which the host accesses these bytes: one that has all of their newest contents, or else the host's. */
  forHost(start: number, end: number): BufferCopy {
    const live = [...this.#devices.values()].filter(({ isLive }) => isLive);
    const places = this.#host ? [this.#host, ...live] : live;
    return places.find((place) => this.contents.isHeldBy(place, start, end)) ?? this.#onHost();
  }

  /** Copies the newest contents to an array of the program. */
  storeTo(array: ArrayBufferView): void {
    const own = this.#host?.isAt(array) ? this.#host : undefined;
    this.contents.bring(own ?? new HostSide(array, this.what), 0, this.byteLength, this.what);
  }

  /** Frees its memory, which no command uses. */
  free(): void {
    this.isDisposed = true;
    for (const { context, allocation } of this.#devices.values()) context.usm.dispose(allocation);
    this.#devices.clear();
    this.#host = undefined;
  }

  #onHost(): HostSide {
    this.#host ??= new HostSide(new Uint8Array(this.byteLength), this.what);
    return this.#host;
  }
}

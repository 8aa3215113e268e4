// Buffers (SYCL 2020, 4.7.2): the class behind `DeviceBuffer`, whose types are in language/device-buffer.ts. Checks what the user passes;
// buffer-storage.ts has a buffer's memory and its users.

import {
  arraysFor,
  checkAttached,
  describeArray,
  describeValue,
  elementTypeOf,
  elementTypeOfArray,
  isTypedArray,
  lengthOf,
  type OptionTable,
  ownOptions,
} from "../../values/index.js";
import "../../values/dispose-symbols.js";
import type { DeviceContext } from "../../context/index.js";
import { LanewiseError } from "../../errors/index.js";
import { parts } from "../../images/registry/index.js";
import type { BufferOptions, DeviceBuffer, Dimensions, TypedArray } from "../../language/index.js";
import { finish } from "../../queue/commands/index.js";
import { checkLive } from "../index.js";
import { BufferStorage } from "./buffer-storage.js";
import { countOf, isInOnePiece, partOf, show, wholeExtent } from "./extent.js";
import { GroupAccessors } from "./group-accessors.js";
import { HostAccess } from "./host-access.js";
import { noBuffer } from "./no-buffer.js";
import { type BufferPart, requestAccess } from "./requested-access.js";
import { arrayOver } from "./rows.js";
import { createRowsCopy, createRowsFill } from "./rows-copy.js";

export class Buffer implements DeviceBuffer<TypedArray, Dimensions> {
  readonly #part: BufferPart;
  readonly isSubBuffer: boolean;
  #finalData: TypedArray | undefined;
  #writesBack = true;

  constructor(source: unknown, range: unknown, options?: BufferOptions | BufferPart) {
    parts.buffers ??= bufferPart;
    // Internal: makes a sub-buffer.
    if (typeof options === "object" && options !== null && isPart(options)) {
      this.#part = options;
      this.isSubBuffer = true;
      return;
    }
    const { name } = ownOptions(options as BufferOptions | undefined, bufferOptions, "new DeviceBuffer"); // it is not a `BufferPart`
    const what = `DeviceBuffer${name === undefined ? "" : ` ${name}`}`;
    const array = isTypedArray(source) ? source : undefined;
    if (array) {
      checkAttached(array, `new ${what}: the array`);
      checkLive(array, `new ${what}: the array`);
    }
    const extent = wholeExtent(range ?? (array && lengthOf(array)), `new ${what}`);
    if (array && lengthOf(array) !== extent.length) {
      throw new LanewiseError(
        "invalid",
        `new ${what}: the range ${show(extent.sizes)} has ${extent.length} elements, and the array is a ${describeArray(array)}.`,
      );
    }
    const elements = array ? elementTypeOfArray(array) : elementTypeOf(source, `new ${what}: source`);
    this.#part = { storage: new BufferStorage(what, elements, extent.length, array), extent };
    this.isSubBuffer = false;
    this.#finalData = array;
  }

  get range(): readonly number[] {
    return this.#part.extent.sizes;
  }
  get length(): number {
    return countOf(this.range);
  }
  get byteLength(): number {
    return this.length * this.#part.storage.elements.size;
  }

  async hostAccessor(mode?: unknown, options?: unknown): Promise<never> {
    // The result has the type in the interface: the storage's elements, in as many dimensions.
    return (await this.#access(mode, options).ready()) as never;
  }
  hostAccessorSync(mode?: unknown, options?: unknown): never {
    return this.#access(mode, options).readySync() as never; // as above
  }

  subBuffer(offset: unknown, range: unknown): Buffer {
    const { storage, extent: whole } = this.#part;
    const what = `${storage.what}.subBuffer`;
    storage.checkLive(what);
    if (this.isSubBuffer) {
      throw new LanewiseError("invalid", `${what}: this is a sub-buffer.`, {
        help: "Take it from the buffer that this one is a part of.",
      });
    }
    const extent = partOf(whole, offset, range, what);
    if (!isInOnePiece(extent)) {
      throw new LanewiseError(
        "invalid",
        `${what}: ${show(extent.sizes)} elements of ${show(whole.sizes)} are not contiguous.`,
        {
          help: "Take whole rows, or a part of one; for other parts use accessors with offset and range.",
        },
      );
    }
    return new Buffer(undefined, undefined, { storage, extent });
  }

  setFinalData(array: TypedArray | null): void {
    const { storage } = this.#whole("setFinalData");
    if (array !== null) {
      const isSame =
        isTypedArray(array) && elementTypeOfArray(array) === storage.elements && lengthOf(array) === this.length;
      if (!isSame) {
        const found = isTypedArray(array) ? `a ${describeArray(array)}` : describeValue(array);
        throw new LanewiseError(
          "invalid",
          `${storage.what}.setFinalData: ${found}; expected ${arraysFor(storage.elements.scalar)} of length ${this.length}, or null.`,
        );
      }
      checkLive(array, `${storage.what}.setFinalData: the array`);
    }
    this.#finalData = array ?? undefined;
  }
  setWriteBack(isWanted: boolean): void {
    this.#whole("setWriteBack");
    if (typeof isWanted !== "boolean") {
      throw new LanewiseError("invalid", `setWriteBack: isWanted is ${describeValue(isWanted)}; expected a boolean.`);
    }
    this.#writesBack = isWanted;
  }

  dispose(): void {
    const { storage } = this.#part;
    if (this.isSubBuffer || storage.isDisposed) return;
    for (let last = storage.last; last; last = storage.last) finish(last);
    this.#end();
  }
  async disposeAsync(): Promise<void> {
    const { storage } = this.#part;
    if (this.isSubBuffer || storage.isDisposed) return;
    for (let last = storage.last; last; last = storage.last) await last.finality();
    if (!storage.isDisposed) this.#end();
  }
  [Symbol.dispose](): void {
    this.dispose();
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.disposeAsync();
  }

  #end(): void {
    const { storage } = this.#part;
    try {
      if (this.#finalData && this.#writesBack && storage.spoilt.length === 0) storage.storeTo(this.#finalData);
    } finally {
      storage.free();
    }
  }

  #whole(method: string): BufferPart {
    const { storage } = this.#part;
    const what = `${storage.what}.${method}`;
    storage.checkLive(what);
    if (!this.isSubBuffer) return this.#part;
    throw new LanewiseError("invalid", `${what}: this is a sub-buffer.`, {
      help: "Only a whole buffer is written back: call this on the whole buffer.",
    });
  }

  #access(mode: unknown = "read_write", options: unknown): HostAccess {
    return new HostAccess(requestAccess(this.#part, mode, options, `${this.#part.storage.what}.hostAccessor`));
  }

  /** Returns the storage and extent of a buffer; throws if `buffer` is not one. `what` names the call. */
  static partOf(buffer: unknown, what: string): BufferPart {
    if (buffer instanceof Buffer) return buffer.#part;
    throw noBuffer(buffer, what);
  }
}

const isPart = (options: BufferOptions | BufferPart): options is BufferPart => Object.hasOwn(options, "storage");

const bufferOptions = { name: "string" } as const satisfies OptionTable<BufferOptions>;

/** The optional part for command groups that use buffers (optional-parts.ts). */
export const bufferPart = {
  partOf: (buffer: unknown, what: string) => Buffer.partOf(buffer, what),
  requestAccess,
  arrayOver,
  groupAccessors: (context: DeviceContext) => new GroupAccessors(context),
  isAccessors: (value: unknown): value is GroupAccessors => value instanceof GroupAccessors,
  createRowsCopy,
  createRowsFill,
};

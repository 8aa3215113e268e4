// Checks a request for an accessor, `accessor(buffer, mode, { offset, range, noInit })`, and converts it to bytes.

import { LanewiseError } from "../../errors/index.js";
import type { AccessorOptions, Dimensions } from "../../language/index.js";
import { describeValue, type OptionTable, ownOptions } from "../../values/index.js";
import type { BufferStorage } from "./buffer-storage.js";
import { type Extent, isInOnePiece, partOf } from "./extent.js";

/** Elements of a buffer or a sub-buffer. */
export interface BufferPart {
  readonly storage: BufferStorage;
  readonly extent: Extent;
}

export interface RequestedAccess extends BufferPart {
  /** In bytes from the beginning of the buffer. */
  readonly start: number;
  readonly end: number;
  readonly isWritten: boolean;
  /** Whether the previous contents matter. */
  readonly isKept: boolean;
}

/** `isWritten` of each mode. */
const modes: Readonly<Record<string, boolean>> = { read: false, write: true, read_write: true };

const accessorOptions = {
  offset: "checked",
  range: "checked",
  noInit: "checked",
} as const satisfies OptionTable<AccessorOptions<Dimensions>>;

/** `what` names the call in errors. */
export function requestAccess(
  { storage, extent: whole }: BufferPart,
  mode: unknown,
  options: unknown,
  what: string,
): RequestedAccess {
  storage.checkLive(what);
  const isWritten = typeof mode === "string" && Object.hasOwn(modes, mode) ? modes[mode] : undefined;
  if (isWritten === undefined) {
    throw new LanewiseError(
      "invalid",
      `${what}: the mode is ${describeValue(mode)}; expected "read", "write" or "read_write".`,
    );
  }
  const asked = options as Readonly<Partial<Record<keyof typeof accessorOptions, unknown>>> | undefined; // each is checked below
  const { offset, range, noInit = false } = ownOptions(asked, accessorOptions, what);
  if (typeof noInit !== "boolean" || (noInit && !isWritten)) {
    throw new LanewiseError("invalid", `${what}: noInit is ${describeValue(noInit)} with the mode "${String(mode)}".`, {
      help: 'It says that the previous contents are not needed. Use it with "write" or "read_write".',
    });
  }
  const extent = partOf(whole, offset, range, what);
  const { size } = storage.elements;
  const [start, end] = [extent.begin * size, (extent.begin + extent.length) * size];
  // Elements between rows keep their values.
  return { storage, extent, start, end, isWritten, isKept: !(noInit && isInOnePiece(extent)) };
}

// Arrays that a command uses other than a kernel's captures. Those in device memory are retained in the device that owns them until the command has
// run; for all of them it records which bytes the command reads and writes.

import type { DeviceContext } from "../context/index.js";
import type { Work } from "../queue/commands/index.js";
import type { AnyStructArray } from "../structs/index.js";
import { bufferOf, byteLengthOf, byteOffsetOf, checkAttached } from "../values/index.js";
import type { ByteRange } from "./byte-ranges.js";
import { type HostRange, HostUse, homeOf, homeOfKey, refreshCopies } from "./host-use.js";
import { ownerOf } from "./owners.js";
import { describeStructs, isStructs } from "./structs.js";

export type Used = ArrayBufferView | ArrayBufferLike | AnyStructArray;

/** Checks that those of `read` and `written` that are device memory are live, and retains them. Returns the function that releases them. */
export function retainArrays(read: readonly Used[], what: string, written: readonly Used[] = []): () => void {
  const used = [...read, ...written].flatMap((view, index) => {
    if (isStructs(view)) {
      const { usm } = view.home;
      const allocation = usm.findStructs(view, `${what}: ${describeStructs(view)}`);
      return allocation ? [{ usm, allocation }] : [];
    }
    if (ArrayBuffer.isView(view)) checkAttached(view, `${what}: an array`);
    const context = ownerOf(ArrayBuffer.isView(view) ? bufferOf(view) : view);
    const allocation = context?.usm.find(view, `${what}: an array`, index >= read.length);
    return context && allocation ? [{ usm: context.usm, allocation }] : [];
  });
  for (const { usm, allocation } of used) usm.retain(allocation);
  return () => {
    for (const { usm, allocation } of used) usm.release(allocation);
  };
}

/** The arrays that a command reads and writes. */
interface ArrayUse {
  readonly read?: readonly Used[];
  readonly written?: readonly Used[];
  /** How many bytes of each typed array or buffer are used, from its beginning; absent: all. */
  readonly bytes?: number;
  /** Other ranges that it uses. */
  readonly others?: readonly ByteRange[];
}

/** As `retainArrays`, for a copy, a fill or a host task, which may also use host arrays. Returns the parts of its `Work` that concern memory. */
export function useArrays(
  { read = [], written = [], bytes = Number.POSITIVE_INFINITY, others = [] }: ArrayUse,
  what: string,
): Pick<Work, "release" | "hostUse" | "uses"> {
  const releaseArrays = retainArrays(read, what, written);
  const ranges = [
    ...read.flatMap((view) => hostRange(view, bytes, false)),
    ...written.flatMap((view) => hostRange(view, bytes, true)),
  ];
  const uses = () => [
    ...ranges,
    ...others,
    ...read.flatMap((view) => deviceRanges(view, bytes, false)),
    ...written.flatMap((view) => deviceRanges(view, bytes, true)),
  ];
  if (ranges.length === 0) return { release: releaseArrays, uses };
  const hostUse = new HostUse(ranges);
  const release = (hasBegun: boolean) => {
    if (hasBegun) for (const range of ranges) if (range.isWritten) refreshCopies(range);
    hostUse.end();
    releaseArrays();
  };
  return { release, hostUse, uses };
}

function hostRange(view: Used, bytes: number, isWritten: boolean): readonly HostRange[] {
  if (isStructs(view)) return view.parts.flatMap((part) => hostRange(part, bytes, isWritten));
  const { buffer, start, end } = extentOf(view, bytes);
  if (start === end || ownerOf(buffer)) return [];
  return [{ home: homeOf(buffer), buffer, start, end, isWritten }];
}

/** Returns the ranges of an array in a device's memory. */
function deviceRanges(view: Used, bytes: number, isWritten: boolean): readonly ByteRange[] {
  if (isStructs(view)) return view.parts.flatMap((part) => deviceRanges(part, bytes, isWritten));
  const { buffer, start, end } = extentOf(view, bytes);
  const owner = ownerOf(buffer);
  if (!owner) return [];
  const address = owner.usm.addressOf(view);
  return [{ home: homeOf(buffer), start: address, end: address + end - start, isWritten }];
}

function extentOf(view: ArrayBufferView | ArrayBufferLike, bytes: number) {
  const [buffer, start] = ArrayBuffer.isView(view) ? [bufferOf(view), byteOffsetOf(view)] : [view, 0];
  return { buffer, start, end: start + Math.min(bytes, byteLengthOf(view)) };
}

/** Makes a range of a device's memory. */
export function deviceRange({ memory }: DeviceContext, start: number, size: number, isWritten: boolean): ByteRange {
  return { home: homeOfKey(memory), start, end: start + size, isWritten };
}

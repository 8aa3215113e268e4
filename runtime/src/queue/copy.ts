// Dispatches the arguments of `q.copy`, `q.memcpy` and `q.fill`: finds which side is a device global, and makes the work.

import type { DeviceContext } from "../context/index.js";
import { LanewiseError } from "../errors/index.js";
import { type Direction, globalPartOf, isGlobalObject } from "../globals/index.js";
import { parts } from "../images/registry/index.js";
import { createArrayCopy, createArrayFill, createMemoryCopy, isStructs } from "../memory/index.js";
import { describeValue, isBuffer, isTypedArray } from "../values/index.js";
import type { Work } from "./commands/index.js";

/** How much a copy copies, and from where. */
export interface CopyExtent {
  /** In elements or bytes. */
  readonly count: number | undefined;
  /** Where it starts in the device global, in elements or bytes. */
  readonly start: number | undefined;
}

export function createCopy(context: DeviceContext, source: unknown, destination: unknown, extent: CopyExtent): Work {
  const { count, start } = extent;
  const ofGlobal =
    copyOfGlobal(context, destination, source, "write", extent) ??
    copyOfGlobal(context, source, destination, "read", extent);
  if (ofGlobal) return ofGlobal;
  const rows = parts.buffers?.createRowsCopy(source, destination, count !== undefined || start !== undefined);
  if (rows) return rows;
  if (isTypedArray(source) && isTypedArray(destination)) {
    if (start !== undefined)
      throw new LanewiseError(
        "invalid",
        "q.copy: startIndex is only for device globals; use array.subarray(start, end).",
      );
    return createArrayCopy(source, destination, count);
  }
  if (parts.structs && isStructs(source) && isStructs(destination) && start === undefined) {
    return parts.structs.createCopy(source, destination, count);
  }
  throw new LanewiseError(
    "invalid",
    `q.copy: the source is ${describeValue(source)}, the destination ${describeValue(destination)}; expected arrays of one type, or one and a device global.`,
  );
}

/** Returns undefined if `object` is not a device global, or `array` is not an array that can be copied to and from one. */
function copyOfGlobal(
  context: DeviceContext,
  object: unknown,
  array: unknown,
  direction: Direction,
  { count, start }: CopyExtent,
): Work | undefined {
  if (!isGlobalObject(object)) return undefined;
  const part = globalPartOf(object);
  if (isTypedArray(array)) {
    const global = part.access(object, direction);
    return global
      ? part.createCopy(context, global, array, direction, count, start)
      : part.createPlainCopy(object, array, direction, count, start);
  }
  if (!parts.structs || !isStructs(array)) return undefined;
  const global = part.accessCompiled(object, direction, "copy");
  return parts.structs.createGlobalCopy(context, global, array, direction, count, start);
}

/** Creates the work that sets every element of `array`. */
export function createFill(array: unknown, value: unknown): Work {
  if (parts.structs && isStructs(array)) return parts.structs.createFill(array, value);
  if (isTypedArray(array)) return createArrayFill(array, value);
  const rows = parts.buffers?.createRowsFill(array, value);
  if (rows) return rows;
  throw new LanewiseError("invalid", `q.fill: found ${describeValue(array)}; expected an array.`);
}

export function createMemcpy(context: DeviceContext, destination: unknown, source: unknown, extent: CopyExtent): Work {
  const ofGlobal =
    memcpyOfGlobal(context, destination, source, "write", extent) ??
    memcpyOfGlobal(context, source, destination, "read", extent);
  if (ofGlobal) return ofGlobal;
  if (isBytes(source) && isBytes(destination)) return createMemoryCopy(destination, source, extent.count);
  throw new LanewiseError(
    "invalid",
    `q.memcpy: the destination is ${describeValue(destination)}, the source ${describeValue(source)}; expected views or buffers, or one and a device global.`,
  );
}

function memcpyOfGlobal(
  context: DeviceContext,
  object: unknown,
  data: unknown,
  direction: Direction,
  { count, start }: CopyExtent,
): Work | undefined {
  if (!isGlobalObject(object) || !isBytes(data)) return undefined;
  const part = globalPartOf(object);
  return part.createMemoryCopy(
    context,
    part.accessCompiled(object, direction, "memcpy"),
    data,
    direction,
    count,
    start,
  );
}

function isBytes(value: unknown): value is ArrayBufferView | ArrayBufferLike {
  return ArrayBuffer.isView(value) || isBuffer(value);
}

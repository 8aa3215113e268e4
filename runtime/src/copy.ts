// Sorts what `q.copy`, `q.memcpy` and `q.fill` are called with: which side is a device global, in which form the options come.

import { createArrayCopy, createArrayFill, createMemoryCopy } from "./array-copy.js";
import { createRowsCopy, createRowsFill } from "./buffers/rows-copy.js";
import { isShared } from "./byte-copy.js";
import type { Work } from "./command.js";
import type { DeviceContext } from "./device-context.js";
import { isTypedArray } from "./element-types.js";
import { LanewiseError } from "./errors.js";
import { accessGlobal, createGlobalCopy, createGlobalMemoryCopy } from "./global-copy.js";
import { createGlobalStructCopy } from "./global-struct-copy.js";
import { createPlainGlobalCopy } from "./plain-global-copy.js";
import { registry } from "./registry.js";
import { AnyStructArray } from "./struct-array.js";
import { createStructCopy, createStructFill } from "./struct-copy.js";

/** The arguments of a copy that are not its two sides. */
export interface CopyExtent {
  /** Elements or bytes. */
  readonly count: number | undefined;
  /** Of the device global, in elements or bytes. */
  readonly start: number | undefined;
}

function isDeviceGlobal(value: unknown): value is object {
  return typeof value === "object" && value !== null && registry().globals.has(value);
}

export function createCopy(context: DeviceContext, source: unknown, destination: unknown, extent: CopyExtent): Work {
  const { count, start } = extent;
  if (isDeviceGlobal(destination) && isTypedArray(source)) {
    const global = accessGlobal(destination, "write");
    return global
      ? createGlobalCopy(context, global, source, "write", count, start)
      : createPlainGlobalCopy(destination, source, "write", count, start);
  }
  if (isDeviceGlobal(source) && isTypedArray(destination)) {
    const global = accessGlobal(source, "read");
    return global
      ? createGlobalCopy(context, global, destination, "read", count, start)
      : createPlainGlobalCopy(source, destination, "read", count, start);
  }
  if (isDeviceGlobal(destination) && source instanceof AnyStructArray) {
    return createGlobalStructCopy(context, compiled(destination, "write", "copy"), source, "write", count, start);
  }
  if (isDeviceGlobal(source) && destination instanceof AnyStructArray) {
    return createGlobalStructCopy(context, compiled(source, "read", "copy"), destination, "read", count, start);
  }
  const rows = createRowsCopy(source, destination, count !== undefined || start !== undefined);
  if (rows) return rows;
  if (isTypedArray(source) && isTypedArray(destination)) {
    if (start !== undefined)
      throw new LanewiseError("invalid", "q.copy: startIndex is for device globals; use subarray.");
    return createArrayCopy(source, destination, count);
  }
  if (source instanceof AnyStructArray && destination instanceof AnyStructArray && start === undefined) {
    return createStructCopy(source, destination, count);
  }
  throw new LanewiseError(
    "invalid",
    "q.copy(source, destination): expected typed arrays, arrays of one struct, or one of them a device global.",
  );
}

/** Sets every element. */
export function createFill(array: unknown, value: unknown): Work {
  if (array instanceof AnyStructArray) return createStructFill(array, value);
  if (isTypedArray(array)) return createArrayFill(array, value);
  const rows = createRowsFill(array, value);
  if (rows) return rows;
  throw new LanewiseError("invalid", "q.fill: expected an array.");
}

export function createMemcpy(context: DeviceContext, destination: unknown, source: unknown, extent: CopyExtent): Work {
  const { count, start } = extent;
  if (isDeviceGlobal(destination) && isBytes(source)) {
    return createGlobalMemoryCopy(context, compiled(destination, "write", "memcpy"), source, "write", count, start);
  }
  if (isDeviceGlobal(source) && isBytes(destination)) {
    return createGlobalMemoryCopy(context, compiled(source, "read", "memcpy"), destination, "read", count, start);
  }
  if (isBytes(source) && isBytes(destination)) return createMemoryCopy(destination, source, count);
  throw new LanewiseError(
    "invalid",
    "q.memcpy(destination, source, numBytes): expected views or buffers, or one of them a device global.",
  );
}

function compiled(object: object, direction: "read" | "write", method: "copy" | "memcpy") {
  const global = accessGlobal(object, direction);
  if (global) return global;
  const what = method === "copy" ? "structs" : "bytes";
  throw new LanewiseError(
    "kernel_not_compiled",
    `q.${method}: the ${what} of a device global are known in compiled programs only.`,
  );
}

function isBytes(value: unknown): value is ArrayBufferView | ArrayBufferLike {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer || isShared(value);
}

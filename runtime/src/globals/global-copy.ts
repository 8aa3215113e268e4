// The work of copies to and from device globals. Creating it finds everything that may be wrong, before anything is copied: the direction (P3), the
// element type, the end of the global or of the array (C3), the image (C4, C5).

import { type ScalarType, scalars, type Type, typeName } from "@lanewise/ir";
import type { DeviceContext } from "../context/index.js";
import { LanewiseError, memoryErrors } from "../errors/index.js";
import {
  definitionOf,
  type GlobalDefinition,
  givenDefinition,
  globalIdOf,
  registry,
} from "../images/registry/index.js";
import type { TypedArray } from "../language/index.js";
import { bytesOn, createByteCopy, deviceRange, toAmount, useArrays } from "../memory/index.js";
import type { Work } from "../queue/commands/index.js";
import {
  arraysFor,
  byteLengthOf,
  bytesOf,
  describeArray,
  elementTypeOfArray,
  holds,
  lengthOf,
} from "../values/index.js";
import { checkRegistered } from "./global-object.js";
import type { KeptPlace } from "./global-storage.js";

/** "write": from the host to the global; "read": from the global to the host. */
export type Direction = "read" | "write";

/** A device global that the host may access in one direction. */
export interface AccessibleGlobal {
  readonly definition: GlobalDefinition;
  /** The innermost element type; undefined for structs. */
  readonly scalar: ScalarType | undefined;
}

/** Checks access; returns undefined if the object is not registered, because its program is not compiled. */
export function accessGlobal(object: object, direction: Direction): AccessibleGlobal | undefined {
  const definition = definitionOfObject(object);
  if (!definition) return undefined;
  const { hostAccess = "read_write" } = definition.properties;
  if (hostAccess !== direction && hostAccess !== "read_write") {
    const wanted = direction === "write" ? "copying to it" : "copying from it";
    throw new LanewiseError(
      "host_access",
      `Device global ${definition.id} has hostAccess "${hostAccess}", which forbids ${wanted}.`,
      { row: memoryErrors.host_access, help: `Declare it with hostAccess "${direction}" or "read_write".` },
    );
  }
  return { definition, scalar: innermost(definition.type) };
}

/** As `accessGlobal`, for operations that only compiled programs have. */
export function accessCompiled(object: object, direction: Direction, method: "copy" | "memcpy"): AccessibleGlobal {
  const global = accessGlobal(object, direction);
  if (global) return global;
  const state = registry().globals.get(object);
  if (state) checkRegistered(state, `q.${method}`);
  const what = method === "copy" ? "structs" : "bytes";
  throw new LanewiseError(
    "kernel_not_compiled",
    `q.${method}: the ${what} of a device global are known only in compiled programs.`,
  );
}

/** Returns a device global for a launch's own use, whatever the host may do. */
export function globalOfObject(object: object): AccessibleGlobal | undefined {
  const definition = definitionOfObject(object);
  return definition && { definition, scalar: innermost(definition.type) };
}

function definitionOfObject(object: object): GlobalDefinition | undefined {
  const given = givenDefinition(object);
  if (given) return given;
  const id = globalIdOf(object);
  if (id === undefined) return undefined;
  const definition = definitionOf(id);
  if (definition) return definition;
  throw new LanewiseError("unloaded", `Device global ${id} was used, but no loaded module declares it any more.`);
}

export function placeOf(context: DeviceContext, { definition }: AccessibleGlobal): KeptPlace {
  return context.globals.place(definition);
}

/** Returns `use` such that it retains the storage until its release. */
export function withPlace<U extends Pick<Work, "release">>(context: DeviceContext, place: KeptPlace, use: U): U {
  context.globals.retain(place);
  const release = (hasBegun: boolean) => {
    use.release(hasBegun);
    context.globals.release(place);
  };
  return { ...use, release };
}

function innermost(type: Type): ScalarType | undefined {
  if (typeof type === "string") return type;
  return type.kind === "array" ? innermost(type.element) : undefined;
}

/** Copies elements between a device global and a typed array. `startIndex` counts in the global. */
export function createGlobalCopy(
  context: DeviceContext,
  global: AccessibleGlobal,
  array: TypedArray,
  direction: Direction,
  wanted: number | undefined,
  startIndex: number | undefined,
): Work {
  const { scalar, definition } = global;
  const found = `Device global ${definition.id} is ${typeName(definition.type)}`;
  if (scalar === undefined) {
    throw new LanewiseError("invalid", `${found}; the array is a ${describeArray(array)}.`, {
      help: "Copy structs with an array of structs: q.mallocShared(structOf<T>(), count).",
    });
  }
  if (!holds(array, scalar)) {
    throw new LanewiseError(
      "invalid",
      `${found}; the array is a ${describeArray(array)}, expected ${arraysFor(scalar)}.`,
    );
  }
  const elementSize = scalars[scalar].size;
  const elements = definition.size / elementSize;
  const start = toAmount(startIndex ?? 0, "q.copy: startIndex");
  const count = toAmount(wanted ?? Math.max(0, elements - start), "q.copy: count");
  if (start + count > elements) {
    throw new LanewiseError(
      "invalid",
      `${found} of ${elements} elements; copying ${count} from index ${start} would go past its end.`,
    );
  }
  if (count > lengthOf(array)) {
    throw new LanewiseError(
      "invalid",
      `${found}; copying ${count} elements would go past the end of the ${describeArray(array)}.`,
      {
        help: "Pass a count, or an array that is long enough.",
      },
    );
  }
  const bytes = bytesOf(array).subarray(0, count * elementTypeOfArray(array).size);
  return copyBytes(context, global, bytes, array, direction, start * elementSize);
}

/** Copies bytes between a device global and any view or buffer. `offset` counts in the global. */
export function createGlobalMemoryCopy(
  context: DeviceContext,
  global: AccessibleGlobal,
  data: ArrayBufferView | ArrayBufferLike,
  direction: Direction,
  numBytes: number | undefined,
  offset: number | undefined,
): Work {
  const { id, size } = global.definition;
  const start = toAmount(offset ?? 0, "q.memcpy: offset");
  const count = toAmount(numBytes ?? Math.max(0, size - start), "q.memcpy: numBytes");
  if (start + count > size) {
    throw new LanewiseError(
      "invalid",
      `Device global ${id} has ${size} bytes; copying ${count} from offset ${start} would go past its end.`,
    );
  }
  if (count > byteLengthOf(data)) {
    throw new LanewiseError(
      "invalid",
      `q.memcpy: numBytes is ${count}; the host's view or buffer has ${byteLengthOf(data)} bytes.`,
    );
  }
  return copyBytes(context, global, bytesOf(data).subarray(0, count), data, direction, start);
}

export function copyBytes(
  context: DeviceContext,
  global: AccessibleGlobal,
  bytes: Uint8Array,
  held: ArrayBufferView | ArrayBufferLike,
  direction: Direction,
  offset: number,
): Work {
  const place = placeOf(context, global);
  const { address } = place;
  const inGlobal = bytesOn(context, address + offset, bytes.length);
  const onHost = direction === "write" ? { read: [held] } : { written: [held] };
  const others = [deviceRange(context, address + offset, bytes.length, direction === "write")];
  const use = withPlace(context, place, useArrays({ ...onHost, bytes: bytes.length, others }, "q.copy"));
  return direction === "write" ? createByteCopy(bytes, inGlobal, use) : createByteCopy(inGlobal, bytes, use);
}

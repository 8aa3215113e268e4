// Reads and writes the values of device globals that contain structs, as plain objects.

import type { DataType } from "@lanewise/ir";
import type { DeviceContext } from "../context/index.js";
import type { GlobalDefinition } from "../images/registry/index.js";
import { createRead, deviceRange } from "../memory/index.js";
import { codecOf, type DataNode, nodeOf, toError } from "../structs/index.js";
import { type AccessibleGlobal, placeOf, withPlace } from "./global-copy.js";

export function nodeOfGlobal({ type, structs }: GlobalDefinition): DataNode {
  return nodeOf(type, structs);
}

export function hasStructs(type: DataType): boolean {
  if (typeof type === "string") return false;
  return type.kind === "struct" || hasStructs(type.element);
}

/** Reads the value as plain objects and arrays, at the time when the work is done. */
export function createStructValueRead(context: DeviceContext, global: AccessibleGlobal) {
  const place = placeOf(context, global);
  const { address } = place;
  const { read } = codecOf(nodeOfGlobal(global.definition));
  let value: unknown;
  const { size } = global.definition;
  const take = ({ buffer, byteOffset, byteLength }: Uint8Array) => {
    value = read(new DataView(buffer, byteOffset, byteLength), 0);
  };
  const use = { uses: () => [deviceRange(context, address, size, false)], release: () => undefined };
  return { work: withPlace(context, place, createRead(context, address, size, use, take)), value: () => value };
}

/** Returns the bytes of an object, or of an array of objects, with their current values. */
export function structBytes({ definition }: AccessibleGlobal, value: unknown): Uint8Array {
  const bytes = new Uint8Array(definition.size);
  const fault = codecOf(nodeOfGlobal(definition)).write(new DataView(bytes.buffer), 0, value);
  if (fault) throw toError(fault, `q.write: the value for device global ${definition.id}`);
  return bytes;
}

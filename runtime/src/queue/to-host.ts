// `q.toHost`: copies an array in the device's memory to ordinary memory of the host.

import { LanewiseError, lackedCapability } from "../errors/index.js";
import type { PlainStruct, TypedArray } from "../language/index.js";
import { checkLive, describeStructs, isStructs, notMappedStructs, onDevice } from "../memory/index.js";
import {
  byteLengthOf,
  bytesOf,
  checkAttached,
  describeArray,
  describeValue,
  elementTypeOfArray,
  isTypedArray,
  lengthOf,
} from "../values/index.js";
import type { QueueCommands } from "./queue-commands.js";

/** Runs the commands of the queue first. */
export function copyToHost(commands: QueueCommands, array: unknown): TypedArray | PlainStruct<unknown>[] {
  if (isStructs(array)) {
    const what = `q.toHost: ${describeStructs(array)}`;
    array.home.usm.findStructs(array, what);
    if (!array.home.data) throw notMappedStructs(what);
    commands.finish();
    return array.toArray();
  }
  if (!isTypedArray(array))
    throw new LanewiseError("invalid", `q.toHost: found ${describeValue(array)}; expected an array.`);
  checkAttached(array, "q.toHost: the array");
  const what = `q.toHost: ${describeArray(array)}`;
  if (!commands.device.usm.find(array, what)) checkLive(array, what);
  if (onDevice(bytesOf(array))) throw notMapped(what);
  commands.finish();
  const copy = new ArrayBuffer(byteLengthOf(array));
  new Uint8Array(copy).set(bytesOf(array));
  return elementTypeOfArray(array).over(copy, 0, lengthOf(array));
}

function notMapped(what: string): LanewiseError {
  return lackedCapability("hostMapped", what, "Copy it: await q.copy(array, new Float32Array(array.length)).");
}

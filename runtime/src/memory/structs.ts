// Recognises and describes arrays of structs, for code that does not use their elements; struct-part.ts does.

import { type LanewiseError, lackedCapability } from "../errors/index.js";
import { parts } from "../images/registry/index.js";
import type { AnyStructArray } from "../structs/index.js";

export function isStructs(value: unknown): value is AnyStructArray {
  return parts.structs?.isArray(value) ?? false;
}

/** "StructArray<Particle> of length 10", for messages. */
export function describeStructs({ type, length }: AnyStructArray): string {
  return `StructArray<${type.node.name}> of length ${length}`;
}

/** The error where the host is to read structs that it cannot map; `what` does. */
export function notMappedStructs(what: string): LanewiseError {
  const help = "Copy them: await q.copy(array, q.mallocShared(structOf<T>(), array.length)).";
  return lackedCapability("hostMapped", what, help);
}

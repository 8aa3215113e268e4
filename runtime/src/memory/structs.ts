// Recognises and describes arrays of structs, for code that does not use their elements; struct-part.ts does.

import { parts } from "../images/registry/index.js";
import type { AnyStructArray } from "../structs/index.js";

export function isStructs(value: unknown): value is AnyStructArray {
  return parts.structs?.isArray(value) ?? false;
}

/** "StructArray<Particle> of length 10", for messages. */
export function describeStructs({ type, length }: AnyStructArray): string {
  return `StructArray<${type.node.name}> of length ${length}`;
}

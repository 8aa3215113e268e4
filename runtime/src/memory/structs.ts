// Arrays of structs as those know them who do nothing with their elements: what does is struct-part.ts.

import { parts } from "../images/registry/index.js";
import type { AnyStructArray } from "../structs/index.js";

export function isStructs(value: unknown): value is AnyStructArray {
  return parts.structs?.isArray(value) ?? false;
}

/** "StructArray<Particle> of length 10", for messages. */
export function describeStructs({ type, length }: AnyStructArray): string {
  return `StructArray<${type.node.name}> of length ${length}`;
}

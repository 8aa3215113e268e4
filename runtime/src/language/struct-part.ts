// The runtime's operations on arrays of structs, in one object: `structOf` supplies it (optional-parts.ts).

import { createGlobalStructCopy } from "../globals/index.js";
import { checkStructs } from "../launch/index.js";
import {
  AnyStructArray,
  createStructCopy,
  createStructFill,
  mallocStructs,
  SoaArray,
  structTypeOf,
} from "../structs/index.js";

const none: readonly number[] = [];

export const structPart = {
  isArray: (value: unknown): value is AnyStructArray => value instanceof AnyStructArray,
  typeOf: structTypeOf,
  malloc: mallocStructs,
  createCopy: createStructCopy,
  createFill: createStructFill,
  createGlobalCopy: createGlobalStructCopy,
  checkArguments: checkStructs,
  inColumns,
};

/** The captures that are arrays of structs in columns; most launches have none, so they share one empty list. */
function inColumns(captures: readonly unknown[]): readonly number[] {
  let found = none;
  for (let index = 0; index < captures.length; index++) {
    const value = captures[index];
    const isOther = typeof value !== "object" || ArrayBuffer.isView(value);
    if (!isOther && value instanceof SoaArray) found = [...found, index];
  }
  return found;
}

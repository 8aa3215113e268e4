// The work of `q.read` and `q.write`, which read and write a device global's whole value.

import { typeName } from "@lanewise/ir";
import type { DeviceContext } from "../context/index.js";
import { LanewiseError } from "../errors/index.js";
import type { TypedArray } from "../language/index.js";
import type { Work } from "../queue/commands/index.js";
import { checkScalar } from "../references/index.js";
import { describeValue, elementTypeOfScalar, float16Help, isTypedArray } from "../values/index.js";
import { type AccessibleGlobal, accessGlobal, copyBytes, createGlobalCopy } from "./global-copy.js";
import { createStructValueRead, hasStructs, structBytes } from "./global-struct-value.js";
import { createPlainGlobalCopy, createPlainValueRead, createPlainValueWrite } from "./plain-global-copy.js";

/** `value` returns what was read, once the work is done. */
export interface ValueRead {
  readonly work: Work;
  readonly value: () => unknown;
}

export function createValueRead(context: DeviceContext, object: object): ValueRead {
  const global = accessGlobal(object, "read");
  if (!global) return createPlainValueRead(object);
  if (hasStructs(global.definition.type)) return createStructValueRead(context, global);
  const array = arrayFor(global);
  const work = createGlobalCopy(context, global, array, "read", undefined, undefined);
  const value = () => {
    if (!isScalar(global)) return array;
    return global.scalar === "bool" ? array[0] !== 0 : array[0];
  };
  return { work, value };
}

export function createValueWrite(context: DeviceContext, object: object, value: unknown): Work {
  const global = accessGlobal(object, "write");
  if (!global && isTypedArray(value)) return createPlainGlobalCopy(object, value, "write", undefined, undefined);
  if (!global) return createPlainValueWrite(object, value);
  if (hasStructs(global.definition.type) || (Array.isArray(value) && global.scalar === "u64")) {
    // Arrays of references and pointers have no typed array on the host.
    const bytes = structBytes(global, value);
    return copyBytes(context, global, bytes, bytes, "write", 0);
  }
  const array = isScalar(global) ? scalarArray(global, value) : value;
  if (isTypedArray(array)) return createGlobalCopy(context, global, array, "write", undefined, undefined);
  const type = typeName(global.definition.type);
  throw new LanewiseError(
    "invalid",
    `q.write: the value is ${describeValue(value)}; expected a typed array, because device global ${global.definition.id} is ${type}.`,
  );
}

function isScalar({ definition }: AccessibleGlobal): boolean {
  return typeof definition.type === "string";
}

/** Returns an array of zeros for all of the global's elements. */
function arrayFor({ definition: { id, size }, scalar }: AccessibleGlobal): TypedArray {
  const row = scalar && elementTypeOfScalar(scalar);
  if (row) return row.over(new ArrayBuffer(size), 0, size / row.size);
  if (scalar === "f16") {
    throw new LanewiseError(
      "feature_not_supported",
      `Device global ${id} has the type f16: use q.memcpy for its bits.`,
      {
        help: float16Help,
      },
    );
  }
  throw new LanewiseError("feature_not_supported", `Device global ${id} has no scalar elements: use q.memcpy.`);
}

function scalarArray(global: AccessibleGlobal, value: unknown): TypedArray {
  const array = arrayFor(global);
  const argument = checkScalar(
    value,
    global.scalar ?? "f64",
    `q.write: the value for device global ${global.definition.id}`,
  );
  // `arrayFor` made an array of the scalar's type; booleans are bytes.
  Reflect.set(array, 0, typeof argument.value === "boolean" ? Number(argument.value) : argument.value);
  return array;
}

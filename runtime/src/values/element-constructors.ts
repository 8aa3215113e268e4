// Finds the element type of a typed array's constructor that the user passed.

import { LanewiseError } from "../errors/index.js";
import { describeValue } from "./describe-value.js";
import { type ElementRow, elementTypes, float16Help, hasFloat16 } from "./element-types.js";

/** Returns the row of a constructor that the user passed as `what`. */
export function elementTypeOf(type: unknown, what = "type"): ElementRow {
  const found = Object.values(elementTypes).find((candidate) => candidate.type === type);
  if (found) return found;
  const name = typeof type === "function" ? type.name : describeValue(type);
  // The user passed `globalThis.Float16Array` where it does not exist, or a substitute for it.
  const isFloat16 = !hasFloat16 && (type === undefined || name === "Float16Array");
  throw new LanewiseError(
    "invalid",
    `${what} is ${name}, which has no element type; expected a typed array's constructor.`,
    {
      help: isFloat16 ? float16Help : `Pass one of ${Object.keys(elementTypes).join(", ")}.`,
    },
  );
}

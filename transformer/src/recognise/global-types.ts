// The memory layout of the T of a device global or a specialization constant: scalars with a flavour, booleans, structs, and fixed arrays and tuples
// of these (requirement D7). Reports types without a layout, naming the field at fault.

import { layoutOf } from "@lanewise/ir";
import type ts from "typescript-6";
import { readableType } from "../diagnostics/readable-type.js";
import type { PassContext } from "../pass-context.js";
import { fixedArrayType, flavourOf } from "./brands.js";
import { isErrorType } from "./shapes.js";
import { reportField } from "./struct-of.js";
import { isFault, type StructType, structType } from "./struct-types.js";

const LARGEST = 2 ** 31;

/** The layout of `type`, written by the type argument `place`; undefined, with a diagnostic about `what`, if it has none. */
export function globalType(
  context: PassContext,
  type: ts.Type,
  place: ts.Node,
  what = "A device global",
): StructType | undefined {
  const { checker, reporter } = context;
  if (isErrorType(type)) return undefined; // TypeScript has reported it
  const found = structType(context, type);
  if (isFault(found) && found.path !== "") {
    reportField(context, place, type, found);
    return undefined;
  }
  if (!isFault(found) && !isPlainNumber(context, type) && layoutOf(found.type, found.structs).size < LARGEST) {
    return found;
  }
  reporter.report("LW1404", place, [what, readableType(checker.typeToString(type))]);
  return undefined;
}

/** A number or bigint without a flavour, or an array of those. A device global's own type needs a flavour; a field's type may be plain. */
function isPlainNumber(context: PassContext, type: ts.Type): boolean {
  const { ts, checker } = context;
  const fixed = fixedArrayType(context, type);
  if (fixed) return isPlainNumber(context, fixed.element);
  if (checker.isTupleType(type)) {
    const members = checker.getTypeArguments(type as ts.TupleTypeReference); // checked above
    return members.some((member) => isPlainNumber(context, member));
  }
  const members = type.isUnion() ? type.types : [type];
  const isNumeric = members.every(({ flags }) => (flags & (ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike)) !== 0);
  return isNumeric && !flavourOf(context, type);
}

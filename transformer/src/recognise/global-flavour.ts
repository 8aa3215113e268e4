// Suggests the missing type argument of a device global: `deviceGlobal<i32>(5)`. It comes from the variable's annotation, else from
// the initial value.

import type ts from "typescript-6";
import { readableType } from "../diagnostics/readable-type.js";
import type { PassContext } from "../pass-context.js";
import { deviceGlobalType } from "./brands.js";
import { type ConstantValue, evaluateDeep } from "./evaluate.js";
import { fits } from "./initial-bytes.js";

const LONGEST = 30;

/** The call with the type argument added. */
export function withFlavour(context: PassContext, call: ts.CallExpression): string {
  const [initializer] = call.arguments;
  const text = initializer?.getText() ?? "";
  const value = text.length > LONGEST ? "…" : text;
  return `${call.expression.getText()}<${annotated(context, call) ?? typeOf(context, initializer)}>(${value})`;
}

function annotated({ ts }: PassContext, { parent }: ts.CallExpression): string | undefined {
  const type = ts.isVariableDeclaration(parent) ? parent.type : undefined;
  const [first] = type && ts.isTypeReferenceNode(type) ? (type.typeArguments ?? []) : [];
  return first?.getText();
}

function typeOf(context: PassContext, initializer: ts.Expression | undefined): string {
  if (!initializer) return "i32";
  const { checker } = context;
  const type = checker.getTypeAtLocation(initializer);
  const copied = deviceGlobalType(context, type);
  if (copied) return readableType(checker.typeToString(copied.element));
  const value = evaluateDeep(context, initializer);
  return value === undefined ? "f32" : flavourFor(value);
}

/** `FixedArray<i32, 3>` for `[1, 2, 3]`. */
function flavourFor(value: ConstantValue): string {
  switch (typeof value) {
    case "boolean":
      return "boolean";
    case "bigint":
      return fits(value, "i64") ? "i64" : "u64";
    case "number":
      return flavourOfNumber(value);
    case "string":
      return "i32";
    default:
  }
  if (isList(value)) return `FixedArray<${flavourOfAll(value)}, ${value.length}>`;
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${flavourFor(field)}`);
  return `{ ${fields.join("; ")} }`;
}

function isList(value: ConstantValue): value is readonly ConstantValue[] {
  return Array.isArray(value);
}

function flavourOfNumber(value: number): string {
  if (!Number.isInteger(value)) return "f32";
  return fits(value, "i32") ? "i32" : fits(value, "u32") ? "u32" : "f64";
}

/** The flavour for all of the values; among numbers, a fraction decides. */
function flavourOfAll(values: readonly ConstantValue[]): string {
  const [first] = values;
  if (first !== undefined && isList(first) && values.every(isList)) {
    return `FixedArray<${flavourOfAll(values.flat())}, ${first.length}>`;
  }
  const types = new Set(values.map(flavourFor));
  const [only = "i32"] = types;
  return ["f32", "f64", "u32"].find((type) => types.has(type)) ?? only;
}

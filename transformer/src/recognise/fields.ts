// The data fields of a struct type in memory order: an ancestor's first, then its own, each as declared. Methods, accessors
// and statics take no memory.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";

export function dataFields(context: PassContext, type: ts.Type): ts.Symbol[] {
  const { ts, checker } = context;
  const properties = new Map(checker.getPropertiesOfType(type).map((property) => [property.name, property]));
  const isMemory = ({ flags }: ts.Symbol) => (flags & (ts.SymbolFlags.Method | ts.SymbolFlags.Accessor)) === 0;
  return [...fieldNames(context, type)].flatMap((name) => {
    const property = properties.get(name);
    return property && isMemory(property) ? [property] : [];
  });
}

/** The names of all properties, an ancestor's first. */
function fieldNames(context: PassContext, type: ts.Type): Set<string> {
  const names = new Set<string>();
  for (const base of baseTypes(context, type)) for (const name of fieldNames(context, base)) names.add(name);
  for (const { name } of context.checker.getPropertiesOfType(type)) names.add(name);
  return names;
}

/** The types that a class or interface extends; for an instance of a generic type, those of its target. */
function baseTypes({ ts }: PassContext, type: ts.Type): readonly ts.Type[] {
  const { objectFlags } = type as ts.ObjectType; // undefined for other types
  const isReference = (objectFlags & ts.ObjectFlags.Reference) !== 0;
  const declared = isReference ? (type as ts.TypeReference).target : type; // guaranteed by the flag
  return declared.isClassOrInterface() ? (declared.getBaseTypes() ?? []) : [];
}

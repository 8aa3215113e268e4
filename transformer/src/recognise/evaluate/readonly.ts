// Which parts of a named array or object are constants: those that nothing can change later, because they are frozen, made by
// `as const`, or of a readonly type. The rest becomes `unknown`.

import type ts from "typescript-6";
import type { PassContext } from "../../pass-context.js";
import { Builtin, Closure, isPrimitive, markOpen, unknown, type Value, type ValueRecord } from "./values.js";

/** Arrays and objects with nothing in them that can change. */
const settled = new WeakSet<object>();

/** A type computed only if needed; undefined if not known. */
type LazyType = () => ts.Type | undefined;

/** The value that a name of this type has throughout the run. */
export function settle(
  context: PassContext,
  value: Value,
  type: LazyType,
  made: Map<object, Value> = new Map(),
): Value {
  if (isPrimitive(value) || value === unknown || value instanceof Builtin) return value;
  if (value instanceof Closure) return value.scope ? unknown : value; // its variables may change
  if (settled.has(value)) return value;
  const known = made.get(value);
  if (known !== undefined) return known;
  return Array.isArray(value) ? settleArray(context, value, type, made) : settleRecord(context, value, type, made);
}

function settleArray(context: PassContext, array: Value[], type: LazyType, made: Map<object, Value>): Value {
  const { checker, ts } = context;
  const elements = () => {
    const known = type();
    return known && checker.getIndexInfoOfType(known, ts.IndexKind.Number);
  };
  if (!Object.isFrozen(array) && !elements()?.isReadonly) return unknown;
  const copy: Value[] = [];
  made.set(array, copy);
  for (const [index, item] of array.entries()) {
    copy.push(settle(context, item, () => typeOf(context, type(), String(index)) ?? elements()?.type, made));
  }
  settled.add(Object.freeze(copy));
  return copy;
}

function settleRecord(context: PassContext, record: ValueRecord, type: LazyType, made: Map<object, Value>): Value {
  const isFrozen = Object.isFrozen(record);
  const known = type();
  const copy = Object.create(Object.getPrototypeOf(record)) as ValueRecord; // keeps the names of a class's methods
  made.set(record, copy);
  let isOpen = !isFrozen && !isReadonlyType(context, known);
  for (const [key, item] of Object.entries(record)) {
    const isFixed = isFrozen || isReadonly(context, known, key);
    copy[key] = isFixed ? settle(context, item, () => typeOf(context, known, key), made) : unknown;
    isOpen ||= !isFixed;
  }
  if (isOpen) markOpen(copy);
  settled.add(Object.freeze(copy));
  return copy;
}

function typeOf({ checker, ts }: PassContext, type: ts.Type | undefined, key: string): ts.Type | undefined {
  const property = type && membersOf(type).flatMap((member) => checker.getPropertyOfType(member, key) ?? [])[0];
  if (property) return checker.getTypeOfSymbol(property);
  return type && checker.getIndexInfoOfType(type, ts.IndexKind.String)?.type;
}

/** The types that a value may have: the members of a union, or the type itself. */
function membersOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

/** Whether all properties that the type has are readonly. */
function isReadonlyType(context: PassContext, type: ts.Type | undefined): boolean {
  if (type?.isUnion()) return type.types.every((member) => isReadonlyType(context, member));
  if (!type || !(type.flags & (context.ts.TypeFlags.Object | context.ts.TypeFlags.Intersection))) return false;
  const infos = context.checker.getIndexInfosOfType(type);
  return (
    infos.every(({ isReadonly }) => isReadonly) &&
    context.checker.getPropertiesOfType(type).every((property) => isReadonlyProperty(context, property))
  );
}

function isReadonly(context: PassContext, type: ts.Type | undefined, key: string): boolean {
  if (!type) return false;
  const { checker, ts } = context;
  const properties = membersOf(type).flatMap((member) => checker.getPropertyOfType(member, key) ?? []);
  if (properties.length > 0) return properties.every((property) => isReadonlyProperty(context, property));
  return checker.getIndexInfoOfType(type, ts.IndexKind.String)?.isReadonly ?? false;
}

/** Whether a property is declared `readonly`, or made so by a mapped type, which leaves no declaration. */
export function isReadonlyProperty({ ts }: PassContext, property: ts.Symbol): boolean {
  const declarations = property.declarations ?? [];
  const isWritten = (node: ts.Declaration) => (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Readonly) !== 0;
  if (declarations.length > 0 && declarations.every(isWritten)) return true;
  // TypeScript's internal flags for synthesized properties; without them, the property counts as mutable.
  const { links } = property as { links?: { checkFlags?: number } };
  const READONLY = 8;
  return ((links?.checkFlags ?? 0) & READONLY) !== 0;
}

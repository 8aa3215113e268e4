// Expressions of structs and arrays: fresh ones, and existing ones where a program may name them. Structs whose fields are assigned
// are made fresh or named by a variable, the others may also be stored, chosen and returned.

import { call, callOf, expression, index } from "./expressions.js";
import { type ArrayType, isScalar, type Scope, type Struct, sameType, type Type } from "./scope.js";

/** For a parameter: mutable ones are existing variables where there are any. */
export function objectOf(scope: Scope, type: Struct | ArrayType, depth: number): string {
  const own = existing(scope, type);
  const isShared = type.kind === "array" || type.isMutable;
  if (own.length > 0 && (isShared || scope.random.below(3) > 0)) return scope.random.pick(own);
  return fresh(scope, type, depth);
}

/** Variables of a type. Where they are values also what lies in others. */
export function existing(scope: Scope, type: Struct | ArrayType): string[] {
  const { random } = scope;
  const isValue = type.kind === "struct" && !type.isMutable;
  return scope.variables.flatMap(({ name, type: of, index: ownIndex }) => {
    if (sameType(of, type) && !ownIndex) return [name];
    if (isScalar(of) || !isValue) return [];
    if (of.kind === "array")
      return sameType(of.element, type) ? [`${name}[${ownIndex?.(scope) ?? index(scope, of.length)}]!`] : [];
    const fields = of.fields.filter((field) => sameType(field.type, type));
    return fields.length > 0 ? [`${name}.${random.pick(fields).name}`] : [];
  });
}

/** A new object, where its type is known from the context. */
export function fresh(scope: Scope, type: Struct | ArrayType, depth: number): string {
  if (type.kind === "array") return freshArray(scope, type, depth);
  const { random } = scope;
  if (type.isMutable || depth <= 0 || random.oneIn(2)) return made(scope, type, depth);
  const found = random.oneIn(2) ? call(scope, type, depth - 1) : undefined;
  if (found) return found;
  const own = existing(scope, type);
  if (own.length > 0 && type.parameters === undefined && random.oneIn(2)) return spread(scope, type, depth);
  return made(scope, type, depth);
}

/** A struct as a value: a fresh one, or if it is never assigned any. */
export function value(scope: Scope, type: Type, depth: number): string {
  if (isScalar(type)) return expression(scope, type, depth);
  if (type.kind === "array" || type.isMutable) return fresh(scope, type, depth);
  const { random } = scope;
  if (random.oneIn(5) && depth > 0)
    return `(${expression(scope, "boolean", 1)} ? ${value(scope, type, depth - 1)} : ${value(scope, type, depth - 1)})`;
  const own = existing(scope, type);
  return own.length > 0 && random.oneIn(2) ? random.pick(own) : fresh(scope, type, depth);
}

/** A literal or `new`, or a static method of its class. */
export function made(scope: Scope, type: Struct, depth: number): string {
  const { random } = scope;
  if (scope.canCall && type.statics.length > 0 && random.oneIn(4))
    return callOf(scope, random.pick(type.statics), depth - 1);
  const of = (field: { readonly type: Type }): string =>
    isScalar(field.type) || depth <= 0 ? leafOf(scope, field.type) : value(scope, field.type, depth - 1);
  if (type.parameters) return `new ${type.name}(${type.parameters.map(of).join(", ")})`;
  return `{ ${type.fields.map((field) => `${field.name}: ${of(field)}`).join(", ")} }`;
}

function leafOf(scope: Scope, type: Type): string {
  return isScalar(type) ? expression(scope, type, 0) : fresh(scope, type, 0);
}

function spread(scope: Scope, type: Struct, depth: number): string {
  const { random } = scope;
  const own = existing(scope, type);
  if (own.length === 0) return made(scope, type, depth);
  const replaced = type.fields.filter((field) => isScalar(field.type) && random.oneIn(2));
  const parts = replaced.map((field) => `${field.name}: ${value(scope, field.type, depth - 1)}`);
  return `{ ${[`...${random.pick(own)}`, ...parts].join(", ")} }`;
}

function freshArray(scope: Scope, type: ArrayType, depth: number): string {
  if (type.isTyped) return `new ${type.text}(${type.length})`;
  if (isScalar(type.element) && scope.random.oneIn(6))
    return `fixedArray(${type.length}, ${expression(scope, type.element, Math.min(depth, 1))})`;
  const elements = Array.from({ length: type.length }, () =>
    isScalar(type.element) || depth <= 0 ? leafOf(scope, type.element) : value(scope, type.element, depth - 1),
  );
  return `[${elements.join(", ")}]`;
}

// Discriminated unions of object types: `{ kind: "disk"; r: number } | { kind: "box"; w: number; h: number }`. At run time, a value is one struct
// with the fields of all members, and the tag is an ordinary field. TypeScript's narrowing determines which fields may be read, and is trusted where
// nothing can have changed since its test: for names (docs/decisions/0077-discriminated-unions.md).

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { skipWrappers } from "../recognise/calls.js";
import { isName } from "../recognise/names.js";
import { memberTest } from "../recognise/type-tests.js";
import { arrayFacts, type Collection, complain } from "./collect.js";
import { linkNumbers } from "./collect-objects.js";
import type { Instance, Variable } from "./instance.js";
import type { Arguments } from "./instantiate.js";
import { fieldsOfType } from "./object-fields.js";
import {
  absentOf,
  type Bindings,
  type Field,
  isMutated,
  isNullable,
  isStored,
  objectOf,
  type Storage,
  type Struct,
  type StructValue,
  storageKey,
  structKey,
  type UnionFacts,
  type Value,
} from "./shape.js";
import { internStruct, noBindings, type TypeFault, unnamed } from "./types.js";
import { checkMembers, isOfMember, type OtherObject } from "./union-members.js";

/** Copies of values to or from a union's struct, and names that TypeScript has narrowed. */
export interface UnionUses {
  readonly conversions: {
    readonly instance: Instance;
    readonly node: ts.Expression;
    readonly from: StructValue;
    readonly to: Struct;
  }[];
  readonly narrowed: { readonly instance: Instance; readonly node: ts.Expression; readonly variable: Variable }[];
  /** Unions tested by `in`. */
  readonly asked: Struct[];
  /** Objects used as a union without exactly the fields of one member. */
  readonly others: OtherObject[];
}

interface Union {
  readonly fields: readonly Field[];
  readonly facts: UnionFacts;
}

/** Why kernels do not support a union: the help of LW1248. */
interface Refusal {
  readonly why: string;
}

export function isUnion(value: Value | undefined): value is StructValue {
  return value?.kind === "struct" && value.struct.union !== undefined;
}

/** Returns the union that a parameter accepts; undefined for all other parameters. */
export function unionAt(collection: Collection, instance: Instance, argument: ts.Expression): StructValue | undefined {
  const { checker, ts } = collection.context;
  const contextual = checker.getContextualType(argument);
  const type = contextual && checker.getNonNullableType(contextual);
  if (!type?.isUnion() || !type.types.every(({ flags }) => flags & ts.TypeFlags.Object)) return undefined;
  const storage = storageOfUnion(collection, type, argument, instance.bindings);
  return "fault" in storage || storage.kind !== "struct" ? undefined : objectOf(storage, "fresh");
}

export function storageOfUnion(
  collection: Collection,
  type: ts.UnionType,
  node: ts.Node,
  bindings: Bindings,
): Storage | TypeFault {
  const known = bindings.size === 0 ? collection.structTypes.get(type) : undefined;
  if (known) return { kind: "struct", struct: known };
  const union = unionOf(collection, type, node, bindings);
  if ("why" in union) return { fault: collection.context.checker.typeToString(type) };
  const name = type.aliasSymbol?.name ?? unnamed;
  const struct = internStruct(collection, name, union.fields, undefined, noBindings, union.facts);
  if (bindings.size === 0) collection.structTypes.set(type, struct);
  return { kind: "struct", struct };
}

/** Returns what to write instead of an unsupported union. */
export function remedyOfUnion(collection: Collection, type: ts.Type, node: ts.Node, bindings: Bindings): string {
  const union = type.isUnion() ? unionOf(collection, type, node, bindings) : undefined;
  return union && "why" in union ? union.why : ofOtherTypes;
}

const ofOtherTypes = "Its fields must have types that kernels know, and none may be undefined in one member alone.";
const ofClasses =
  'Make its members interfaces, and the methods functions: `interface Disk { kind: "disk"; r: number }`, `function area(s: Shape) { switch (s.kind) { … } }`.';
const ofNoTag =
  'Give each member a field with a literal type of its own, and test it: `type Shape = { kind: "disk"; r: number } | { kind: "box"; w: number; h: number }`, `switch (s.kind) { … }`.';

function unionOf(collection: Collection, type: ts.UnionType, node: ts.Node, bindings: Bindings): Union | Refusal {
  const { context } = collection;
  const { ts, checker } = context;
  const members = distinct(context, inOrder(type.types), node);
  const isClass = (member: ts.Type) => member.getSymbol()?.declarations?.some((one) => ts.isClassLike(one));
  const isList = (member: ts.Type) => checker.isArrayType(member) || checker.isTupleType(member);
  if (members.some(isClass)) return { why: ofClasses };
  if (members.some((one) => isList(one) || !(one.flags & ts.TypeFlags.Object))) return { why: ofOtherTypes };
  // Checked first: packages have many unions of other kinds.
  const sets = literalsOf(context, members, node);
  const telling = [...sets].filter(([, literals]) => tellsAll(literals));
  const identity = telling.find(([, literals]) => !literals.flat().some(isNumeric)) ?? telling[0];
  if (!identity) return { why: ofNoTag };
  const fields = new Map<string, Field>();
  const texts: string[] = [];
  const memberFields: string[][] = [];
  for (const member of members) {
    const own = fieldsOfType(collection, member, node, bindings);
    if ("fault" in own) return { why: ofOtherTypes };
    memberFields.push(own.map(({ name }) => name));
    for (const field of own) {
      const other = fields.get(field.name);
      if (!other) fields.set(field.name, field);
      else if (storageKey(other.storage) !== storageKey(field.storage)) return { why: ofTwoTypes(field.name) };
    }
    texts.push(own.map(({ name }) => `${name}:${typesOf(context, member, name, node).join("/")}`).join());
  }
  const common = [...fields.keys()].filter((name) => sets.has(name));
  const tags = common.filter((name) => tells(sets.get(name) ?? []));
  const isLeftOut = (name: string) =>
    members.some((member) => ((checker.getPropertyOfType(member, name)?.flags ?? 0) & ts.SymbolFlags.Optional) !== 0);
  return {
    fields: [...fields.values()],
    facts: {
      members: type.types.length,
      common,
      tags,
      text: `union ${type.types.length}(${texts.join("|")})`,
      memberFields,
      optional: [...fields.keys()].filter(isLeftOut),
      identity: { name: identity[0], literals: identity[1] },
    },
  };
}

const ofTwoTypes = (name: string) =>
  `\`${name}\` has different types in its members: give these fields names of their own.`;

/**
 * Drops members that differ only in numbers, as elements of `[{ kind: "disk", r: 1 }, { kind: "disk", r: 2 }] as const` do, if strings or booleans
 * tell the others apart.
 */
function distinct(context: PassContext, members: readonly ts.Type[], node: ts.Node): readonly ts.Type[] {
  const { checker } = context;
  const found = new Map<string, ts.Type>();
  for (const member of members) {
    const fields = checker.getPropertiesOfType(member).map(({ name }) => {
      const types = typesOf(context, member, name, node);
      return `${name}:${types.map((text) => (isNumeric(text) ? "*" : text)).join("/")}`;
    });
    const key = fields.join();
    if (!found.has(key)) found.set(key, member);
  }
  const kept = [...found.values()];
  const sets = [...literalsOf(context, kept, node).values()];
  return sets.some((literals) => tellsAll(literals) && !literals.flat().some(isNumeric)) ? kept : members;
}

function isNumeric(literal: string): boolean {
  return /^-?[\d.]/.test(literal);
}

/** Sorts members by their declarations: the checker's order depends on what it has seen before. */
function inOrder(types: readonly ts.Type[]): ts.Type[] {
  const at = (type: ts.Type) => {
    const declaration = type.getSymbol()?.declarations?.[0];
    return { file: declaration?.getSourceFile().fileName ?? "", position: declaration?.pos ?? 0 };
  };
  return [...types].sort((left, right) => {
    const [one, other] = [at(left), at(right)];
    return one.file === other.file ? one.position - other.position : one.file < other.file ? -1 : 1;
  });
}

/** Returns, for each field that all members have, its possible literals in each. */
function literalsOf(
  context: PassContext,
  members: readonly ts.Type[],
  node: ts.Node,
): ReadonlyMap<string, readonly (readonly string[])[]> {
  const { checker } = context;
  const [first, ...others] = members;
  const properties = first ? checker.getPropertiesOfType(first) : [];
  const shared = properties.filter(({ name }) => others.every((one) => checker.getPropertyOfType(one, name)));
  return new Map(shared.map(({ name }) => [name, members.map((one) => typesOf(context, one, name, node))]));
}

/** Returns the literals of a member's field; `*` for every other type. */
function typesOf({ ts, checker }: PassContext, member: ts.Type, name: string, node: ts.Node): string[] {
  const property = checker.getPropertyOfType(member, name);
  const type = property && checker.getTypeOfSymbolAtLocation(property, node);
  const types = type?.isUnion() ? type.types : type ? [type] : [];
  return types.map((one) => {
    if (!(one.flags & ts.TypeFlags.Literal)) return "*";
    return one.isLiteral() && typeof one.value !== "object" ? JSON.stringify(one.value) : checker.typeToString(one);
  });
}

/** Whether no two members share a literal. */
function tellsAll(members: readonly (readonly string[])[]): boolean {
  const all = members.flat();
  return !all.includes("*") && new Set(all).size === all.length;
}

/** Whether TypeScript may narrow by it. */
function tells(members: readonly (readonly string[])[]): boolean {
  const texts = members.map((types) => [...types].sort().join());
  return new Set(texts).size > 1 && members.some((types) => !types.includes("*"));
}

/** Converts `value`, the value of `node`, to another union with its member, or to one of its members, where that is expected: a copy. */
export function asMember(
  collection: Collection,
  instance: Instance,
  node: ts.Expression,
  value: Value,
  wanted: Value | undefined,
): Value {
  if (value.kind !== "struct" || wanted?.kind !== "struct") return value;
  const { struct: from } = value;
  const { struct: to } = wanted;
  if (!isConvertible(from, to)) return value; // its use reports it
  for (const { name, storage } of from.fields) {
    const other = fieldOf(to, name);
    if (other) linkNumbers(storage, other.storage);
  }
  const isOther =
    !from.union &&
    to.union &&
    !isOfMember(
      to.union,
      from.fields.map(({ name }) => name),
    );
  if (isOther) collection.unions.others.push({ instance, node, to });
  if (value.where !== "fresh") collection.unions.conversions.push({ instance, node, from: value, to });
  const whole: StructValue = { kind: "struct", struct: to, where: "fresh", root: undefined };
  instance.wraps.set(node, whole);
  return whole;
}

function isConvertible(from: Struct, to: Struct): boolean {
  if (absentOf(from) || absentOf(to)) return false;
  if (!(from.union || to.union) || from.declaration || to.declaration || structKey(from) === structKey(to))
    return false;
  const isGiven = ({ name, storage }: Field) => {
    const other = fieldOf(from, name);
    return other ? storageKey(other.storage) === storageKey(storage) : to.union !== undefined || isOptional(storage);
  };
  return to.fields.every(isGiven) && (from.union !== undefined || from.fields.every(({ name }) => fieldOf(to, name)));
}

export const fieldOf = ({ fields }: Struct, name: string): Field | undefined => fields.find((one) => one.name === name);

/** Whether a literal may omit the field. */
export function isOptional(storage: Storage): boolean {
  const value = objectOf(storage);
  return isNullable(value) && absentOf(value.struct) === "undefined";
}

/** Reports a narrowed expression that may be another member at run time, and returns false. */
export function checkNarrowing(
  collection: Collection,
  instance: Instance,
  node: ts.Expression,
  value: StructValue,
  wanted: Value | undefined,
): boolean {
  const { context } = collection;
  const { ts, checker } = context;
  const { struct } = value;
  if (ts.isAssertionExpression(node)) {
    const isNarrower = membersOf(context, node) < membersOf(context, node.expression);
    if (!isNarrower || checker.getTypeAtLocation(node).flags & ts.TypeFlags.Any) return true;
    return refuse(collection, instance, node, struct, remedyOfAssertion);
  }
  if (!isNarrower(context, node, struct)) return true;
  if (wanted?.kind === "struct" && wanted.struct === struct) return true;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && struct.union?.common.includes(parent.name.text)) return true;
  if (memberTest(context, parent)?.object === node) return true; // a test of fields suits all members
  if (instance.copies.has(node)) return true; // the launch has read it, once
  const read = skipWrappers(context, node);
  if (isName(context, read)) {
    const meaning = instance.meanings.get(read);
    const outer = meaning?.kind === "outer" && meaning.outer.kind === "variable" ? meaning.outer.variable : undefined;
    const variable = meaning?.kind === "variable" ? meaning.variable : outer;
    if (variable) collection.unions.narrowed.push({ instance, node, variable });
    return true;
  }
  const isPlace = ts.isPropertyAccessExpression(read) || ts.isElementAccessExpression(read);
  return !isPlace || refuse(collection, instance, node, struct, remedyOfPlace(node.getText()));
}

const remedyOfAssertion = 'Test the tag instead of asserting a type: `if (s.kind === "disk") { … s.r … }`.';
const remedyOfPlace = (text: string) =>
  `Give the object a name before the test, and use the name: \`const one = ${text};\`, \`if (one.kind === …) { … one.r … }\`.`;
const remedyOfShared =
  "A function inside assigns the variable. Copy it before the test, and use the copy: `const one = s;`, `if (one.kind === …) { … one.r … }`.";
const remedyOfGuard =
  "Kernels do not rely on functions whose result is `s is …`: test the tag where the fields are used.";
const remedyOfPart = "Take it out before the test: `const { shape } = scene;`, `if (shape.kind === …) { … }`.";
const remedyOfSpread = "Spread it first, before all fields: `{ ...s, x: 1 }`.";

function refuse(
  collection: Collection,
  instance: Instance,
  node: ts.Node,
  { name }: Pick<Struct, "name">,
  remedy: string,
): false {
  complain(collection, instance, "LW1250", node, [node.getText(), name, remedy]);
  return false;
}

/** Reports `const { shape } = scene`, where TypeScript has narrowed `scene.shape`, and returns false. */
export function checkPart(
  collection: Collection,
  instance: Instance,
  element: ts.BindingElement,
  value: Value,
): boolean {
  if (!isUnion(value) || !isNarrower(collection.context, element, value.struct)) return true;
  return refuse(collection, instance, element, value.struct, remedyOfPart);
}

/** Whether TypeScript has narrowed `node` to some of the members. */
function isNarrower(context: PassContext, node: ts.Node, { union }: Struct): boolean {
  return union !== undefined && membersOf(context, node) < union.members;
}

/** Returns the number of a union's members; 1 for all other types. */
function membersOf({ checker }: PassContext, node: ts.Node): number {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(node));
  return type.isUnion() ? type.types.length : 1;
}

/** Reports a call of a function of type `s is Disk`, which TypeScript trusts, and returns false. */
export function checkGuard(collection: Collection, instance: Instance, node: ts.Node, args: Arguments): boolean {
  const union = args.map(({ value }) => value).find(isUnion);
  return !union || refuse(collection, instance, node, union.struct, remedyOfGuard);
}

/** Reports `{ x: 1, ...s }`, and returns false: in JavaScript x remains if s has none, but a copy cannot know. */
export function checkSpread(
  collection: Collection,
  instance: Instance,
  node: ts.SpreadAssignment,
  value: StructValue,
): boolean {
  const { ts } = collection.context;
  const isFirst = ts.isObjectLiteralExpression(node.parent) && node.parent.properties[0] === node;
  return !value.struct.union || isFirst || refuse(collection, instance, node, value.struct, remedyOfSpread);
}

/** Reports `s.kind = …`, which would change the member without its fields, and returns false. */
export function checkTag(collection: Collection, instance: Instance, place: ts.Expression, base: Value): boolean {
  if (!isUnion(base)) return true;
  const name = collection.context.ts.isPropertyAccessExpression(place) ? place.name.text : undefined;
  if (name !== undefined && !base.struct.union?.tags.includes(name)) return true;
  complain(collection, instance, "LW1252", place, [place.getText(), base.struct.name]);
  return false;
}

/** Reports what is known only after collection: copies that differ visibly from their originals, and names that inner functions assign. */
export function checkUnions(collection: Collection): void {
  const facts = (storage: Storage & { kind: "array" }) => arrayFacts(collection, storage);
  for (const { instance, node, from, to } of collection.unions.conversions) {
    const storages = [from.struct, to].map((struct): Storage => ({ kind: "struct", struct }));
    const isSeen = from.where === "memory" || from.where === "local";
    const isChanged =
      storages.some((one) => isMutated(one, facts)) || (isSeen && storages.some((one) => isStored(one, facts)));
    if (isChanged) complain(collection, instance, "LW1251", node, [node.getText(), to.name]);
  }
  for (const { instance, node, variable } of collection.unions.narrowed) {
    const { shape } = variable;
    if (variable.isShared && isUnion(shape)) refuse(collection, instance, node, shape.struct, remedyOfShared);
  }
  checkMembers(collection);
}

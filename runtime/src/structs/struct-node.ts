// A struct's layout on the host: a tree with sizes and offsets, made from the description that the compiler passes to `structOf`. Descriptions may
// also be written by hand, so they are checked here.

import { type DataType, type ScalarType, type StructDefinition, scalars, structLayout, typeName } from "@lanewise/ir";
import { LanewiseError } from "../errors/index.js";
import type { StructDescription } from "../language/index.js";

export interface ScalarNode {
  readonly kind: "scalar";
  readonly type: ScalarType;
  readonly size: number;
}
export interface ArrayNode {
  readonly kind: "array";
  readonly element: DataNode;
  readonly length: number;
  readonly size: number;
}
export interface StructNode {
  readonly kind: "struct";
  readonly name: string;
  readonly fields: readonly FieldNode[];
  readonly size: number;
  /** Returns what views inherit: methods of the user's class. Called when the first view is made, when the class exists. */
  readonly prototype: () => object;
}
export type DataNode = ScalarNode | ArrayNode | StructNode;
export interface FieldNode {
  readonly name: string;
  readonly node: DataNode;
  /** In bytes from the beginning of the struct. */
  readonly offset: number;
}

type Classes = NonNullable<StructDescription["classes"]>;

const known = new WeakMap<StructDescription, StructNode>();

/** Returns the node of a description; throws `invalid` if it does not describe a struct. */
export function structNode(description: StructDescription): StructNode {
  const earlier = known.get(description);
  if (earlier) return earlier;
  const { name, structs, classes = {} } = checkForm(description);
  const node = nodeOf({ kind: "struct", name }, structs, classes);
  if (node.kind !== "struct") throw faulty(`it names ${name}`);
  if (node.size === 0) throw faulty(`${name} has no fields`);
  known.set(description, node);
  return node;
}

/** Returns the node of a type, with the structs of its table. */
export function nodeOf(
  type: DataType,
  structs: readonly StructDefinition[],
  classes: Classes = {},
  around: readonly string[] = [],
): DataNode {
  if (typeof type === "string") {
    if (!Object.hasOwn(scalars, type)) throw faulty(`there is no type ${type}`);
    return { kind: "scalar", type, size: scalars[type].size };
  }
  if (type.kind === "array") {
    const { length } = type;
    const element = nodeOf(type.element, structs, classes, around);
    if (!Number.isInteger(length) || length < 1) throw faulty(`an array has the length ${length}`);
    return { kind: "array", element, length, size: element.size * length };
  }
  const { name } = type;
  const definition = structs.find((struct) => struct.name === name);
  if (!definition) throw faulty(`there is no struct ${name}`);
  if (around.includes(name)) throw faulty(`${name} contains itself`);
  const parts = definition.fields.map((field) => ({
    name: field.name,
    node: nodeOf(field.type, structs, classes, [...around, name]),
  }));
  const { offsets, size } = structLayout(definition, structs);
  const fields = parts.map((part, index) => ({ ...part, offset: offsets[index] ?? 0 }));
  const classOf = Object.hasOwn(classes, name) ? classes[name] : undefined;
  return { kind: "struct", name, fields, size, prototype: () => prototypeOf(classOf?.()) };
}

/** Cached by type: an image's types are decoded once, so each is one object. */
const nodes = new WeakMap<object, DataNode>();

/** Returns the node of a type of an image's module, cached. */
export function nodeOfImage(type: DataType, structs: readonly StructDefinition[]): DataNode {
  if (typeof type === "string") return nodeOf(type, structs);
  const made = nodes.get(type) ?? nodeOf(type, structs);
  nodes.set(type, made);
  return made;
}

/** Returns the prototype of a class; for other values that of all objects. */
export function prototypeOf(type: unknown): object {
  const prototype: unknown = typeof type === "function" ? type.prototype : undefined;
  return typeof prototype === "object" && prototype !== null ? prototype : Object.prototype;
}

function checkForm(description: unknown): StructDescription {
  const { name, structs, classes = {} } = Object(description) as Partial<StructDescription>;
  if (typeof name === "string" && Array.isArray(structs)) return { name, structs, classes };
  throw faulty("it is not { name, structs }");
}

function faulty(why: string): LanewiseError {
  return new LanewiseError("invalid", `structOf: the layout describes no struct: ${why}.`, {
    help: "Leave the layout to the compiler: write structOf<T>().",
  });
}

/** "Particle { pos: array<f32, 3>, mass: f64 }", for messages; nested structs in full. */
export function describeNode(node: DataNode): string {
  if (node.kind === "scalar") return typeName(node.type);
  if (node.kind === "array") return `array<${describeNode(node.element)}, ${node.length}>`;
  const fields = node.fields.map((field) => `${field.name}: ${describeNode(field.node)}`);
  return `${node.name} { ${fields.join(", ")} }`;
}

const same = new WeakMap<DataNode, WeakSet<DataNode>>();

/** Whether both have the same layout in memory. Every launch asks, so the answer is cached. */
export function isSameLayout(a: DataNode, b: DataNode): boolean {
  if (a === b || same.get(a)?.has(b)) return true;
  if (differenceOf(a, b, "")) return false;
  same.set(a, (same.get(a) ?? new WeakSet()).add(b));
  return true;
}

/**
 * Returns the first difference between the layouts of `found` and `expected`, as a sentence; undefined if they are the same. Fields must have the
 * same names, order and types; the structs' own names may differ. `what` names the value.
 */
export function differenceOf(found: DataNode, expected: DataNode, what: string): string | undefined {
  if (found.kind === "array" && expected.kind === "array" && found.length === expected.length) {
    return differenceOf(found.element, expected.element, `${what}[]`);
  }
  if (found.kind === "struct" && expected.kind === "struct") return fieldDifference(found, expected, what);
  const [a, b] = [describeNode(found), describeNode(expected)];
  return a === b ? undefined : `${what} is ${a}, not ${b}`;
}

function fieldDifference(found: StructNode, expected: StructNode, what: string): string | undefined {
  for (let index = 0; index < Math.max(found.fields.length, expected.fields.length); index++) {
    const [a, b] = [found.fields[index], expected.fields[index]];
    if (!a) return `${what} lacks ${b?.name}`;
    if (!b) return `${what} has ${a.name} besides`;
    if (a.name !== b.name) return `${what} has ${a.name} in the place of ${b.name}`;
    const inner = differenceOf(a.node, b.node, `${what}.${a.name}`);
    if (inner) return inner;
  }
  return undefined;
}

// What is gathered of one kernel and all it calls: the terms of its numbers, which solve.ts decides, and what its other values
// are. Statements are in collect-statements.ts, expressions in collect-expressions.ts, names in collect-names.ts, calls in
// collect-calls.ts, objects in collect-objects.ts.

import { type ScalarType, scalars } from "@lanewise/ir";
import type ts from "typescript-6";
import type { Check } from "../check/check-function.js";
import type { DiagnosticCode } from "../diagnostics/catalogue.js";
import type { Note } from "../diagnostics/diagnostic.js";
import { readableType } from "../diagnostics/readable-type.js";
import { spanOf } from "../diagnostics/reporter.js";
import type { PassContext } from "../pass-context.js";
import { arrayTypes, type GivenArray } from "../recognise/array-variants.js";
import { isItemType } from "../recognise/brands.js";
import type { CallableNode, FunctionNode } from "../recognise/calls.js";
import type { Combiners } from "../recognise/combiners.js";
import { flat, type GivenFunction } from "../recognise/kernel-variants.js";
import { typedArrayElement } from "../recognise/shapes.js";
import type { Happenings } from "./check-copies.js";
import type { Capture, ConstantTable, Instance, Key, Outer, Variable } from "./instance.js";
import {
  type ArrayFacts,
  type Bindings,
  isMutated,
  type ObjectValue,
  type Storage,
  type Struct,
  storageKey,
  storageOf,
  type Value,
} from "./shape.js";
import { createTerm, isFloatType, type NumberType, needInteger, type Term } from "./term.js";
import { noBindings, valueOfType } from "./types.js";
import { remedyOfUnion, type UnionUses } from "./unions.js";

/** Everything collected for one kernel. */
export interface Collection {
  readonly context: PassContext;
  readonly kernel: FunctionNode;
  /** Whether it is a device function: nothing reads captures for it. */
  readonly isDeviceFn: boolean;
  /** The functions that its reducers combine by. */
  readonly combiners: Combiners;
  readonly terms: Term[];
  readonly limits: (readonly [Term, Term])[];
  /** What goes into variables, fields, parameters and results of the written type f32. */
  readonly intoF32: { readonly instance: Reached; readonly value: Term; readonly node: ts.Node }[];
  /** What parameters around the kernel are: functions that its wrapper is passed. */
  readonly given: ReadonlyMap<ts.Symbol, FunctionNode>;
  /** What captured variables are, of which the kernel is compiled for each class of arrays. */
  readonly arrayTypes: ReadonlyMap<ts.Symbol, ts.Type>;
  readonly givenScopes: Map<FunctionNode, Instance>;
  readonly captures: Map<Key, Capture>;
  /** Captured fields, by their text and the object's name. */
  readonly paths: Map<ts.Symbol, Map<string, Key>>;
  /** Struct types, by what they are made of, and by TypeScript's types. */
  readonly structs: Map<string, Struct>;
  readonly structTypes: Map<ts.Type, Struct>;
  readonly arrays: Map<string, ArrayFacts>;
  readonly tables: Map<object, ConstantTable>;
  readonly happenings: Happenings;
  readonly unions: UnionUses;
  /** Where objects of the host are copied. */
  readonly hostCopies: { readonly instance: Instance; readonly node: ts.Node; readonly struct: Struct }[];
  /** Shared instances: of functions all whose arguments have known types. */
  readonly shared: Map<string, Instance>;
  /** The source files whose text decides this kernel. */
  readonly files: Set<ts.SourceFile>;
  /** The kernel and all it calls. */
  readonly functions: Set<CallableNode>;
  /** Variables whose declaration was at fault: their uses say nothing more. */
  readonly faulty: Set<ts.Symbol>;
  /** What cannot be captured, as it is read at the launch: reported once. */
  readonly refusedCaptures: Map<ts.Symbol, Set<string>>;
  /** What the check of the syntax has reported: what overlaps it says nothing more. */
  readonly refused: ts.Node[];
  /** How many instances have local memory. */
  localMemories: number;
  /** What was found wrong, reported here or by TypeScript; a kernel with any is not lowered. */
  faults: number;
}

export function createCollection(
  context: PassContext,
  kernel: FunctionNode,
  {
    isDeviceFn = false,
    combiners = new Map(),
    given = [],
    arrays = [],
  }: {
    readonly isDeviceFn?: boolean;
    readonly combiners?: Combiners;
    readonly given?: readonly GivenFunction[];
    readonly arrays?: readonly GivenArray[];
  } = {},
): Collection {
  return {
    context,
    kernel,
    isDeviceFn,
    combiners,
    terms: [],
    limits: [],
    intoF32: [],
    given: givenSymbols(context, given),
    arrayTypes: arrayTypes(context, arrays),
    givenScopes: new Map(),
    captures: new Map(),
    paths: new Map(),
    structs: new Map(),
    structTypes: new Map(),
    arrays: new Map(),
    tables: new Map(),
    unions: { conversions: [], narrowed: [], asked: [], others: [] },
    hostCopies: [],
    happenings: { copies: [], mutations: [], replacements: [], choices: [] },
    shared: new Map(),
    files: new Set([kernel.getSourceFile()]),
    functions: new Set([kernel]),
    faulty: new Set(),
    refusedCaptures: new Map(),
    refused: [],
    localMemories: 0,
    faults: 0,
  };
}

function givenSymbols({ checker }: PassContext, given: readonly GivenFunction[]): Map<ts.Symbol, FunctionNode> {
  return new Map(
    flat(given).flatMap(({ parameter, fn }): [ts.Symbol, FunctionNode][] => {
      const symbol = checker.getSymbolAtLocation(parameter.name);
      return symbol ? [[symbol, fn]] : [];
    }),
  );
}

/** A diagnostic with the chain of calls that leads from the kernel to it. */
export function complain(
  collection: Collection,
  instance: Reached,
  code: DiagnosticCode,
  node: ts.Node,
  args: readonly string[] = [],
  notes: readonly Note[] = [],
): undefined {
  collection.faults++;
  const { ts } = collection.context;
  const whole = node.parent && ts.isPropertyAccessExpression(node.parent) ? node.parent : node;
  if (collection.refused.some((other) => overlaps(other, whole))) return;
  collection.context.reporter.report(code, node, args, [...notes, ...calledFrom(instance)]);
}

/** One is part of the other. */
function overlaps(one: ts.Node, other: ts.Node): boolean {
  if (one.getSourceFile() !== other.getSourceFile()) return false;
  return (one.pos <= other.pos && one.end >= other.end) || (other.pos <= one.pos && other.end >= one.end);
}

/** Takes what the check of a function's syntax has found; false where no more can be said of the function. */
export function isFit(collection: Collection, { refused, isTooDeep }: Check): boolean {
  collection.refused.push(...refused);
  collection.faults += refused.length;
  return !isTooDeep;
}

/** What messages call a kernel. */
export const KERNEL = "kernel";

/** A function and the calls that lead to it. */
export type Reached = Pick<Instance, "name" | "caller">;

export function calledFrom(instance: Reached): Note[] {
  const notes: Note[] = [];
  for (let at = instance.caller; at; at = at.instance.caller) {
    notes.push({ ...spanOf(at.call), message: `called from ${describeFunction(at.instance)}` });
  }
  return notes;
}

function describeFunction(instance: Reached): string {
  return instance.caller || instance.name !== KERNEL ? `\`${instance.name}\`` : "the kernel";
}

export function newTerm(collection: Collection, ...args: Parameters<typeof createTerm>): Term {
  const term = createTerm(...args);
  collection.terms.push(term);
  return term;
}

export function registerOf(flavour: ScalarType): NumberType {
  const { register } = scalars[flavour];
  if (register === "bool") throw new Error("a flavour is a number type");
  return register;
}

/** The value of a variable, parameter or result of that type; what kernels cannot hold is reported. */
export function declaredValue(
  collection: Collection,
  instance: Reached & { readonly bindings: Bindings },
  node: ts.Node,
  type: ts.Type,
): Value | undefined {
  const value = valueOfType(collection, type, node, instance.bindings);
  if (!value || "fault" in value) {
    const name = value?.fault ?? collection.context.checker.typeToString(type);
    if (name === "")
      collection.faults++; // TypeScript has reported it
    else complainOfType(collection, instance, node, type, name);
    return undefined;
  }
  return value;
}

/** Why a type has no place in kernels. */
export function complainOfType(
  collection: Collection,
  instance: Reached,
  node: ts.Node,
  type: ts.Type,
  name: string = collection.context.checker.typeToString(type),
): undefined {
  const code = codeOfType(collection, type);
  const remedies = code === "LW1248" ? [remedyOfUnion(collection, type, node, noBindings)] : [];
  complain(collection, instance, code, node, [readableType(name), ...remedies]);
}

function codeOfType({ context }: Collection, type: ts.Type): DiagnosticCode {
  const { ts } = context;
  if (isItemType(context, type)) return "LW1313";
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return "LW1137";
  if (!type.isUnion()) return "LW1304";
  const isNullable = type.types.some(({ flags }) => flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null));
  const isPlainObject = (one: ts.Type) =>
    (one.flags & ts.TypeFlags.Object) !== 0 && typedArrayElement(context, one) === undefined;
  const isOfObjects = type.types.every(isPlainObject);
  return isNullable ? "LW1124" : isOfObjects ? "LW1248" : "LW1136";
}

export function newVariable(
  parts: Pick<Variable, "name" | "key" | "shape"> & { readonly isParameter?: boolean; readonly isOnlyName?: boolean },
): Variable {
  const variable = {
    isParameter: false,
    isOnlyName: false,
    ...parts,
    isAssigned: false,
    isShared: false,
    takesFresh: false,
    takesOthers: false,
    takesChoice: false,
    named: new Set<Variable>(),
    takesMemory: false,
    madeInLoops: [],
    namedBy: new Set<Variable>(),
  };
  const { shape } = parts;
  if (shape.kind !== "struct" && shape.kind !== "array") return variable;
  const isOther = shape.where !== "fresh" && shape.root !== undefined && !parts.isParameter;
  const where = shape.where === "fresh" ? "private" : shape.where;
  const { isChoice: _, ...plain } = shape;
  return Object.assign(variable, { shape: { ...plain, where, root: isOther ? shape.root : variable } });
}

export function declareVariable(
  collection: Collection,
  instance: Instance,
  name: ts.Identifier,
  shape: Value | undefined,
): Variable | undefined {
  const symbol = collection.context.checker.getSymbolAtLocation(name);
  if (!symbol) return undefined;
  if (!shape) {
    collection.faulty.add(symbol);
    return undefined;
  }
  return declareHosted(instance, name.text, symbol, shape);
}

/** A variable of a function, or of what runs in one: there it is another one each time. */
export function declareHosted(instance: Instance, name: string, symbol: ts.Symbol | undefined, shape: Value): Variable {
  const key = instance.host || !symbol ? { name } : symbol;
  const variable = newVariable({ name, key, shape });
  if (symbol) instance.variables.set(symbol, variable);
  hostOf(instance).variables.set(key, variable);
  return variable;
}

/** The function whose code it is part of. */
export function hostOf(instance: Instance): Instance {
  return instance.host ?? instance;
}

/** Says that a function uses a variable, which it takes from outside where it is not its own. */
export function noteOuter(instance: Instance, variable: Variable): Outer | undefined {
  if (hostOf(instance).variables.get(variable.key) === variable) return undefined;
  const outer: Outer = { kind: "variable", variable };
  instance.outers.set(variable.key, outer);
  return outer;
}

export function arrayFacts(collection: Collection, storage: Storage & { kind: "array" }): ArrayFacts {
  const key = storageKey(storage);
  const known = collection.arrays.get(key) ?? { isMutated: false, isStored: false };
  collection.arrays.set(key, known);
  return known;
}

/** Whether fields or elements of it, or of what it holds, are assigned. */
export function isMutatedObject(collection: Collection, value: ObjectValue): boolean {
  return isMutated(storageOf(value), (storage) => arrayFacts(collection, storage));
}

/**
 * Says what flows into a place of a known type: an integer type needs an integer, a float type decides a weak float.
 * False when the target's type is not known, but joined from what flows in.
 */
export function flowInto(target: Term, value: Term): boolean {
  if (target.origin.kind !== "known") return false;
  const { type } = target.origin;
  if (!isFloatType(type)) needInteger(value, target.node, `an integer is wanted here (${type})`);
  else {
    value.wants.add(type === "f32" ? "storesF32" : "storesF64");
    value.stores.push({ node: target.node, type });
  }
  target.given.push(value);
  return true;
}

/** Says which expression flows into a place: an integer that f32 does not hold is warned of. */
export function noteFlow(
  collection: Collection,
  instance: Reached,
  target: Value | Storage,
  value: Term,
  node: ts.Node,
): void {
  const { ts } = collection.context;
  const isField = target.kind === "number" && "scalar" in target;
  const isF32 = isField
    ? target.scalar === "f32"
    : target.kind === "number" && target.term.origin.kind === "known" && target.term.origin.type === "f32";
  if (!isF32) return;
  const isAssigned = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  collection.intoF32.push({ instance, value, node: isAssigned ? node.right : node });
}

/** Says that `value` is assigned to what `target` stands for. */
export function joinTo(target: Term, value: Term): void {
  if (!flowInto(target, value)) target.inputs.push(value);
}

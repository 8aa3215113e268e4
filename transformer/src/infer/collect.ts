// The data collected from one kernel and its callees: the terms of its numbers, which solve.ts decides, and its other values. collect-statements.ts
// collects statements, collect-expressions.ts expressions, collect-names.ts names, collect-calls.ts calls, collect-objects.ts objects.

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
  /** Whether it is a device function, which cannot capture: no launch reads values for it. */
  readonly isDeviceFn: boolean;
  /** The functions by which its reducers combine. */
  readonly combiners: Combiners;
  readonly terms: Term[];
  readonly limits: (readonly [Term, Term])[];
  /** Values assigned to variables, fields, parameters and results declared as f32. */
  readonly intoF32: { readonly instance: Reached; readonly value: Term; readonly node: ts.Node }[];
  /** The values of parameters around the kernel: functions passed to its wrapper. */
  readonly given: ReadonlyMap<ts.Symbol, FunctionNode>;
  /** The array types of captured variables, where the kernel is compiled for each class of arrays. */
  readonly arrayTypes: ReadonlyMap<ts.Symbol, ts.Type>;
  readonly givenScopes: Map<ts.Symbol, Instance>;
  /** The keys of variables that functions of one text read, by the variables that hold these functions. */
  readonly keysOfGiven: Map<ts.Symbol, Map<ts.Symbol, Key>>;
  readonly captures: Map<Key, Capture>;
  /** Captured fields, by their text and the object's name. */
  readonly paths: Map<ts.Symbol, Map<string, Key>>;
  /** The specifiers of packages' modules that the launch reads. */
  readonly modules: Set<string>;
  /** Objects that the host makes for the kernel: the name of the function that gives one, and the expression that makes it. */
  readonly made: Map<string, string>;
  /** Struct types, by their fields, and by TypeScript's types. */
  readonly structs: Map<string, Struct>;
  readonly structTypes: Map<ts.Type, Struct>;
  readonly arrays: Map<string, ArrayFacts>;
  readonly tables: Map<object, ConstantTable>;
  readonly happenings: Happenings;
  readonly unions: UnionUses;
  /** Copies of host objects. */
  readonly hostCopies: { readonly instance: Instance; readonly node: ts.Node; readonly struct: Struct }[];
  /** Shared instances: those of functions whose arguments all have known types. */
  readonly shared: Map<string, Instance>;
  /** The source files whose text decides this kernel. */
  readonly files: Set<ts.SourceFile>;
  /** The kernel and its callees. */
  readonly functions: Set<CallableNode>;
  /** Those of which a call uses the result for more than to ask whether it is there. */
  readonly used: Set<CallableNode>;
  /** Variables whose declaration was faulty: their uses are not reported. */
  readonly faulty: Set<ts.Symbol>;
  /** Values that cannot be captured, by their text at the launch: each is reported once. */
  readonly refusedCaptures: Map<ts.Symbol, Set<string>>;
  /** Nodes that the syntax check has reported: nothing that overlaps them is reported again. */
  readonly refused: ts.Node[];
  /** The number of instances with local memory. */
  localMemories: number;
  /** The number of faults, reported here or by TypeScript; a kernel with any is not lowered. */
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
    keysOfGiven: keysOfRepeated(context, given),
    captures: new Map(),
    paths: new Map(),
    modules: new Set(),
    made: new Map(),
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
    used: new Set(),
    faulty: new Set(),
    refusedCaptures: new Map(),
    refused: [],
    localMemories: 0,
    faults: 0,
  };
}

function givenSymbols({ checker }: PassContext, given: readonly GivenFunction[]): Map<ts.Symbol, FunctionNode> {
  return new Map(
    flat(given).flatMap(({ variable, fn }): [ts.Symbol, FunctionNode][] => {
      const symbol = checker.getSymbolAtLocation(variable.name);
      return symbol ? [[symbol, fn]] : [];
    }),
  );
}

/** An empty entry for each variable, where several hold functions of one text. */
function keysOfRepeated(
  { checker }: PassContext,
  given: readonly GivenFunction[],
): Map<ts.Symbol, Map<ts.Symbol, Key>> {
  const variables = new Map<FunctionNode, Set<ts.Symbol>>();
  for (const { variable, fn } of flat(given)) {
    const symbol = checker.getSymbolAtLocation(variable.name);
    if (symbol) variables.set(fn, new Set([...(variables.get(fn) ?? []), symbol]));
  }
  const repeated = [...variables.values()].filter(({ size }) => size > 1);
  return new Map(repeated.flatMap((symbols) => [...symbols].map((symbol) => [symbol, new Map()] as const)));
}

/** Reports a diagnostic with the chain of calls that leads from the kernel to it. */
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

/** Whether one contains the other. */
function overlaps(one: ts.Node, other: ts.Node): boolean {
  if (one.getSourceFile() !== other.getSourceFile()) return false;
  return (one.pos <= other.pos && one.end >= other.end) || (other.pos <= one.pos && other.end >= one.end);
}

/** Adds the results of a function's syntax check; returns false where the function cannot be checked further. */
export function isFit(collection: Collection, { refused, isTooDeep }: Check): boolean {
  collection.refused.push(...refused);
  collection.faults += refused.length;
  return !isTooDeep;
}

/** A kernel's name in messages. */
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

/** Returns the value of a variable, parameter or result of that type; reports types that kernels do not support. */
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

/** Reports why kernels do not support a type. */
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
  /** A variable that can be assigned another object is the root of what it names; a const leads to its object's. */
  isConst = true,
): Variable {
  const variable = {
    isParameter: false,
    isOnlyName: false,
    ...parts,
    isAssigned: false,
    isShared: false,
    isScratch: false,
    takesFresh: false,
    takesOthers: false,
    takesChoice: false,
    named: new Set<Variable>(),
    chosen: [],
    takesMember: false,
    takesMemory: false,
    madeInLoops: [],
    namedBy: new Set<Variable>(),
  };
  const { shape } = parts;
  if (shape.kind !== "struct" && shape.kind !== "array") return variable;
  const isOther = shape.where !== "fresh" && shape.root !== undefined && !parts.isParameter && isConst;
  if (!isConst && shape.root) variable.named.add(shape.root);
  const where = shape.where === "fresh" ? "private" : shape.where;
  const { isChoice: _, held: _held, ...plain } = shape;
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
  const { ts } = collection.context;
  const { valueDeclaration: declaration } = symbol;
  const isConst =
    !declaration || (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Const;
  return declareHosted(instance, name.text, symbol, shape, isConst);
}

/** Declares a variable of a function, or of a call inlined into one, where each call has a new variable. */
export function declareHosted(
  instance: Instance,
  name: string,
  symbol: ts.Symbol | undefined,
  shape: Value,
  isConst = true,
): Variable {
  const key = instance.host || !symbol ? { name } : symbol;
  const variable = newVariable({ name, key, shape }, isConst);
  if (symbol) instance.variables.set(symbol, variable);
  hostOf(instance).variables.set(key, variable);
  return variable;
}

/** Returns the function that contains its code. */
export function hostOf(instance: Instance): Instance {
  return instance.host ?? instance;
}

/** Records that a function uses a variable; it captures one that is not its own. */
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

/** Whether its fields or elements, or those of objects inside it, are assigned. */
export function isMutatedObject(collection: Collection, value: ObjectValue): boolean {
  return isMutated(storageOf(value), (storage) => arrayFacts(collection, storage));
}

/**
 * Records a value that flows into a target of a known type: an integer type needs an integer, a float type decides a weak float. Returns false if the
 * target's type is not known, but joined from its inputs.
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

/** Records an expression that flows into an f32, so that integers which f32 cannot hold get a warning. */
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

/** Records that `value` is assigned to `target`. */
export function joinTo(target: Term, value: Term): void {
  if (!flowInto(target, value)) target.inputs.push(value);
}

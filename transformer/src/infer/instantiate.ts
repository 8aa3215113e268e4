// Creates an instance of a function for a call. Calls whose arguments have the same known types share one, if no function encloses the callee; other
// calls get one each.

import type ts from "typescript-6";
import { checkFunction } from "../check/check-function.js";
import type { PassContext } from "../pass-context.js";
import type { CallableNode } from "../recognise/calls.js";
import { isAssigned } from "../recognise/passed-functions.js";
import { isBigInt } from "../recognise/shapes.js";
import {
  type Collection,
  calledFrom,
  complain,
  complainOfType,
  declaredValue,
  isFit,
  joinTo,
  newTerm,
  newVariable,
  noteFlow,
  type Reached,
} from "./collect.js";
import { isCondition } from "./collect-conditions.js";
import { constructorOf, isDerived } from "./collect-construction.js";
import { withRest } from "./collect-spread.js";
import { collectBody } from "./collect-statements.js";
import { textsOf } from "./collect-texts.js";
import type { Instance, Parameter, Result, Variable } from "./instance.js";
import { giveTexts, textsKey } from "./known-texts.js";
import { baseOf } from "./members.js";
import { mayBeNull } from "./nullables.js";
import { giveIdentities, identityKey } from "./object-identity.js";
import {
  type Bindings,
  type Caller,
  type CallNode,
  isNullable,
  isObject,
  type ObjectValue,
  type SelfValue,
  type Storage,
  type StructValue,
  storageHeld,
  storageKey,
  storageOf,
  type Value,
} from "./shape.js";
import { absentOfType, bind, noBindings } from "./types.js";
import { isUnion } from "./unions.js";

export type Arguments = readonly { readonly node: ts.Node; readonly value: Value | undefined }[];

export function instantiate(
  collection: Collection,
  caller: Instance,
  call: CallNode,
  declaration: CallableNode,
  name: string,
  given: Arguments,
  self: SelfValue | undefined,
  scope?: Instance,
): Instance | undefined {
  if (isActive(caller, declaration, scope)) {
    complain(collection, caller, "LW1205", "expression" in call && call.expression ? call.expression : call, [name]);
    return undefined;
  }
  if (given.some(({ value }) => value === undefined)) return undefined; // reported where it was found
  const args = withRest(collection, caller, call, declaration, given);
  if (!args) return undefined;
  const types = [self, ...args.map(({ value }) => value)].map(knownType);
  const isShared = !isEnclosed(collection, declaration) && types.every((type) => type !== undefined);
  const bindings = bindingsOfCall(collection, caller, call, declaration, self);
  const bound = [...bindings.values()].map(storageKey).join();
  const same = identityKey(collection, caller, declaration, args);
  const texts = textsKey(collection, caller, declaration, args);
  const use = isOnlyAsked(collection.context, declaration, call) ? "asked" : "";
  const key = `${declaration.getSourceFile().fileName}:${declaration.pos}:${types.join()}:${bound}:${same}:${texts}:${use}`;
  const known = isShared ? collection.shared.get(key) : undefined;
  if (known && isVisibleFrom(known, caller)) {
    linkArguments(collection, caller, known.parameters, args);
    return known;
  }
  collection.functions.add(declaration);
  if (use === "") collection.used.add(declaration);
  const before = collection.faults;
  const check = checkFunction(
    collection.context,
    declaration,
    calledFrom({ name, caller: { instance: caller, call } }),
  );
  if (!isFit(collection, check)) return undefined;
  const made = createInstance(
    collection,
    declaration,
    name,
    { instance: caller, call },
    args,
    self,
    bindings,
    false,
    scope,
  );
  if (!made) {
    if (collection.faults === before) collection.faults++;
    return undefined;
  }
  linkArguments(collection, caller, made.parameters, args);
  giveIdentities(collection, caller, made, args);
  giveTexts(collection, caller, made, args);
  collectBody(collection, made);
  if (isShared && made.localMemory === undefined) collection.shared.set(key, made);
  return made;
}

/** Whether what it takes from the calls around it is around this call, too. */
function isVisibleFrom({ outers }: Instance, caller: Instance): boolean {
  const isAround = (variable: Variable) => {
    for (let at: Instance | undefined = caller; at; at = at.caller?.instance) {
      if (at.variables.get(variable.key) === variable) return true;
    }
    return false;
  };
  return [...outers.values()].every(
    (outer) => outer.kind !== "variable" || !outer.variable.isScratch || isAround(outer.variable),
  );
}

/** The maximum depth to which closures of one function may call each other, each with its own scope. */
const DEEPEST_CLOSURES = 32;

/** Whether the function is already on the call chain; a closure is a different function in each scope. */
export function isActive(instance: Instance, declaration: CallableNode, scope: Instance | undefined): boolean {
  let depth = 0;
  for (let at: Instance | undefined = instance; at; at = at.caller?.instance) {
    if (at.declaration !== declaration) continue;
    if (at.scope === scope || ++depth > DEEPEST_CLOSURES) return true;
  }
  return false;
}

const placeKey = (value: ObjectValue): string =>
  `${storageKey(storageOf(value))} ${value.where} ${value.isMember === true}`;

/** Returns the key that two calls must have in common to share an instance; undefined if the call needs a separate one. */
function knownType(value: Value | undefined): string | undefined {
  switch (value?.kind) {
    case undefined:
      return "none";
    case "number":
      return value.term.origin.kind === "known" ? value.term.origin.type : undefined;
    case "span":
      return value.combiner || value.isCopy ? undefined : `span ${storageKey(value.element)} ${value.isLocal ?? false}`;
    case "struct":
      if (value.views || (isNullable(value) && hasWeak(storageHeld(value)))) return undefined;
      return placeKey(value);
    case "array":
      return hasWeak(value.element) ? undefined : placeKey(value);
    case "item":
      return `${value.of} ${value.dimensions}`;
    case "function":
    case "choice":
    case "path":
    case "row":
    case "subarray":
    case "functions":
    case "global":
      return undefined;
    case "boolean":
    case "text":
    case "undefined":
      return value.kind;
  }
}

function hasWeak(storage: Storage): boolean {
  return storage.kind === "weak" || (storage.kind === "array" && hasWeak(storage.element));
}

/** Whether a function encloses it, whose variables it may use. */
function isEnclosed({ context: { ts } }: Collection, declaration: CallableNode): boolean {
  for (let at: ts.Node = declaration.parent; at; at = at.parent) {
    if (ts.isFunctionLike(at)) return true;
  }
  return false;
}

function linkArguments(
  collection: Collection,
  caller: Instance,
  parameters: readonly Parameter[],
  args: Arguments,
): void {
  for (const [index, { variable, isPassed }] of parameters.entries()) {
    const given = args[index]?.value;
    if (isPassed && variable.shape.kind === "number" && given?.kind === "number") {
      joinTo(variable.shape.term, given.term);
      if (args[index]) noteFlow(collection, caller, variable.shape, given.term, args[index].node);
    }
  }
}

/** Returns the bindings of the callee's type parameters in this call. */
function bindingsOfCall(
  collection: Collection,
  caller: Instance,
  call: CallNode,
  declaration: CallableNode,
  self: SelfValue | undefined,
): Bindings {
  const { checker, ts } = collection.context;
  const found = new Map<ts.Type, Storage>(self?.kind === "struct" ? self.struct.bindings : noBindings);
  if (ts.isClassLike(declaration) || !ts.isCallExpression(call)) return found;
  if (!declaration.typeParameters || declaration.typeParameters.length === 0) return inherited(caller, found);
  const given = checker.getResolvedSignature(call);
  const declared = checker.getSignatureFromDeclaration(declaration);
  if (!given || !declared) return found;
  for (const [index, parameter] of declared.parameters.entries()) {
    const other = given.parameters[index];
    if (!other) continue;
    const theirs = checker.getTypeOfSymbolAtLocation(other, call);
    bind(collection, checker.getTypeOfSymbolAtLocation(parameter, declaration), theirs, call, caller.bindings, found);
  }
  bind(collection, declared.getReturnType(), given.getReturnType(), call, caller.bindings, found);
  return inherited(caller, found);
}

/** Adds the caller's bindings: a local function sees the type parameters of those around it. */
function inherited(caller: Instance, found: Map<ts.Type, Storage>): Bindings {
  for (const [type, storage] of caller.bindings) if (!found.has(type)) found.set(type, storage);
  return found;
}

function parametersOf(collection: Collection, declaration: CallableNode): readonly ts.ParameterDeclaration[] {
  const { ts } = collection.context;
  if (!ts.isClassLike(declaration)) return [...declaration.parameters];
  const written = constructorOf(collection, declaration);
  if (written) return [...written.parameters];
  const base = isDerived(collection, declaration) ? baseOf(collection.context, declaration) : undefined;
  return base ? parametersOf(collection, base) : [];
}

export function createInstance(
  collection: Collection,
  declaration: CallableNode,
  name: string,
  caller: Caller | undefined,
  args: Arguments,
  self: SelfValue | undefined,
  bindings: Bindings,
  isKernel = caller === undefined,
  scope?: Instance,
): Instance | undefined {
  const reached = { name, caller, bindings };
  const parameters: Parameter[] = [];
  for (const [index, node] of parametersOf(collection, declaration).entries()) {
    const parameter = parameterOf(
      collection,
      reached,
      node,
      caller ? args[index]?.value : undefined,
      args[index]?.node,
    );
    if (!parameter) return undefined;
    parameters.push(parameter);
  }
  if (isKernel) giveIndices(collection, parameters);
  const result = isKernel ? undefined : resultOf(collection, reached, declaration);
  if (result === "faulty") return undefined;
  const made = newInstance({ name, declaration, caller, scope, host: undefined, self, bindings });
  made.parameters.push(...parameters);
  for (const { variable } of parameters) made.variables.set(variable.key, variable);
  made.result = result;
  return made;
}

type Head = Pick<Instance, "name" | "declaration" | "caller" | "scope" | "host" | "bindings">;

/** Creates an instance without parameters and result. The captures of an inlined call are its host's. */
export function newInstance({ self, ...head }: Head & { readonly self: SelfValue | undefined }): Instance {
  const own = self && newVariable({ name: "this", key: { name: "this" }, shape: shapeOfSelf(self), isParameter: true });
  return {
    ...head,
    parameters: [],
    self: own,
    variables: new Map(),
    outers: head.host?.outers ?? new Map(),
    frames: new Map(),
    choices: new Map(),
    selectors: new Map(),
    spreads: new Map(),
    arrayMethods: new Map(),
    given: new Map(),
    terms: new Map(),
    values: new Map(),
    pointees: new Map(),
    wraps: new Map(),
    unwraps: new Map(),
    meetings: new Map(),
    meanings: new Map(),
    decided: new Map(),
    calls: new Map(),
    lent: new Map(),
    externalCalls: new Map(),
    functionRefs: new Map(),
    callsByReference: new Map(),
    wholes: new Map(),
    kept: new Set(),
    copies: new Map(),
    result: undefined,
    localMemory: undefined,
  };
}

function shapeOfSelf(self: SelfValue): SelfValue {
  return self.kind === "struct" && self.where === "fresh" ? { ...self, where: "private" } : self;
}

type ReachedWithTypes = Reached & { readonly bindings: Bindings };

/** Creates a parameter: its declared type, but for objects, arrays and functions the argument itself. */
function parameterOf(
  collection: Collection,
  reached: ReachedWithTypes,
  node: ts.ParameterDeclaration,
  given: Value | undefined,
  at: ts.Node | undefined,
): Parameter | undefined {
  const { checker, ts } = collection.context;
  const key = parameterSymbol(collection, node) ?? { name: "argument" };
  const isPassed = reached.caller === undefined || (given !== undefined && given.kind !== "undefined");
  const name = ts.isIdentifier(node.name) ? node.name.text : "";
  const isLeftOut = given === undefined || given.kind === "undefined";
  const isOnlyName = isLeftOut ? isMade(collection.context, node) : isObject(given) && given.where === "fresh";
  const make = (shape: Value) => {
    const variable = newVariable({ name, key, shape, isParameter: true, isOnlyName });
    return { variable, node, isPassed };
  };
  // JavaScript would replace undefined by the default. In a package, TypeScript trusts that the argument is present.
  const isBelieved =
    collection.context.bodies.files.has(node.getSourceFile()) &&
    !mayBeNull(collection.context, checker.getTypeAtLocation(node));
  if ((node.initializer || isBelieved) && isNullable(given))
    return complain(collection, reached.caller?.instance ?? reached, "LW1124", at ?? node, [(at ?? node).getText()]);
  const taken = given?.kind === "struct" || given?.kind === "array" ? { ...given, root: undefined } : given;
  if (taken && taken.kind !== "number" && taken.kind !== "boolean" && taken.kind !== "undefined") return make(taken);
  if (!reached.caller && textsOf(collection.context, checker.getTypeAtLocation(node))) {
    return complainOfType(collection, reached, node, checker.getTypeAtLocation(node)); // its numbers are those of this file
  }
  const isOfBody = collection.context.bodies.files.has(node.getSourceFile());
  if (!isPassed && !node.initializer) {
    const isUnknown = (checker.getTypeAtLocation(node).flags & ts.TypeFlags.Unknown) !== 0; // of `{ length: 8 }`
    const own = ownOfCall(collection, reached, node);
    if (own)
      return { variable: Object.assign(newVariable({ name, key, shape: own }), { takesFresh: true }), node, isPassed };
    if (node.questionToken || isOfBody || (given && isUnknown)) return make({ kind: "undefined" });
    complain(collection, reached.caller?.instance ?? reached, "LW1311", at ?? reached.caller?.call ?? node);
    return undefined;
  }
  const declared = checker.getTypeAtLocation(node);
  // Its default says which string it is.
  if (!isPassed && isOfBody && declared.flags & ts.TypeFlags.StringLike) return make({ kind: "text" });
  // An argument passed for an optional parameter is present.
  const mayBeLeftOut = node.initializer || node.questionToken || isOfBody;
  const isPresent = mayBeLeftOut && absentOfType(collection.context, declared) === "undefined";
  const present = isPresent ? checker.getNonNullableType(declared) : declared;
  const isOpen = isOfBody && (present.flags & ts.TypeFlags.Any) !== 0; // the argument says what it is
  const type = memberOfKind(collection.context, present, given, isOpen) ?? present;
  const shape = declaredValue(collection, reached, node, type);
  if (isNullable(shape) && given && given.kind !== "undefined")
    return complain(collection, reached.caller?.instance ?? reached, "LW1124", at ?? node, [(at ?? node).getText()]);
  // In a package, TypeScript does not see which of its types an argument has.
  if (isOfBody && shape && isScalar(given) && given.kind !== shape.kind)
    return complain(collection, reached.caller?.instance ?? reached, "LW1311", at ?? node);
  const combiner = collection.combiners.get(node);
  return shape && make(shape.kind === "span" && combiner ? { ...shape, combiner } : shape);
}

/** Whether the default of a parameter makes an object, `min = new Vector3()`, which has no other name unless the function assigns it. */
function isMade(context: PassContext, node: ts.ParameterDeclaration): boolean {
  return node.initializer !== undefined && context.ts.isNewExpression(node.initializer) && !isAssigned(context, node);
}

/** Returns what a parameter holds that the call leaves out and the function assigns: at first undefined. */
function ownOfCall(
  collection: Collection,
  reached: ReachedWithTypes,
  node: ts.ParameterDeclaration,
): StructValue | undefined {
  const { context } = collection;
  const declared = context.checker.getTypeAtLocation(node);
  if (absentOfType(context, declared) !== "undefined" || !isAssigned(context, node)) return undefined;
  const shape = declaredValue(collection, reached, node, declared);
  return isNullable(shape) ? { ...shape, where: "private" } : undefined;
}

const isScalar = (value: Value | undefined) => value?.kind === "number" || value?.kind === "boolean";

/** Returns the member of a union such as `number | Vector` that a call passes, if that is a number or a boolean. */
function memberOfKind(
  context: PassContext,
  type: ts.Type,
  given: Value | undefined,
  isOpen: boolean,
): ts.Type | undefined {
  const { checker } = context;
  const isNumber = given?.kind === "number";
  if (isOpen && isNumber) return given.term.isBig ? checker.getBigIntType() : checker.getNumberType();
  if (isOpen && given?.kind === "boolean") return checker.getBooleanType();
  if (!type.isUnion() || mayBeNull(context, type) || !(isNumber || given?.kind === "boolean")) return undefined;
  const ofNumber = isNumber && given.term.isBig ? checker.getBigIntType() : checker.getNumberType();
  const plain = isNumber ? ofNumber : checker.getBooleanType();
  const [first, ...others] = type.types.filter((member) => checker.isTypeAssignableTo(member, plain));
  if (!first || others.length + 1 === type.types.length) return undefined;
  return isNumber && others.length === 0 ? first : plain;
}

/** Returns the symbol of a parameter; for `constructor(readonly x: f32)` not that of the field. */
function parameterSymbol(
  { context: { checker, ts } }: Collection,
  node: ts.ParameterDeclaration,
): ts.Symbol | undefined {
  const { name } = node;
  if (!ts.isIdentifier(name)) return undefined;
  if (!ts.isParameterPropertyDeclaration(node, node.parent)) return checker.getSymbolAtLocation(name);
  return checker.getSymbolsOfParameterPropertyDeclaration(node, name.text)[0];
}

/** A kernel's parameters are its indices, which are i32. */
function giveIndices(collection: Collection, parameters: readonly Parameter[]): void {
  for (const { variable } of parameters) {
    const { shape } = variable;
    if (shape.kind !== "number") continue;
    joinTo(shape.term, newTerm(collection, { kind: "known", type: "i32", isIndex: true }, shape.term.node));
  }
}

/** Whether a package's function declares arrays of several kinds and lengths as its result: the returned value decides. */
function isOfAnyLength({ bodies, ts }: PassContext, declaration: ts.Node, returned: ts.Type): boolean {
  const isObject = ({ flags }: ts.Type) => (flags & ts.TypeFlags.Object) !== 0;
  return bodies.files.has(declaration.getSourceFile()) && returned.isUnion() && returned.types.every(isObject);
}

/** Whether a package's function returns something like `ArrayLike<number>`: the returned array decides. */
function isListOfPackage({ bodies, checker }: PassContext, declaration: ts.Node, returned: ts.Type): boolean {
  const isIndexed = returned.getNumberIndexType() !== undefined && !returned.getStringIndexType();
  return isIndexed && !checker.isTupleType(returned) && bodies.files.has(declaration.getSourceFile());
}

/** Whether a call of a package's function, which returns its argument or null, only asks which of them: `if (mat4.invert(out, a))`. */
function isOnlyAsked(context: PassContext, declaration: CallableNode, call: CallNode | undefined): boolean {
  const { bodies, checker, ts } = context;
  if (!call || !ts.isCallExpression(call) || ts.isClassLike(declaration)) return false;
  if (!bodies.files.has(declaration.getSourceFile()) || !isCondition(ts, call)) return false;
  const signature = checker.getSignatureFromDeclaration(declaration);
  const returned = signature && checker.getReturnTypeOfSignature(signature);
  if (!returned?.isUnion() || !mayBeNull(context, returned)) return false;
  const { Null, Undefined, Object: OfObjects } = ts.TypeFlags;
  return returned.types.every(({ flags }) => (flags & (Null | Undefined | OfObjects)) !== 0);
}

/** Returns a function's result by its type; undefined if it returns nothing. */
function resultOf(
  collection: Collection,
  reached: ReachedWithTypes,
  declaration: CallableNode,
): Result | undefined | "faulty" {
  const { context } = collection;
  const { checker, ts } = context;
  if (ts.isClassLike(declaration)) return undefined;
  const signature = checker.getSignatureFromDeclaration(declaration);
  const returned = signature && checker.getReturnTypeOfSignature(signature);
  if (!returned || returned.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Never)) return undefined;
  if (isOnlyAsked(context, declaration, reached.caller?.call))
    return { shape: { kind: "boolean" }, isPresence: true, ...givesNothing() };
  const isThis =
    returned.isTypeParameter() && returned.getConstraint() !== undefined && !reached.bindings.has(returned);
  const isList = checker.isArrayType(returned) || isListOfPackage(context, declaration, returned);
  const isNumber =
    returned.flags & ts.TypeFlags.NumberLike || checker.isTypeAssignableTo(returned, checker.getNumberType());
  // Of arguments whose types the declarations do not say; what is returned says it.
  const isOpen = (returned.flags & ts.TypeFlags.Any) !== 0 && context.bodies.files.has(declaration.getSourceFile());
  if (isList || isOpen || (isThis && !isNumber) || isOfAnyLength(context, declaration, returned))
    return { shape: undefined, ...givesNothing() };
  // Without the flavour that TypeScript inferred: only an explicit one pins the result.
  const plain = isBigInt(context, returned) ? checker.getBigIntType() : isNumber ? checker.getNumberType() : returned;
  const shape = declaredValue(
    collection,
    reached,
    declaration.type ?? declaration,
    declaration.type ? returned : plain,
  );
  if (!shape) return "faulty";
  if (shape.kind === "item") {
    complainOfType(collection, reached, declaration.type ?? declaration, returned);
    return "faulty";
  }
  // An object's type determines its struct; the first returned object determines its location, and whether a typed array is the kernel's own.
  const isUndecided = isObject(shape)
    ? !isNullable(shape) && !isUnion(shape) && !declaration.type
    : shape.kind === "span";
  return {
    shape: isUndecided && reached.caller ? undefined : shape,
    ...givesNothing(),
  };
}

const givesNothing = () => ({
  givesFresh: false,
  givesOthers: false,
  roots: new Set<Variable | undefined>(),
  held: { hasChoice: false, variables: new Set<Variable>() },
});

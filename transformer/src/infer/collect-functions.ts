// Collects calls of the program's functions, methods, getters and constructors, each with an instance.

import type ts from "typescript-6";
import { spanOf } from "../diagnostics/reporter.js";
import { placeOfExport } from "../package-bodies/exported-place.js";
import { readsNumbersOfThis } from "../package-bodies/module-objects.js";
import { isOwnClass } from "../package-bodies/own-class.js";
import {
  classBehind,
  declaredMethod,
  isTypedMethod,
  packageClass,
  packageConstructor,
  requestMethods,
} from "../package-bodies/package-bodies.js";
import type { PassContext } from "../pass-context.js";
import { type CallableNode, classifyCall, skipWrappers } from "../recognise/calls.js";
import { resolvedSymbol, standardGlobal } from "../recognise/library.js";
import { functionOfMember } from "../recognise/object-literals.js";
import { overridingClass, replacementOf } from "../recognise/replaced-members.js";
import { assumeClass } from "./assumed-classes.js";
import { allowMutation, copyOfHost } from "./captured-objects.js";
import { type Collection, complain } from "./collect.js";
import { collectArrayMethod, takeOuters } from "./collect-array-methods.js";
import { collectOpaque } from "./collect-calls.js";
import { expandCall, givesFunction } from "./collect-closures.js";
import { collectFields, collectParameterFields } from "./collect-construction.js";
import { collectExpression } from "./collect-expressions.js";
import { scopeOf } from "./collect-names.js";
import { collectEmpty, collectTypedArray } from "./collect-objects.js";
import { collectSpreadArgument } from "./collect-spread.js";
import { collectSubarray, givesSubarray, wholePart } from "./collect-subarrays.js";
import type { Instance, Variable } from "./instance.js";
import { type Arguments, instantiate } from "./instantiate.js";
import { noteLent } from "./lent-objects.js";
import { isLoaded, loadedFunction } from "./loaded-objects.js";
import { madeByHost } from "./made-by-host.js";
import { baseOf, memberNode } from "./members.js";
import { mayBeNull, mayGiveNothing } from "./nullables.js";
import { joinRoots, rootsOf } from "./roots.js";
import {
  type CallNode,
  isNullable,
  isObject,
  numberValue,
  type ObjectValue,
  objectOf,
  type PathValue,
  type SelfValue,
  type StructValue,
  type SubarrayValue,
  type Value,
} from "./shape.js";
import { storageOfType } from "./types.js";
import { checkGuard, unionAt } from "./unions.js";

/** Returns the values of a call's arguments. Literals and nullable arguments take the parameter's type. */
export function collectArguments(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression | ts.NewExpression,
): Arguments {
  const { context } = collection;
  return (node.arguments ?? []).flatMap((argument): Arguments => {
    if (context.ts.isSpreadElement(argument)) {
      const members = collectSpreadArgument(collection, instance, argument);
      return members ? members.map((value) => ({ node: argument, value })) : [{ node: argument, value: undefined }];
    }
    const value = skipWrappers(context, argument);
    const isLiteral =
      context.ts.isObjectLiteralExpression(value) ||
      context.ts.isArrayLiteralExpression(value) ||
      (context.ts.isNewExpression(value) && standardGlobal(context, value.expression) === "Array") ||
      (context.ts.isCallExpression(value) && /^(filled|empty)$/.test(classifyCall(context, value).kind));
    const before = collection.faults;
    const isOfType = isLiteral || isNullableAt(context, argument, node);
    const wanted = (isOfType ? expectedAt : unionAt)(collection, instance, argument);
    const given = collectExpression(collection, instance, argument, wanted);
    if (!given && collection.faults === before) complain(collection, instance, "LW1311", argument);
    return [{ node: argument, value: given }];
  });
}

/**
 * Whether the parameter also accepts null or undefined. An optional parameter has an instance for its omission; a variable passed to it selects the
 * instance by its own value.
 */
function isNullableAt(
  context: PassContext,
  argument: ts.Expression,
  call: ts.CallExpression | ts.NewExpression,
): boolean {
  const { checker, ts } = context;
  const type = checker.getContextualType(argument);
  if (type === undefined || !mayBeNull(context, type)) return false;
  const { valueDeclaration } =
    checker.getResolvedSignature(call)?.parameters[call.arguments?.indexOf(argument) ?? 0] ?? {};
  const isParameter = valueDeclaration && ts.isParameter(valueDeclaration);
  const mayBeLeftOut =
    isParameter &&
    (checker.isOptionalParameter(valueDeclaration) || context.bodies.files.has(valueDeclaration.getSourceFile()));
  return !mayBeLeftOut || (!ts.isIdentifier(argument) && mayGiveNothing(context, argument));
}

/** Returns a literal's contextual type as an object. */
function expectedAt(collection: Collection, instance: Instance, node: ts.Expression): ObjectValue | undefined {
  const type = collection.context.checker.getContextualType(node);
  const storage = type && storageOfType(collection, type, node, instance.bindings);
  return storage && !("fault" in storage) ? objectOf(storage, "fresh") : undefined;
}

/** Collects a call of a function that has a body; returns its result. */
export function callFunction(
  collection: Collection,
  instance: Instance,
  node: CallNode,
  declaration: CallableNode,
  name: string,
  self: SelfValue | undefined,
  scope?: Instance,
): Value | undefined {
  const { ts } = collection.context;
  if (ts.isCallExpression(node) && (givesFunction(collection, declaration) || givesSubarray(collection, declaration))) {
    return expandCall(collection, instance, node, declaration, { name, scope, self });
  }
  const found =
    ts.isCallExpression(node) || ts.isNewExpression(node) ? collectArguments(collection, instance, node) : [];
  const given = asInPackage(collection, declaration, found);
  const keeps = ts.isNewExpression(node) && self?.kind === "struct" && self.views !== undefined;
  const args = keeps
    ? given.map((one) => ({ ...one, value: wholePart(collection, instance, one.node, one.value) ?? one.value }))
    : given;
  const callee = instantiate(collection, instance, node, declaration, name, args, self, scope);
  if (!callee) return undefined;
  instance.calls.set(node, callee);
  takeOuters(instance, callee);
  const { result } = callee;
  const isGuard = !ts.isClassLike(declaration) && declaration.type && ts.isTypePredicateNode(declaration.type);
  // TypeScript trusts the guard.
  if (isGuard && args.some(({ value }) => isNullable(value)))
    return complain(collection, instance, "LW1124", node, [node.getText()]);
  if (isGuard && !checkGuard(collection, instance, node, args)) return undefined;
  if (!result?.shape) return undefined;
  const { shape } = result;
  if (shape.kind === "number") return numberValue(shape.term);
  if (!isObject(shape)) return shape;
  const roots = [...result.roots].flatMap((one) => rootsOf(rootOf(callee, one, args, self)));
  noteLent(collection, instance, node, callee);
  const { isMember: _, ...whole } = shape;
  if (result.givesFresh) return { ...whole, where: "fresh", root: undefined };
  const where = shape.where === "fresh" ? "private" : shape.where;
  return { ...shape, where, root: joinRoots(roots, shape), held: result.held };
}

/** Returns the caller's variable through which a result is reached. */
function rootOf(
  callee: Instance,
  root: Variable | undefined,
  args: Arguments,
  self: SelfValue | undefined,
): Variable | undefined {
  if (root === undefined || !root.isParameter) return root;
  if (root === callee.self) return isObject(self) ? self.root : undefined;
  const given = args[callee.parameters.findIndex(({ variable }) => variable === root)]?.value;
  return isObject(given) ? given.root : undefined;
}

export function collectMethod(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  name: string,
  receiver: ts.Expression,
): Value | undefined {
  const { context } = collection;
  const before = collection.faults;
  const isSuper = receiver.kind === context.ts.SyntaxKind.SuperKeyword;
  const given = isSuper ? instance.self?.shape : collectExpression(collection, instance, receiver);
  const found = given?.kind === "path" ? ofPackage(collection, given) : given;
  if (!found && given) collection.faults++; // its class is requested, and everything is compiled again
  const self =
    found?.kind === "path"
      ? (copyOfHost(collection, instance, found, skipWrappers(context, receiver)) ?? found)
      : found;
  if (self) instance.values.set(receiver, self);
  if (collection.faults > before) return undefined;
  if (self?.kind === "span" && self.isCopy && !/^(at|indexOf|includes)$/.test(name))
    return complain(collection, instance, "LW1203", receiver, [receiver.getText(), "Read its elements."]);
  if (name === "subarray" && (self?.kind === "span" || self?.kind === "subarray" || self?.kind === "array"))
    return collectSubarray(collection, instance, node, receiver, self);
  const ofArray = collectArrayMethod(collection, instance, node, name, self);
  if (ofArray !== "other") return ofArray;
  const base = isSuper ? baseClass(collection, instance) : undefined;
  if (isLoaded(self)) {
    const own = loadedFunction(collection, instance, self, name, node.expression);
    return own && callFunction(collection, instance, node, own, name, self, scopeOf(instance, own));
  }
  const isSelf = self?.kind === "struct" || self?.kind === "path";
  const method = isSelf ? memberNode(context, base ?? classOf(context, self), name) : undefined;
  if (!isSelf || !method || !context.ts.isMethodDeclaration(method)) {
    const ownSelf = found?.kind === "path" ? found : self?.kind === "struct" ? self : undefined;
    const isOfLiteral = found?.kind === "functions" || ownSelf !== undefined;
    const ofLiteral = isOfLiteral && functionOfMember(context, receiver, name);
    if (ofLiteral && isKept(collection, instance, node.expression))
      return callFunction(collection, instance, node, ofLiteral, name, ownSelf, scopeOf(instance, ofLiteral));
    collectArguments(collection, instance, node);
    if (collection.faults > before) return undefined;
    if (found?.kind === "functions")
      return complain(collection, instance, "LW1239", node.expression, [node.expression.getText()]);
    if (self?.kind === "path" && isFieldOf(context, self, name)) {
      const text = node.expression.getText();
      return complain(
        collection,
        instance,
        "LW1235",
        node.expression,
        [text, name],
        placeOfExport(context, node.expression),
      );
    }
    return collectOpaque(collection, instance, node.expression, "method");
  }
  if (!isTypedMethod(context, node.expression, method)) {
    collection.faults++; // its types are requested, and everything is compiled again
    requestMethods(context, node);
    return undefined;
  }
  const declared = declaredMethod(context, method);
  if (declared && !isKept(collection, instance, node.expression, declared)) return undefined;
  if (found?.kind === "path") {
    if (!isOwnMethod(collection, instance, found, node, name)) return undefined;
    if (!isKept(collection, instance, node.expression)) return undefined;
    if (readsNumbersOfThis(context, method)) allowMutation(collection, instance, skipWrappers(context, receiver));
  }
  return callFunction(collection, instance, node, method, name, self);
}

/** Gives a package's function host objects of its classes with the fields of the JavaScript. */
function asInPackage(collection: Collection, declaration: CallableNode, args: Arguments): Arguments {
  if (!collection.context.bodies.files.has(declaration.getSourceFile())) return args;
  return args.map((one) => {
    const value = one.value?.kind === "path" ? ofPackage(collection, one.value) : one.value;
    if (one.value && !value) collection.faults++; // its class is requested, and everything is compiled again
    return { ...one, value };
  });
}

/** Returns a host object of a package's class with the fields of the JavaScript; undefined if the class has just been requested. */
function ofPackage({ context, kernel }: Collection, path: PathValue): PathValue | undefined {
  const { checker, ts } = context;
  const declared = path.type.getSymbol()?.declarations?.find((one) => ts.isClassDeclaration(one));
  const files = [kernel.getSourceFile(), path.root.valueDeclaration?.getSourceFile()];
  const body = classBehind(context, declared, files);
  if (body === "asked") return undefined;
  const symbol = body?.name && checker.getSymbolAtLocation(body.name);
  return symbol ? { ...path, type: checker.getDeclaredTypeOfSymbol(symbol) } : path;
}

/** Whether it is a field, which holds one of several functions. */
function isFieldOf({ checker, ts }: PassContext, { type }: PathValue, name: string): boolean {
  const declaration = checker.getPropertyOfType(type, name)?.valueDeclaration;
  return (
    declaration !== undefined &&
    (ts.isPropertyDeclaration(declaration) ||
      ts.isPropertySignature(declaration) ||
      ts.isPropertyAssignment(declaration) ||
      ts.isShorthandPropertyAssignment(declaration) ||
      ts.isParameter(declaration))
  );
}

/** Whether nothing in the program replaces the object's method; reports a replacement. */
export function isKept(
  collection: Collection,
  instance: Instance,
  expression: ts.Expression,
  symbol: ts.Symbol | undefined = resolvedSymbol(collection.context, expression),
): boolean {
  const replacement = symbol && replacementOf(collection.context, symbol);
  if (!replacement) return true;
  const notes = [{ ...spanOf(replacement), message: "it is replaced here" }];
  complain(collection, instance, "LW1236", expression, [expression.getText()], notes);
  return false;
}

/** Whether a host object has the method, or all methods, of its type: no derived class overrides them. */
export function isOwnMethod(
  collection: Collection,
  instance: Instance,
  self: PathValue,
  node: ts.Node,
  name?: string,
): boolean {
  const own = classOf(collection.context, self);
  const other = own && overridingClass(collection.context, own, name);
  if (!other) return true;
  const names = [own, other].map((one) => one.name?.text ?? "a class without a name");
  complain(collection, instance, "LW1219", node, [names[0] ?? "", names[1] ?? ""]);
  return false;
}

/** Returns the class of an object, which determines its methods. */
export function classOf({ ts }: PassContext, self: SelfValue): ts.ClassLikeDeclaration | undefined {
  if (self.kind === "struct") return self.struct.declaration;
  return self.type.getSymbol()?.declarations?.find((one): one is ts.ClassLikeDeclaration => ts.isClassLike(one));
}

/** Returns the base class of the method's class, for `super.f()`. */
function baseClass({ context }: Collection, instance: Instance): ts.ClassLikeDeclaration | undefined {
  const { parent } = instance.declaration;
  const own = context.ts.isClassLike(instance.declaration) ? instance.declaration : parent;
  return context.ts.isClassLike(own) ? baseOf(context, own) : undefined;
}

/** Collects `p.length` where that is a getter; returns "none" otherwise. */
export function collectGetter(
  collection: Collection,
  instance: Instance,
  node: ts.PropertyAccessExpression,
  self: SelfValue,
): Value | undefined | "none" {
  const { context } = collection;
  const name = resolvedSymbol(context, node.name)?.name ?? node.name.text;
  const member = memberNode(context, classOf(context, self), name);
  if (!member || !context.ts.isGetAccessorDeclaration(member)) return "none";
  const always = flagOf(context, member);
  if (self.kind === "path") {
    // Otherwise its value is a capture, which the host reads with the getter.
    if (always === undefined && !readsElements(context, member)) return "none";
    if (!isOwnMethod(collection, instance, self, node, name) || !isKept(collection, instance, node)) return undefined;
  }
  if (always !== undefined) instance.decided.set(node, always);
  return callFunction(collection, instance, node, member, name, self);
}

/** What `get isVector3() { return true; }` returns. */
function flagOf({ ts }: PassContext, { body }: ts.GetAccessorDeclaration): boolean | undefined {
  const [only, ...others] = body?.statements ?? [];
  const result = only && others.length === 0 && ts.isReturnStatement(only) ? only.expression?.kind : undefined;
  return result === ts.SyntaxKind.TrueKeyword || (result === ts.SyntaxKind.FalseKeyword ? false : undefined);
}

/** Whether a getter's value may change while the kernel runs: it reads elements, or calls functions that may. */
function readsElements(context: PassContext, getter: ts.Node): boolean {
  const { ts } = context;
  const visit = (node: ts.Node): boolean => {
    if (ts.isElementAccessExpression(node)) return true;
    const call = ts.isCallExpression(node) ? classifyCall(context, node) : undefined;
    const isOfThis = call?.kind === "method" && call.receiver.kind === ts.SyntaxKind.ThisKeyword;
    return (
      call?.kind === "function" || isOfThis || (ts.forEachChild(node, (child) => visit(child) || undefined) ?? false)
    );
  };
  return visit(getter);
}

export function collectNew(
  collection: Collection,
  instance: Instance,
  node: ts.NewExpression,
  expected: ObjectValue | undefined,
): Value | undefined {
  const { context } = collection;
  const { arguments: given = [] } = node;
  if (given.length === 1 && standardGlobal(context, node.expression) === "Array")
    return collectEmpty(collection, instance, node, given[0], expected);
  if (!assumeClass(collection, instance, node)) return undefined;
  const array = collectTypedArray(collection, instance, node);
  if (array !== "other") return array;
  const symbol = resolvedSymbol(context, node.expression);
  const declared = symbol?.declarations?.find((one): one is ts.ClassLikeDeclaration => context.ts.isClassLike(one));
  const isHidden = declared?.getSourceFile().isDeclarationFile;
  const declaration = isHidden ? packageClass(context, node.expression, declared) : declared;
  const type = context.checker.getTypeAtLocation(node);
  const storage = declaration && storageOfType(collection, type, node, instance.bindings);
  if (!declaration || !storage || "fault" in storage || storage.kind !== "struct") {
    const made = declaration && isHidden ? madeByHost(collection, node, declaration) : undefined;
    if (made) return made;
    const fault = storage && "fault" in storage ? storage.fault : node.expression.getText();
    const written = isHidden ? packageConstructor(context, node.expression, declared) : undefined;
    if (written) {
      const notes = [{ ...spanOf(written), message: "this runs" }];
      return complain(collection, instance, "LW1257", node, [fault], notes);
    }
    const isGrowing = /^(Weak)?(Map|Set)$/.test(standardGlobal(context, node.expression) ?? "");
    const isDataView = standardGlobal(context, node.expression) === "DataView";
    return complain(collection, instance, isGrowing ? "LW1135" : isDataView ? "LW1255" : "LW1112", node, [fault]);
  }
  const own = instance.self?.shape;
  const isOther = own?.kind !== "struct" || own.struct.declaration !== declaration;
  if (isOwnClass(context.ts, node.expression) && isOther)
    return complain(collection, instance, "LW1112", node, [node.expression.getText()]);
  const { struct } = storage;
  const views = struct.views.length > 0 ? { views: new Map<string, SubarrayValue>() } : {};
  const self: StructValue = { kind: "struct", struct, where: "private", root: undefined, ...views };
  const before = collection.faults;
  callFunction(collection, instance, node, declaration, symbol?.name ?? "class", self);
  if (collection.faults > before) return undefined;
  const missing = struct.views.find((name) => !self.views?.has(name));
  if (missing) return complain(collection, instance, "LW1112", node, [`${struct.name} (its field ${missing})`]);
  return { ...self, where: "fresh" };
}

/** Collects `super(…)`, then the fields of the class itself. */
export function collectSuper(collection: Collection, instance: Instance, node: ts.CallExpression): undefined {
  const { context } = collection;
  const own = instance.declaration;
  const base = context.ts.isClassLike(own) ? baseOf(context, own) : undefined;
  const self = instance.self?.shape;
  if (!base || self?.kind !== "struct" || !context.ts.isClassLike(own)) {
    return collectOpaque(collection, instance, node.expression, "noBody");
  }
  callFunction(collection, instance, node, base, base.name?.text ?? "class", self);
  collectParameterFields(collection, instance);
  collectFields(collection, instance, own);
}

/** Collects the base class's constructor, for a class without one. */
export function collectConstructor(collection: Collection, instance: Instance, node: ts.ClassLikeDeclaration): void {
  const base = baseOf(collection.context, node);
  const self = instance.self?.shape;
  if (!base || self?.kind !== "struct") {
    complain(collection, instance, "LW1112", node, [node.name?.text ?? "class"]);
    return;
  }
  const args = instance.parameters.map(({ node: parameter, variable }) => ({ node: parameter, value: variable.shape }));
  const callee = instantiate(collection, instance, node, base, base.name?.text ?? "class", args, self);
  if (callee) instance.calls.set(node, callee);
}

// Classifies a call in a kernel: a Math function, a conversion, an atomic, an access to a device global, or a function
// whose body is compiled with the kernel. Decides by declarations and reports nothing.

import { type ScalarType, scalars, type TargetQuestion } from "@lanewise/ir";
import type ts from "typescript-6";
import { isAssignedElsewhere } from "../package-bodies/assigned-modules.js";
import { aliasOf, isAssignedInModule, isFixedVariable, lookedAt } from "../package-bodies/module-variables.js";
import { packageFunction } from "../package-bodies/package-bodies.js";
import type { PassContext } from "../pass-context.js";
import { type AtomicMethod, atomicFunction, atomicMethod } from "./atomic-methods.js";
import { type BitFunction, isBitFunction } from "./bit-functions.js";
import { isFunctionRefType, isItemType, pointerType, reducerType, specConstantType } from "./brands.js";
import { createCache } from "./cache.js";
import { type DeviceFunction, deviceFnNamed, isDeviceFnCall } from "./device-fns.js";
import { type DeclaredDeviceFn, declaredDeviceFn } from "./imported-device-fns.js";
import { libraryFunction, resolvedSymbol, standardGlobal } from "./library.js";
import { isName } from "./names.js";
import { replacementOf } from "./replaced-members.js";
import { shapeOf } from "./shapes.js";
import { isStandardFunction, type StandardFunction } from "./standard-functions.js";

/** A function that can be a kernel. */
export type FunctionNode = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration;
/** Anything that a kernel can call; a class stands for its constructor. */
export type CallableNode = FunctionNode | ts.MethodDeclaration | ts.AccessorDeclaration | ts.ClassLikeDeclaration;

/** `atomicRef(target, index?).fetchAdd(value)`, `Atomics.add(target, index, value)`. */
export interface AtomicCall {
  readonly kind: "atomic";
  readonly method: AtomicMethod;
  readonly target: ts.Expression;
  readonly index: ts.Expression | undefined;
  readonly operands: readonly ts.Expression[];
  /** The arguments after the operands: memory order and scope. */
  readonly ordering: readonly ts.Expression[];
}

export interface CombineCall {
  readonly kind: "combine";
  readonly reducer: ts.Expression;
  readonly index: ts.Expression | undefined;
}

export type Call =
  | { readonly kind: "math"; readonly name: string }
  | { readonly kind: "conversion"; readonly to: ScalarType }
  /** `popcount(x)`, `rotate(x, by)` */
  | { readonly kind: "bits"; readonly name: BitFunction }
  | AtomicCall
  /** `addressOf(target)`, `addressOf(array, index)`. */
  | { readonly kind: "addressOf"; readonly target: ts.Expression; readonly index: ts.Expression | undefined }
  /** `nullPointer()`, `nullFunctionRef()`. */
  | { readonly kind: "nullPointer" }
  /** `functionRef(luma)`. */
  | { readonly kind: "functionRef"; readonly argument: ts.Expression }
  /** A call of a reference to a function. */
  | { readonly kind: "byReference" }
  /** `specialized(radius)`. */
  | { readonly kind: "specialized"; readonly argument: ts.Expression }
  /** `targetIs("host")`, `hasAspect("fp64")`. */
  | { readonly kind: "target"; readonly question: TargetQuestion; readonly argument: ts.Expression }
  /** `radius.get()` of a specialization constant. */
  | { readonly kind: "specConstant" }
  /** A method of a work-item or a group. */
  | { readonly kind: "item"; readonly method: string; readonly receiver: ts.Expression }
  /** `sum.combine(value)`, `bins.at(index).combine(value)` */
  | CombineCall
  /** `.get()` and `.set(v)` of a device global or a pointer. */
  | { readonly kind: "global"; readonly method: string; readonly target: ts.Expression }
  | { readonly kind: "function"; readonly declaration: CallableNode; readonly name: string }
  /** A method of an object, found in the object's class. */
  | { readonly kind: "method"; readonly name: string; readonly receiver: ts.Expression }
  /** `localMemory(Float32Array, 64)`. */
  | { readonly kind: "localMemory"; readonly type: ts.Expression; readonly length: ts.Expression | undefined }
  /** `super(…)`. */
  | { readonly kind: "super" }
  /** `Number(x)`, `BigInt(x)`, `Boolean(x)`, and the like: a row of standard-functions.ts. */
  | { readonly kind: "standard"; readonly name: StandardFunction }
  /** `console.log(…)`. */
  | { readonly kind: "console"; readonly method: string }
  /** A function of another image, or of this one called by its symbol. */
  | { readonly kind: "deviceFn"; readonly fn: DeviceFunction | "faulty" }
  /** A device function whose body is not visible. */
  | { readonly kind: "importedDeviceFn"; readonly declaration: DeclaredDeviceFn }
  | { readonly kind: "assert" }
  /** `fixedArray(length, value)`, `new Array(length).fill(value)`. */
  | { readonly kind: "filled"; readonly length: ts.Expression | undefined; readonly value: ts.Expression | undefined }
  /** `Array(9)`: its elements are undefined. */
  | { readonly kind: "empty"; readonly length: ts.Expression | undefined }
  /** `Float64Array.of(1, 2)`. */
  | { readonly kind: "listed" }
  /** `Array.from({ length: 9 }, (_, k) => k)`, `Float64Array.from(list, f)`. */
  | { readonly kind: "mapped"; readonly source: ts.Expression; readonly fn: ts.Expression }
  /** The callee is a value: a parameter that holds a function. */
  | { readonly kind: "value" }
  /** A function without a visible body, or a callee that cannot be traced to one. */
  | {
      readonly kind: "opaque";
      readonly reason: "noBody" | "method" | "dynamic" | "library" | "host" | "atomicRef" | "reducerElement";
    };

const classified = createCache<ts.CallExpression, Call>();

export function classifyCall(context: PassContext, node: ts.CallExpression): Call {
  return classified(context, node, () => {
    const call = classify(context, node);
    const isDeclared = call.kind === "method" || (call.kind === "opaque" && call.reason === "noBody");
    const body = isDeclared ? packageFunction(context, node.expression) : undefined;
    if (body) return { kind: "function", declaration: body, name: node.expression.getText() };
    return isUnknown(call) && isFunctionRefType(context, context.checker.getTypeAtLocation(node.expression))
      ? { kind: "byReference" }
      : call;
  });
}

/** Whether the declarations leave the callee open. */
function isUnknown(call: Call): boolean {
  return /^(value|method|global|opaque)$/.test(call.kind);
}

function classify(context: PassContext, node: ts.CallExpression): Call {
  const { ts } = context;
  const callee = skipWrappers(context, node.expression);
  if (callee.kind === ts.SyntaxKind.SuperKeyword) return { kind: "super" };
  if (ts.isArrowFunction(callee) || ts.isFunctionExpression(callee)) {
    return { kind: "function", declaration: callee, name: "the function" };
  }
  if (ts.isPropertyAccessExpression(callee) && isConsole(context, callee.expression)) {
    return { kind: "console", method: callee.name.text };
  }
  const deviceFn = deviceFnNamed(context, callee);
  if (deviceFn) return { kind: "deviceFn", fn: deviceFn };
  const declared = declaredDeviceFn(context, callee);
  if (declared) return { kind: "importedDeviceFn", declaration: declared };
  if (ts.isPropertyAccessExpression(callee) && !isName(context, callee)) return classifyMethod(context, callee, node);
  const ofMath = mathNamed(context, callee);
  if (ofMath !== undefined) return { kind: "math", name: ofMath };
  const library = libraryFunction(context, callee);
  if (library !== undefined && library in scalars) return { kind: "conversion", to: library as ScalarType }; // checked
  if (isBitFunction(library)) return { kind: "bits", name: library };
  if (library === "atomicRef") return { kind: "opaque", reason: "atomicRef" };
  if (library === "assert") return { kind: "assert" };
  if (library === "fixedArray") {
    const [length, value] = node.arguments;
    return { kind: "filled", length, value };
  }
  if (library === "addressOf" && node.arguments[0]) {
    return { kind: "addressOf", target: node.arguments[0], index: node.arguments[1] };
  }
  if (library === "localMemory" && node.arguments[0]) {
    return { kind: "localMemory", type: node.arguments[0], length: node.arguments[1] };
  }
  if (library === "specialized" && node.arguments[0]) return { kind: "specialized", argument: node.arguments[0] };
  if ((library === "targetIs" || library === "hasAspect") && node.arguments[0]) {
    return { kind: "target", question: library, argument: node.arguments[0] };
  }
  if (library === "nullPointer" || library === "nullFunctionRef") return { kind: "nullPointer" };
  if (library === "functionRef" && node.arguments[0]) return { kind: "functionRef", argument: node.arguments[0] };
  if (library !== undefined) return { kind: "opaque", reason: "library" };
  const standard = standardGlobal(context, callee);
  if (standard !== undefined && isStandardFunction(standard)) return { kind: "standard", name: standard };
  if (standard === "Array" && node.arguments.length === 1) return { kind: "empty", length: node.arguments[0] };
  if (standard !== undefined) return { kind: "opaque", reason: "host" };
  return classifyFunction(context, resolvedSymbol(context, callee));
}

/** The function of Math that a const is: `const abs = Math.abs`, `const { abs } = Math`. */
function mathNamed(context: PassContext, callee: ts.Expression): string | undefined {
  const { ts } = context;
  const declaration = ts.isIdentifier(callee) ? resolvedSymbol(context, callee)?.valueDeclaration : undefined;
  if (!declaration || !(ts.isVariableDeclaration(declaration) || ts.isBindingElement(declaration))) return undefined;
  const isFixed = ts.isVariableDeclaration(declaration) && isFixedVariable(lookedAt(context), declaration);
  if (!isFixed && !(ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const)) return undefined;
  const isMath = (node: ts.Node | undefined) => node !== undefined && standardGlobal(context, node) === "Math";
  if (ts.isBindingElement(declaration)) {
    const pattern = declaration.parent.parent;
    const key = declaration.propertyName ?? declaration.name;
    const isPlain = !declaration.initializer && !declaration.dotDotDotToken && ts.isIdentifier(key);
    return isPlain && ts.isVariableDeclaration(pattern) && isMath(pattern.initializer) ? key.text : undefined;
  }
  const value = declaration.initializer && skipWrappers(context, declaration.initializer);
  return value && ts.isPropertyAccessExpression(value) && isMath(value.expression) ? value.name.text : undefined;
}

function classifyMethod(context: PassContext, callee: ts.PropertyAccessExpression, node: ts.CallExpression): Call {
  const { ts } = context;
  const object = skipWrappers(context, callee.expression);
  const standard = standardGlobal(context, object);
  if (standard === "Math") return { kind: "math", name: callee.name.text };
  const qualified = `${standard}.${callee.name.text}`;
  if (standard !== undefined && isStandardFunction(qualified)) return { kind: "standard", name: qualified };
  if (
    (ts.isNewExpression(object) || ts.isCallExpression(object)) &&
    callee.name.text === "fill" &&
    standardGlobal(context, object.expression) === "Array"
  ) {
    return { kind: "filled", length: object.arguments?.[0], value: node.arguments[0] };
  }
  const made = standard === undefined ? undefined : classifyMaker(standard, callee.name.text, node.arguments);
  if (made) return made;
  if (ts.isCallExpression(object) && libraryFunction(context, object.expression) === "atomicRef") {
    const [target, index] = object.arguments;
    const method = atomicMethod(callee.name.text);
    if (target && method) {
      const count = method.operands.length;
      const operands = node.arguments.slice(0, count);
      return { kind: "atomic", method, target, index, operands, ordering: node.arguments.slice(count) };
    }
  }
  const [array, index, ...operands] = node.arguments;
  const method = standard === "Atomics" ? atomicFunction(callee.name.text) : undefined;
  if (method && array && index) return { kind: "atomic", method, target: array, index, operands, ordering: [] };
  const type = context.checker.getTypeAtLocation(object);
  if (isItemType(context, type)) return { kind: "item", method: callee.name.text, receiver: callee.expression };
  if (specConstantType(context, type) && callee.name.text === "get") return { kind: "specConstant" };
  if (reducerType(context, type)) return classifyCombine(context, callee);
  const isPointer = pointerType(context, type) !== undefined;
  if (isPointer || shapeOf(context, object).kind === "global")
    return { kind: "global", method: callee.name.text, target: object };
  if (standard !== undefined) return { kind: "opaque", reason: "host" };
  const symbol = resolvedSymbol(context, callee);
  const declaration = symbol && memberFunction(context, symbol);
  if (symbol && !declaration && staticMember(ts, symbol)) return { kind: "opaque", reason: "dynamic" }; // assigned somewhere
  if (declaration) return { kind: "function", declaration, name: callee.name.text };
  return { kind: "method", name: symbol?.name ?? callee.name.text, receiver: callee.expression };
}

/** A static function that makes an array of the arguments or of what a function returns. */
function classifyMaker(owner: string, name: string, [source, fn]: readonly ts.Expression[]): Call | undefined {
  const isTyped = TYPED_ARRAY.test(owner);
  if (name === "of" && isTyped && source) return { kind: "listed" };
  return name === "from" && (isTyped || owner === "Array") && source && fn ? { kind: "mapped", source, fn } : undefined;
}
const TYPED_ARRAY = /^(Float|Int|Uint|BigInt|BigUint)\d+(Clamped)?Array$/;

/** Returns the length that `{ length: n }` says. */
export function statedLength(context: PassContext, source: ts.Expression): ts.Expression | undefined {
  const { ts } = context;
  const literal = skipWrappers(context, source);
  if (!ts.isObjectLiteralExpression(literal)) return undefined;
  const [property, ...others] = literal.properties;
  const isLength = property && ts.isPropertyAssignment(property) && property.name.getText() === "length";
  return isLength && others.length === 0 ? property.initializer : undefined;
}

/** A method of a reducer or of its element, which is not a value by itself. */
function classifyCombine(context: PassContext, { expression, name }: ts.PropertyAccessExpression): Call {
  const { ts } = context;
  if (name.text !== "combine") return { kind: "opaque", reason: "reducerElement" };
  const receiver = skipWrappers(context, expression);
  const isElement = ts.isCallExpression(receiver) && ts.isPropertyAccessExpression(receiver.expression);
  if (!isElement) return { kind: "combine", reducer: expression, index: undefined };
  const [index] = receiver.arguments;
  const ofReducer = reducerType(context, context.checker.getTypeAtLocation(receiver.expression.expression));
  if (!index || !ofReducer) return { kind: "combine", reducer: expression, index: undefined };
  return { kind: "combine", reducer: receiver.expression.expression, index };
}

/** The host's console, declared by TypeScript's DOM library or @types/node. */
function isConsole(context: PassContext, node: ts.Expression): boolean {
  if (!context.ts.isIdentifier(node) || node.text !== "console") return false;
  const declarations = resolvedSymbol(context, node)?.declarations ?? [];
  return declarations.length > 0 && declarations.every((one) => one.getSourceFile().isDeclarationFile);
}

/** The function behind a member of one of the program's namespaces, classes or objects. */
export function memberFunction(context: PassContext, symbol: ts.Symbol): CallableNode | undefined {
  return functionOf(context, symbol) ?? staticFunction(context, symbol);
}

/** A static method, or a function in a const object literal. */
function staticFunction(context: PassContext, symbol: ts.Symbol): CallableNode | undefined {
  const { ts } = context;
  const found = staticMember(ts, symbol);
  return found && !replacementOf(context, symbol) ? found : undefined;
}

function staticMember(ts: PassContext["ts"], symbol: ts.Symbol): CallableNode | undefined {
  for (const declaration of symbol.declarations ?? []) {
    const isStatic =
      ts.isClassElement(declaration) && (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Static) !== 0;
    const isMember = ts.isObjectLiteralExpression(declaration.parent) || isStatic;
    if (ts.isMethodDeclaration(declaration) && isMember && declaration.body) return declaration;
    const isProperty = ts.isPropertyAssignment(declaration) || (isStatic && ts.isPropertyDeclaration(declaration));
    const value = isProperty ? declaration.initializer : undefined;
    if (value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))) return value;
  }
  return undefined;
}

function classifyFunction(context: PassContext, symbol: ts.Symbol | undefined): Call {
  const declaration = symbol && functionOf(context, symbol);
  if (symbol && declaration) return { kind: "function", declaration, name: symbol.name };
  const isValue = symbol?.declarations?.some(
    (node) =>
      context.ts.isParameter(node) || context.ts.isBindingElement(node) || context.ts.isVariableDeclaration(node),
  );
  if (isValue && !symbol?.valueDeclaration?.getSourceFile().isDeclarationFile) return { kind: "value" };
  const isFunction = symbol?.declarations?.some((node) => context.ts.isFunctionDeclaration(node)) ?? false;
  const isAmbient = symbol?.valueDeclaration?.getSourceFile().isDeclarationFile ?? false;
  return { kind: "opaque", reason: isFunction || isAmbient ? "noBody" : "dynamic" };
}

/** The function with a body that a symbol always names: a declaration, or a variable that always holds a function expression. */
export function functionOf(context: PassContext, symbol: ts.Symbol): FunctionNode | undefined {
  const { ts } = context;
  for (const declaration of symbol.declarations ?? []) {
    if (ts.isFunctionDeclaration(declaration) && declaration.body)
      return isAssignedByPackage(context, declaration) ? undefined : declaration;
    if (ts.isExportAssignment(declaration)) {
      const value = skipWrappers(context, declaration.expression);
      if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return value;
    }
    if (!ts.isVariableDeclaration(declaration) || !declaration.initializer) continue;
    const isConst = (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
    if (!isConst && !isFixedVariable(lookedAt(context), declaration)) continue;
    const value = skipWrappers(context, declaration.initializer);
    const made = ts.isCallExpression(value) && isDeviceFnCall(context, value) ? value.arguments[0] : value;
    const body = made && skipWrappers(context, made);
    if (isAssignedElsewhere(context, declaration.getSourceFile())) continue;
    if (body && (ts.isArrowFunction(body) || ts.isFunctionExpression(body))) return body;
  }
  const alias = aliasOf(lookedAt(context), symbol);
  const other = alias && resolvedSymbol(context, alias);
  return other && other !== symbol ? functionOf(context, other) : undefined;
}

/** Whether JavaScript of a package assigns the name of a function, or an export of its module: TypeScript forbids that only in TypeScript. */
function isAssignedByPackage(context: PassContext, declaration: ts.FunctionDeclaration): boolean {
  const looked = lookedAt(context);
  const file = declaration.getSourceFile();
  if (!looked.isOfPackage(file)) return false;
  return isAssignedInModule(looked, declaration) || isAssignedElsewhere(context, file);
}

/** Begin, end and step of `range(…)`; undefined for every other expression. */
export function rangeOf(
  context: PassContext,
  expression: ts.Expression,
): { begin: ts.Expression | undefined; end: ts.Expression; step: ts.Expression | undefined } | undefined {
  const node = skipWrappers(context, expression);
  if (!context.ts.isCallExpression(node) || libraryFunction(context, node.expression) !== "range") return undefined;
  const [first, second, step] = node.arguments;
  if (!first) return undefined;
  return second ? { begin: first, end: second, step } : { begin: undefined, end: first, step: undefined };
}

/** The expression inside parentheses, `!`, `as`, `<T>` and `satisfies`. */
export function skipWrappers(context: PassContext, node: ts.Expression): ts.Expression {
  let inner = node;
  while (isWrapper(context, inner)) inner = inner.expression;
  return inner;
}

/** Whether a node only wraps an expression. */
export function isWrapper(
  { ts }: PassContext,
  node: ts.Node,
): node is ts.ParenthesizedExpression | ts.NonNullExpression | ts.AssertionExpression | ts.SatisfiesExpression {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAssertionExpression(node) ||
    ts.isSatisfiesExpression(node)
  );
}

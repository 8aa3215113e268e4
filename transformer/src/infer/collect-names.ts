// What an identifier in a kernel stands for: a variable, a compile-time constant, a device global, a function, or a value from
// outside that becomes a parameter (requirements X2, D13). Of an object outside, each field that is read is a parameter.

import { invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import type { DiagnosticCode } from "../diagnostics/catalogue.js";
import { readableType } from "../diagnostics/readable-type.js";
import { remedyOfRange } from "../diagnostics/remedies.js";
import type { PassContext } from "../pass-context.js";
import {
  deviceGlobalType,
  flavourOf,
  isFunctionRefType,
  isItemType,
  reducerType,
  specConstantType,
} from "../recognise/brands.js";
import { classifyCall, type FunctionNode, functionOf } from "../recognise/calls.js";
import { type DeviceGlobal, declaredGlobal, isGlobalDeclaration } from "../recognise/device-globals.js";
import { constantFiles, constantOf, evaluateDeep } from "../recognise/evaluate.js";
import { globalFor, importedGlobal } from "../recognise/imported-globals.js";
import { fits } from "../recognise/initial-bytes.js";
import { nameOfWrapper } from "../recognise/kernel-variants.js";
import { isStandard, resolvedSymbol } from "../recognise/library.js";
import { firstIdentifier, type NameNode } from "../recognise/names.js";
import { isBigInt, isErrorType, shapeOf, shapeOfType } from "../recognise/shapes.js";
import { givenAround, type Origins, originsOf, scopeOfGiven } from "./capture-origins.js";
import { type Collection, complain, newTerm, noteOuter, registerOf } from "./collect.js";
import { isCalled, madeOnHost } from "./collect-closures.js";
import { collectExpression } from "./collect-expressions.js";
import { hasGroups } from "./collect-local-memory.js";
import { captureOfText, textsOf } from "./collect-texts.js";
import { tableAt } from "./constant-tables.js";
import type { Capture, ConstantTable, Instance, Key, Meaning, Outer, Variable } from "./instance.js";
import { numberValue, objectOf, type PathValue, type Value } from "./shape.js";
import { globalValue, noBindings, valueOfType } from "./types.js";

export function collectName(collection: Collection, instance: Instance, node: NameNode): Value | undefined {
  const meaning = meaningOf(collection, instance, node);
  if (!meaning) return undefined;
  if ("path" in meaning) return meaning.path;
  instance.meanings.set(node, meaning);
  switch (meaning.kind) {
    case "constant":
      return constantValue(collection, instance, node, meaning.value);
    case "variable":
      return readOf(meaning.variable);
    case "outer":
      return outerValue(collection, node, meaning.outer);
    case "global":
      return placeOfGlobal(collection, node, meaning.global);
    case "specialization":
      throw new Error("unreachable: a specialization constant is read by its value");
    case "table":
      return tableValue(meaning.table);
    case "function":
      return meaning.fn;
    case "text":
      return { kind: "text" };
    case "undefined":
      return { kind: "undefined" };
  }
}

/** Nobody writes it, so that where it is makes no difference to what it is. */
export function tableValue({ storage }: ConstantTable): Value {
  return objectOf(storage, "memory");
}

function bigConstantOf({ context }: Collection, node: NameNode): bigint | undefined {
  const value = evaluateDeep(context, node);
  return typeof value === "bigint" ? value : undefined;
}

/** A variable that is read: of an object the place that it names. */
function readOf({ shape }: Variable): Value {
  return shape.kind === "number" ? numberValue(shape.term) : shape;
}

function placeOfGlobal(collection: Collection, node: ts.Node, { elementType, name }: DeviceGlobal): Value {
  const value = globalValue(collection, elementType, node, noBindings);
  invariant(!("fault" in value), () => `the type of the device global ${name} was found sound`);
  return value;
}

function constantValue(
  collection: Collection,
  instance: Instance,
  node: NameNode,
  value: number | boolean | bigint,
): Value | undefined {
  if (typeof value === "boolean") return { kind: "boolean" };
  const flavour = pinnedFlavour(collection, node);
  if (flavour && !fits(value, flavour)) {
    complain(collection, instance, "LW1310", node, [
      String(value),
      flavour,
      remedyOfRange(node.getText(), value, flavour),
    ]);
    return undefined;
  }
  if (flavour)
    return numberValue(newTerm(collection, { kind: "known", type: registerOf(flavour), isPinned: true }, node));
  return numberValue(newTerm(collection, { kind: "literal", value }, node));
}

/** What the declaration of a constant writes. */
function pinnedFlavour({ context }: Collection, node: NameNode) {
  const declaration = resolvedSymbol(context, node)?.valueDeclaration;
  const isPinned = declaration && context.ts.isVariableDeclaration(declaration) && declaration.type !== undefined;
  return isPinned ? flavourOf(context, context.checker.getTypeAtLocation(node)) : undefined;
}

/** A const of the kernel is computed as kernels do where JavaScript's result is none of its flavour: `const x: u32 = u32(1) << 31`. */
function isComputed(collection: Collection, node: NameNode, value: number | boolean | bigint): boolean {
  const flavour = typeof value === "boolean" ? undefined : pinnedFlavour(collection, node);
  return flavour !== undefined && typeof value !== "boolean" && !fits(value, flavour);
}

/** A captured number without flavour has a term of its own at each use: it adopts what it meets there. */
function outerValue(collection: Collection, node: ts.Node, outer: Outer): Value {
  if (outer.kind === "variable") return readOf(outer.variable);
  const { shape } = outer.capture;
  switch (shape.kind) {
    case "weakNumber":
      return numberValue(newTerm(collection, { kind: "capture", capture: shape.number }, node));
    case "number":
      return numberValue(newTerm(collection, { kind: "known", type: registerOf(shape.flavour), isPinned: true }, node));
    default:
      return shape;
  }
}

function meaningOf(
  collection: Collection,
  instance: Instance,
  node: NameNode,
): Meaning | { readonly path: PathValue } | undefined {
  const { context } = collection;
  const symbol = resolvedSymbol(context, node);
  const declaration = symbol?.valueDeclaration;
  const own = symbol && instance.variables.get(symbol);
  const enclosing = symbol && enclosingVariable(instance, symbol);
  const isPlain = !(own || enclosing) || isPlainConstant(context, declaration);
  const constant = isPlain ? (constantOf(context, node) ?? bigConstantOf(collection, node)) : undefined;
  const isKnown = constant !== undefined && isScalarOf(shapeOf(context, node).kind, constant);
  if (isKnown && !(own && isComputed(collection, node, constant))) {
    for (const file of constantFiles(context, node)) collection.files.add(file);
    return { kind: "constant", value: constant };
  }
  if (own) return { kind: "variable", variable: own };
  if (symbol?.name === "undefined") return { kind: "undefined" };
  // TypeScript has reported a name that it does not know, and we what was wrong with a declaration.
  if (!symbol || collection.faulty.has(symbol) || isErrorType(typeOfName(context, node, symbol))) {
    collection.faults++;
    return undefined;
  }
  if (!declaration || isStandard(context, symbol)) {
    complain(collection, instance, "LW1202", node, [node.getText()]);
    return undefined;
  }
  collection.files.add(declaration.getSourceFile());
  if (isGlobalDeclaration(context, declaration) && deviceGlobalType(context, context.checker.getTypeOfSymbol(symbol))) {
    return globalMeaning(collection, instance, node, declaration);
  }
  const given = enclosing ? undefined : collection.given.get(symbol);
  if (given) {
    const scope = scopeOfGiven(collection, given);
    return { kind: "function", fn: { kind: "function", declaration: given, name: symbol.name, scope } };
  }
  const fn = functionOf(context, symbol);
  if (fn) {
    const scope = scopeOf(instance, fn);
    return { kind: "function", fn: { kind: "function", declaration: fn, name: symbol.name, scope } };
  }
  const made = enclosing ? undefined : madeOnHost(collection, declaration);
  if (made) {
    const known = instance.values.get(made); // what runs is the same, and so are its variables
    const value = isCalled(known) ? known : collectExpression(collection, instance, made);
    if (isCalled(value)) return { kind: "function", fn: value, made };
    collection.faults++;
    return undefined;
  }
  const known = instance.outers.get(symbol);
  if (known) {
    if (known.kind === "capture") noteOrigins(collection, instance, node, symbol, known.capture);
    return { kind: "outer", outer: known };
  }
  const table = enclosing ? undefined : tableAt(collection, instance, node);
  if (table) return { kind: "table", table };
  if (enclosing?.kind === "variable") {
    const { variable } = enclosing;
    const outer = isUnplaced(variable.shape) ? undefined : noteOuter(instance, variable);
    return outer ? { kind: "outer", outer } : { kind: "variable", variable };
  }
  const outer = capture(collection, instance, node, symbol);
  if (!outer || "path" in outer) return outer;
  instance.outers.set(symbol, outer);
  return { kind: "outer", outer };
}

/**
 * Whether a const of a kernel is made of literals and Math alone, so that JavaScript's arithmetic is the kernel's: that of flavours
 * wraps and rounds.
 */
function isPlainConstant(context: PassContext, declaration: ts.Node | undefined): boolean {
  const { ts } = context;
  const initializer = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  const isPlain = (node: ts.Node): boolean => {
    if (ts.isCallExpression(node) && classifyCall(context, node).kind !== "math") return false;
    if (ts.isAssertionExpression(node)) return false;
    if (ts.isIdentifier(node)) {
      const named = resolvedSymbol(context, node)?.valueDeclaration;
      const isLocal =
        named && ts.isVariableDeclaration(named) && ts.findAncestor(named, ts.isFunctionLike) !== undefined;
      if (isLocal && named !== declaration && !(named.type === undefined && isPlainConstant(context, named)))
        return false;
    }
    return !ts.forEachChild(node, (child) => !isPlain(child) || undefined);
  };
  return initializer !== undefined && isPlain(initializer);
}

/** What takes no place when the kernel runs, so that it need not be passed on. */
function isUnplaced({ kind }: Value): boolean {
  return kind === "function" || kind === "choice" || kind === "path" || kind === "item" || kind === "undefined";
}

function isScalarOf(kind: string, constant: unknown): boolean {
  return kind === (typeof constant === "bigint" ? "number" : typeof constant);
}

function globalMeaning(
  collection: Collection,
  instance: Instance,
  node: NameNode,
  declaration: Parameters<typeof declaredGlobal>[1],
): Meaning | undefined {
  const { context, kernel } = collection;
  const declared = declaredGlobal(context, declaration);
  if (declared === undefined) return complain(collection, instance, "LW1406", node, [node.getText()]);
  if (declared !== "faulty") {
    const file = kernel.getSourceFile();
    const global =
      "kind" in declared ? importedGlobal(context, file, declared, node) : globalFor(context, file, declared, node);
    if ("id" in global) {
      for (const one of [global.declaration.getSourceFile(), ...global.typeFiles]) collection.files.add(one);
      return { kind: "global", global };
    }
    if (global.code) return complain(collection, instance, global.code, node, global.args);
  }
  collection.faults++;
  return undefined;
}

/** A variable of a function around a local helper, passed to it. */
function enclosingVariable(instance: Instance, symbol: Key): Outer | undefined {
  for (let at = around(instance); at; at = around(at)) {
    const variable = at.variables.get(symbol);
    if (variable) return { kind: "variable", variable };
  }
  return undefined;
}

/** Whose variables a function sees besides its own. */
function around({ scope, caller }: Instance): Instance | undefined {
  return scope ?? caller?.instance;
}

/** The function under way in which a function is written. */
export function scopeOf(instance: Instance, declaration: ts.Node): Instance | undefined {
  for (let at: Instance | undefined = instance; at; at = around(at)) {
    if (at.declaration !== declaration && isWithin(declaration, at.declaration)) return at;
  }
  return undefined;
}

/** `this` in a method is its object; in the kernel an object of the host. */
export function collectThis(collection: Collection, instance: Instance, node: ts.Expression): Value | undefined {
  const { context } = collection;
  for (let at: Instance | undefined = instance; at; at = around(at)) {
    if (!at.self) continue;
    if (at.self.shape.kind === "path") return at.self.shape;
    if (at !== instance) {
      instance.outers.set(at.self.key, { kind: "variable", variable: at.self });
      instance.meanings.set(node, { kind: "outer", outer: { kind: "variable", variable: at.self } });
    } else instance.meanings.set(node, { kind: "variable", variable: at.self });
    return at.self.shape;
  }
  const type = context.checker.getTypeAtLocation(node);
  const root = type.getSymbol();
  const isField = node.parent && context.ts.isPropertyAccessExpression(node.parent);
  const origin = givenAround(collection, node) ?? collection.kernel;
  if (!root || !isField || !isLexicalThis(collection, node, origin))
    return complain(collection, instance, "LW1113", node);
  return { kind: "path", text: "this", root, node, type, origins: [origin] };
}

/** Whether `this` is the same where the kernel stands, or the function that its wrapper is passed. */
function isLexicalThis({ context: { ts } }: Collection, node: ts.Node, origin: FunctionNode): boolean {
  for (let at: ts.Node = node; at !== origin.parent; at = at.parent) {
    if (ts.isSourceFile(at)) return false;
    if (ts.isFunctionLike(at) && !ts.isArrowFunction(at)) return false;
  }
  return true;
}

/** As `shapeOf`: the declared type, unless what a use narrows it to may matter. */
function typeOfName(context: PassContext, node: NameNode, symbol: ts.Symbol): ts.Type {
  const { ts, checker } = context;
  const declared = ts.isIdentifier(node) && symbol.valueDeclaration && checker.getTypeOfSymbol(symbol);
  const isSure = declared && !declared.isUnion() && /^(number|span)$/.test(shapeOfType(context, declared).kind);
  return isSure ? declared : checker.getTypeAtLocation(node);
}

/** A value of the host: its name must mean the same where the kernel stands, since it is read there at each launch. */
function capture(
  collection: Collection,
  instance: Instance,
  node: NameNode,
  symbol: ts.Symbol,
): Outer | { readonly path: PathValue } | undefined {
  const { context } = collection;
  if (collection.isDeviceFn) return complain(collection, instance, "LW1433", node, [node.getText()]);
  const known = collection.captures.get(symbol);
  if (known) {
    noteOrigins(collection, instance, node, symbol, known);
    return { kind: "capture", capture: known };
  }
  const origins = originsOfName(collection, instance, node, symbol);
  if (!origins) return undefined;
  const type = collection.arrayTypes.get(symbol) ?? typeOfName(context, node, symbol);
  const shape = captureShape(collection, instance, node, node.getText(), type, {
    root: symbol,
    origins,
  });
  if (!shape || shape.kind === "path") return shape && { path: shape };
  return {
    kind: "capture",
    capture: newCapture(
      collection,
      symbol,
      capturedText(collection, node.getText(), shape, typeOfName(context, node, symbol)),
      shape,
      origins,
    ),
  };
}

/** Where the name of a value of the host can be read; undefined where it cannot. */
function originsOfName(
  collection: Collection,
  instance: Instance,
  node: NameNode,
  symbol: ts.Symbol,
): Origins | undefined {
  const { context, kernel } = collection;
  if (symbol.valueDeclaration && context.bodies.files.has(symbol.valueDeclaration.getSourceFile())) {
    return complain(collection, instance, "LW1241", node, [node.getText()]);
  }
  const first = firstIdentifier(context, node);
  const wanted = first && unaliased(context, context.checker.getSymbolAtLocation(first));
  const origins = wanted ? originsOf(collection, node, first.text, wanted) : [];
  if (origins.length > 0) return origins;
  const isInside = symbol.valueDeclaration !== undefined && isWithin(symbol.valueDeclaration, kernel);
  return complain(collection, instance, isInside ? "LW1212" : "LW1201", node, [node.getText()]);
}

/** Another use of a captured value, which may stand in another function. */
function noteOrigins(
  collection: Collection,
  instance: Instance,
  node: NameNode,
  symbol: ts.Symbol,
  { origins }: Capture,
): void {
  if (collection.given.size === 0) return;
  for (const origin of originsOfName(collection, instance, node, symbol) ?? []) origins.add(origin);
}

/** What the launch reads. */
function capturedText(collection: Collection, text: string, shape: Capture["shape"], type: ts.Type): string {
  const texts = shape.kind === "text" ? textsOf(collection.context, type) : undefined;
  return texts ? captureOfText(collection, text, texts) : text;
}

function newCapture(
  collection: Collection,
  key: Key,
  name: string,
  shape: Capture["shape"],
  origins: Origins,
): Capture {
  const made: Capture = { key, name, shape, origins: new Set(origins) };
  collection.captures.set(key, made);
  return made;
}

/** A field of an object of the host. */
export function capturedField(
  collection: Collection,
  instance: Instance,
  base: PathValue,
  name: string,
  node: ts.Node,
): Value | undefined {
  const { context } = collection;
  const property = propertyNamed(context, base.type, name);
  if (!property) {
    return complain(collection, instance, "LW1306", node, [name, context.checker.typeToString(base.type)]);
  }
  if (name.startsWith("#") && !isWithin(collection.kernel, property.valueDeclaration?.parent)) {
    return complain(collection, instance, "LW1223", node, [`${base.text}.${name}`]);
  }
  const text = /^\d+$/.test(name) ? `${base.text}[${name}]` : `${base.text}.${name}`;
  const keys = collection.paths.get(base.root) ?? new Map<string, Key>();
  collection.paths.set(base.root, keys);
  const key = keys.get(text) ?? { name: text };
  keys.set(text, key);
  const known = collection.captures.get(key);
  const type = context.checker.getTypeOfSymbolAtLocation(property, node);
  const shape = known?.shape ?? captureShape(collection, instance, node, text, type, base);
  if (!shape || shape.kind === "path") return shape;
  for (const origin of base.origins) known?.origins.add(origin);
  const outer: Outer = {
    kind: "capture",
    capture: known ?? newCapture(collection, key, capturedText(collection, text, shape, type), shape, base.origins),
  };
  instance.outers.set(key, outer);
  instance.meanings.set(node, { kind: "outer", outer });
  return outerValue(collection, node, outer);
}

/** Also one with a private name, by which the checker does not look for it. */
function propertyNamed({ checker }: PassContext, type: ts.Type, name: string): ts.Symbol | undefined {
  if (!name.startsWith("#")) return checker.getPropertyOfType(type, name);
  return checker.getPropertiesOfType(type).find((property) => property.name === name);
}

function isWithin(node: ts.Node, outer: ts.Node | undefined): boolean {
  for (let at = node; at; at = at.parent) if (at === outer) return true;
  return false;
}

function unaliased(context: PassContext, symbol: ts.Symbol | undefined): ts.Symbol | undefined {
  return symbol && symbol.flags & context.ts.SymbolFlags.Alias ? context.checker.getAliasedSymbol(symbol) : symbol;
}

/** What is captured of a value of that type. */
function captureShape(
  collection: Collection,
  instance: Instance,
  node: ts.Node,
  text: string,
  type: ts.Type,
  { root, origins }: Pick<PathValue, "root" | "origins">,
): Capture["shape"] | PathValue | undefined {
  const { context } = collection;
  if (deviceGlobalType(context, type)) return complain(collection, instance, "LW1406", node, [text]);
  if (specConstantType(context, type)) return complain(collection, instance, "LW1442", node, [text]);
  if (textsOf(context, type)) return { kind: "text" };
  const shape = shapeOfType(context, type);
  if (shape.kind === "number") {
    const flavour = shape.flavour ?? (isBigInt(context, type) ? "i64" : undefined);
    if (flavour) return { kind: "number", flavour };
    return { kind: "weakNumber", number: { name: text, isInteger: false, isWord: false, isFixed: false, uses: [] } };
  }
  if (shape.kind === "boolean") return shape;
  if (shape.kind === "faulty") {
    collection.faults++;
    return undefined;
  }
  if (shape.kind === "function") return complainOfFunction(collection, instance, node, text, root);
  const isReducer = reducerType(context, type) !== undefined;
  const value = isReducer ? undefined : valueOfType(collection, type, node, instance.bindings);
  if (value && !("fault" in value) && value.kind === "span") {
    return value.isLocal && !hasGroups(instance) ? complain(collection, instance, "LW1508", node) : value;
  }
  if (isPlainObject(context, type) && !isReducer && !isItemType(context, type))
    return { kind: "path", text, root, node, type, origins };
  const element = context.checker.isArrayType(type) ? type.getNumberIndexType() : undefined;
  if (element && isFunctionRefType(context, element)) return complain(collection, instance, "LW1447", node, [text]);
  // One error for all uses: they are mended where it is declared.
  const refused = collection.refusedCaptures.get(root) ?? new Set();
  collection.refusedCaptures.set(root, refused);
  if (refused.has(text)) {
    collection.faults++;
    return undefined;
  }
  refused.add(text);
  if (isReadText(context, node, type)) return complain(collection, instance, "LW1249", node, [text]);
  return complain(collection, instance, codeOfList(context, element), node, [
    text,
    readableType(context.checker.typeToString(type)),
  ]);
}

/** `text.charCodeAt(k)`, `text.length` and `text[k]`. */
function isReadText({ ts }: PassContext, node: ts.Node, type: ts.Type): boolean {
  const { parent } = node;
  const isRead = ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent);
  return isRead && parent.expression === node && (type.flags & ts.TypeFlags.StringLike) !== 0;
}

/** What is said of an ordinary array of such elements, and of other values. */
function codeOfList(context: PassContext, element: ts.Type | undefined): DiagnosticCode {
  const isNumber = (type: ts.Type | undefined) => type !== undefined && shapeOfType(context, type).kind === "number";
  if (isNumber(element)) return "LW1220";
  const isNested = element !== undefined && context.checker.isArrayType(element);
  return isNested && isNumber(element.getNumberIndexType()) ? "LW1246" : "LW1204";
}

/** A function of the host that is not known: the parameter of a wrapper has a message of its own. */
function complainOfFunction(
  collection: Collection,
  instance: Instance,
  node: ts.Node,
  text: string,
  { valueDeclaration }: ts.Symbol,
): undefined {
  const { context } = collection;
  const isParameter =
    valueDeclaration && context.ts.isParameter(valueDeclaration) && text === valueDeclaration.name.getText();
  if (!isParameter) return complain(collection, instance, "LW1208", node, [text]);
  complain(collection, instance, "LW1231", node, [text, nameOfWrapper(context, valueDeclaration)]);
}

/** An object of the program's own types, whose fields can be read one by one. */
function isPlainObject(context: PassContext, type: ts.Type): boolean {
  const { ts, checker } = context;
  if (!(type.flags & ts.TypeFlags.Object) || type.getCallSignatures().length > 0) return false;
  if (checker.isTupleType(type)) return true;
  const symbol = type.getSymbol();
  if (checker.isArrayType(type) || type.getStringIndexType()) return false;
  return !symbol || !isStandard(context, symbol);
}

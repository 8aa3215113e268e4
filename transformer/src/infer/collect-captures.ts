// Collects captures: host values, and fields of host objects, that become parameters. A name must mean the same at the kernel.

import type ts from "typescript-6";
import type { DiagnosticCode } from "../diagnostics/catalogue.js";
import { readableType } from "../diagnostics/readable-type.js";
import type { PassContext } from "../pass-context.js";
import { deviceGlobalType, isFunctionRefType, isItemType, reducerType, specConstantType } from "../recognise/brands.js";
import { skipWrappers } from "../recognise/calls.js";
import { nameOfWrapper } from "../recognise/kernel-variants.js";
import { isStandard } from "../recognise/library.js";
import { firstIdentifier, type NameNode } from "../recognise/names.js";
import { isBigInt, shapeOfType } from "../recognise/shapes.js";
import { lambdaOfStandard } from "../recognise/standard-values.js";
import { holderAround, isOfModule, keyOfCapture, type Origins, originsOf } from "./capture-origins.js";
import { type Collection, complain, newTerm, registerOf } from "./collect.js";
import { hasGroups } from "./collect-local-memory.js";
import { captureOfText, textsOf } from "./collect-texts.js";
import type { Capture, Instance, Key, Outer, Variable } from "./instance.js";
import { isLoaded, loadedMember } from "./loaded-objects.js";
import { mayBeNull } from "./nullables.js";
import { type Field, isNullable, numberValue, objectOf, type PathValue, type Value } from "./shape.js";
import { valueOfType } from "./types.js";
import { isUnion } from "./unions.js";

/** Captures a host value: its name must mean the same at the kernel, since it is read there at each launch. */
export function capture(
  collection: Collection,
  instance: Instance,
  node: NameNode,
  symbol: ts.Symbol,
): Outer | { readonly path: PathValue } | undefined {
  const { context } = collection;
  if (collection.isDeviceFn) return complain(collection, instance, "LW1433", node, [node.getText()]);
  const holder = holderAround(collection, instance, symbol);
  const key = keyOfCapture(collection, holder, symbol);
  const known = collection.captures.get(key);
  if (known) {
    noteOrigins(collection, instance, node, symbol, known);
    return { kind: "capture", capture: known };
  }
  const origins = originsOfName(collection, instance, node, symbol);
  if (!origins) return undefined;
  const type = collection.arrayTypes.get(symbol) ?? unionOf(context, symbol) ?? typeOfName(context, node, symbol);
  const text = node.getText();
  const shape = isListOfPackage(context, symbol, type, node)
    ? copyOfList
    : captureShape(collection, instance, node, text, type, { root: symbol, origins });
  if (!shape || shape.kind === "path") return shape && { path: shape };
  const isOfPackage = symbol.valueDeclaration && context.bodies.files.has(symbol.valueDeclaration.getSourceFile());
  const own = capturedText(collection, text, shape, typeOfName(context, node, symbol));
  const read = isOfPackage ? checkedText(own, shape) : own;
  return { kind: "capture", capture: newCapture(collection, key, read, shape, origins, holder) };
}

/** An ordinary array of a package, which the launch copies. */
const copyOfList = { kind: "span", element: { kind: "number", scalar: "f64" }, isCopy: true } as const;

/** The text of what a package's function keeps for those that it returns: nobody has checked that its variables hold numbers. */
function checkedText(text: string, shape: Capture["shape"]): string {
  if (shape.kind === "span" && shape.isCopy) return numbersIn(text);
  return shape.kind === "weakNumber" ? numberIn(text) : text;
}

/** Returns the origins from which a host value's name can be read; undefined if there are none. */
function originsOfName(
  collection: Collection,
  instance: Instance,
  node: NameNode,
  symbol: ts.Symbol,
): Origins | undefined {
  const { context, kernel } = collection;
  const isOfPackage = symbol.valueDeclaration && context.bodies.files.has(symbol.valueDeclaration.getSourceFile());
  // A copy of its maker marks a function that the host has made, where it reads what it uses.
  if (isOfPackage && (collection.given.size === 0 || isOfModule(context, symbol))) {
    return complain(collection, instance, "LW1241", node, [node.getText()]);
  }
  const first = firstIdentifier(context, node);
  const wanted = first && unaliased(context, context.checker.getSymbolAtLocation(first));
  const origins = wanted ? originsOf(collection, node, first.text, wanted) : [];
  if (origins.length > 0) return origins;
  if (isOfPackage) return complain(collection, instance, "LW1241", node, [node.getText()]);
  const isInside = symbol.valueDeclaration !== undefined && isWithin(symbol.valueDeclaration, kernel);
  return complain(collection, instance, isInside ? "LW1212" : "LW1201", node, [node.getText()]);
}

/** Notes another use of a captured value, possibly in another function. */
export function noteOrigins(
  collection: Collection,
  instance: Instance,
  node: NameNode,
  symbol: ts.Symbol,
  { origins }: Capture,
): void {
  if (collection.given.size === 0) return;
  for (const origin of originsOfName(collection, instance, node, symbol) ?? []) origins.add(origin);
}

/** Returns the expression that the launch reads. */
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
  holder?: ts.Symbol,
): Capture {
  const made: Capture = { key, name, shape, origins: new Set(origins), holder };
  collection.captures.set(key, made);
  return made;
}

/** Captures a field of a host object. */
export function capturedField(
  collection: Collection,
  instance: Instance,
  base: PathValue,
  name: string,
  node: ts.Node,
): Value | undefined {
  const { context } = collection;
  if (isLoaded(base)) return loadedMember(collection, instance, base, name, node);
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
  const type = unionOf(context, property) ?? context.checker.getTypeOfSymbolAtLocation(property, node);
  const isList = isListOfPackage(context, property, type, node);
  const list = isList ? copyOfList : undefined;
  if (!known && base.guard === undefined && mayLack(context, property, type))
    return complainOfMissing(collection, instance, node, text, type);
  const shape = known?.shape ?? list ?? captureShape(collection, instance, node, text, type, base);
  if (shape?.kind === "path" && base.guard !== undefined) return { ...shape, guard: base.guard };
  if (!shape || shape.kind === "path") return shape;
  for (const origin of base.origins) known?.origins.add(origin);
  const outer: Outer = {
    kind: "capture",
    capture:
      known ??
      newCapture(
        collection,
        key,
        isList ? numbersIn(text) : guarded(base, capturedText(collection, text, shape, type), shape),
        shape,
        base.origins,
      ),
  };
  instance.outers.set(key, outer);
  instance.meanings.set(node, { kind: "outer", outer });
  return outerValue(collection, node, outer);
}

/**
 * Whether an object may lack a text, an array or an object, though the property's type does not say so (`exactOptionalPropertyTypes`). A launch
 * reports a missing number itself.
 */
function mayLack(context: PassContext, property: ts.Symbol, type: ts.Type): boolean {
  const isOptional = (property.flags & context.ts.SymbolFlags.Optional) !== 0;
  return isOptional && !mayBeNull(context, type) && !/^(number|boolean)$/.test(shapeOfType(context, type).kind);
}

function complainOfMissing(
  collection: Collection,
  instance: Instance,
  node: ts.Node,
  text: string,
  type: ts.Type,
): undefined {
  const { context } = collection;
  const name = readableType(context.checker.typeToString(type));
  return complain(collection, instance, "LW1204", node, [text, `${name} | undefined`, remedyOfMissing(text)]);
}

/** Whether a package's code reads an ordinary array of numbers, of an object of its class or of a function that returns functions. */
function isListOfPackage(
  { bodies, checker, ts }: PassContext,
  { valueDeclaration }: ts.Symbol,
  type: ts.Type,
  node: ts.Node,
): boolean {
  const isOfPackage = [node, valueDeclaration].every((one) => one && bodies.files.has(one.getSourceFile()));
  const element = isOfPackage && checker.isArrayType(type) ? type.getNumberIndexType() : undefined;
  return element !== undefined && (element.flags & (ts.TypeFlags.Any | ts.TypeFlags.NumberLike)) !== 0;
}

/** The text of a copy of an array for the launch, which throws where an element is no number. */
function numbersIn(text: string): string {
  const message = JSON.stringify(`an element of ${text} is no number, and a kernel reads it`);
  return `Float64Array.from(${text}, (x) => { if (typeof x !== "number") throw new TypeError(${message}); return x; })`;
}

/** The text of a number for the launch, which throws where it is none. */
function numberIn(text: string): string {
  const message = JSON.stringify(`${text} is no number, and a kernel reads it`);
  return `((x) => { if (typeof x !== "number") throw new TypeError(${message}); return x; })(${text})`;
}

/** Substitutes a default for a field that the object lacks: no kernel reads it. */
function guarded({ guard }: PathValue, text: string, shape: Capture["shape"]): string {
  if (guard === undefined) return text;
  const isBig = shape.kind === "number" && /^[iu]64$/.test(shape.flavour);
  return `(${guard} ? ${text} : ${shape.kind === "boolean" ? "false" : isBig ? "0n" : "0"})`;
}

/** Returns the declared type of a value that is one of several objects: TypeScript narrows it at each use, but the launch reads it once. */
function unionOf({ checker, ts }: PassContext, symbol: ts.Symbol): ts.Type | undefined {
  const type = checker.getTypeOfSymbol(symbol);
  return type.isUnion() && type.types.every(({ flags }) => flags & ts.TypeFlags.Object) ? type : undefined;
}

/** Finds a property, including private ones, which the checker does not find by name. */
function propertyNamed({ checker }: PassContext, type: ts.Type, name: string): ts.Symbol | undefined {
  if (!name.startsWith("#")) return checker.getPropertyOfType(type, name);
  return checker.getPropertiesOfType(type).find((property) => property.name === name);
}

export function isWithin(node: ts.Node, outer: ts.Node | undefined): boolean {
  for (let at = node; at; at = at.parent) if (at === outer) return true;
  return false;
}

function unaliased(context: PassContext, symbol: ts.Symbol | undefined): ts.Symbol | undefined {
  return symbol && symbol.flags & context.ts.SymbolFlags.Alias ? context.checker.getAliasedSymbol(symbol) : symbol;
}

/** Returns the shape of a captured value of that type. */
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
  if (value && !("fault" in value) && isUnion(value) && value.struct.fields.every(isAlwaysThere))
    return { kind: "path", text, root, node, type, origins };
  if (isPlainObject(context, type) && !isReducer && !isItemType(context, type))
    return { kind: "path", text, root, node, type, origins };
  const element = context.checker.isArrayType(type) ? type.getNumberIndexType() : undefined;
  if (element && isFunctionRefType(context, element)) return complain(collection, instance, "LW1447", node, [text]);
  // One error for all uses: one change of the declaration fixes them all.
  const refused = collection.refusedCaptures.get(root) ?? new Set();
  collection.refusedCaptures.set(root, refused);
  if (refused.has(text)) {
    collection.faults++;
    return undefined;
  }
  refused.add(text);
  if (isReadText(context, node, type)) return complain(collection, instance, "LW1249", node, [text]);
  const code = codeOfList(context, element);
  const remedies = code === "LW1253" && element ? [remedyOfObjects(element, text)] : [];
  if (code === "LW1204") remedies.push(remedyOfCapture(context, type, text));
  if (code === "LW1260" && element) remedies.push(element.getSymbol()?.name ?? "Float64Array");
  const name = readableType(context.checker.typeToString(type));
  return complain(collection, instance, code, node, [text, name, ...remedies]);
}

/** Whether an array of such objects can be a constant, or an array of structs. */
function isLaidOutOrUnion({ checker, ts }: PassContext, type: ts.Type): boolean {
  const members = type.isUnion() ? type.types : [type];
  return members.every((one) => {
    const isObject = (one.flags & ts.TypeFlags.Object) !== 0 && !checker.isArrayType(one) && !checker.isTupleType(one);
    return isObject && one.getCallSignatures().length === 0 && !one.getStringIndexType();
  });
}

/** Whether it is `text.charCodeAt(k)`, `text.length` or `text[k]`. */
function isReadText({ ts }: PassContext, node: ts.Node, type: ts.Type): boolean {
  const { parent } = node;
  const isRead = ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent);
  return isRead && parent.expression === node && (type.flags & ts.TypeFlags.StringLike) !== 0;
}

/** What to capture in place of a value that no launch can pass. */
function remedyOfCapture({ ts, checker }: PassContext, type: ts.Type, text: string): string {
  const name = /\w+$/.exec(text)?.[0] ?? "value";
  if (type.flags & ts.TypeFlags.TypeParameter)
    return `Give the function that launches the kernel a parameter for the array itself, \`<T extends Float32Array | Float64Array>(${name}: T)\`, and read that.`;
  if (checker.getNonNullableType(type) !== type && text !== name) return remedyOfMissing(text);
  return "Capture numbers, booleans, typed arrays, struct arrays and plain objects of those.";
}

function remedyOfMissing(text: string): string {
  const name = /\w+$/.exec(text)?.[0] ?? "value";
  return `Before the kernel, say what stands for a missing value, \`const ${name} = ${text} ?? …;\`, and read \`${name}\`.`;
}

function remedyOfObjects(element: ts.Type, text: string): string {
  if (element.isUnion()) return "Otherwise give each member its own typed array.";
  return `Else keep them in the queue's memory: \`const objects = q.mallocShared(structOf<…>(), ${text});\`, and read these.`;
}

function isAlwaysThere({ storage }: Field): boolean {
  return !isNullable(objectOf(storage));
}

/** Returns the diagnostic for an ordinary array of such elements, or for another value. */
function codeOfList(context: PassContext, element: ts.Type | undefined): DiagnosticCode {
  if (element && shapeOfType(context, element).kind === "function") return "LW1268";
  if (element && shapeOfType(context, element).kind === "span") return "LW1260";
  if (element && isLaidOutOrUnion(context, element)) return "LW1253";
  const isNumber = (type: ts.Type | undefined) => type !== undefined && shapeOfType(context, type).kind === "number";
  if (isNumber(element)) return "LW1220";
  const isNested = element !== undefined && context.checker.isArrayType(element);
  return isNested && isNumber(element.getNumberIndexType()) ? "LW1246" : "LW1204";
}

/** Reports an unknown host function; the parameter of a wrapper, and what a function has made, have their own messages. */
function complainOfFunction(
  collection: Collection,
  instance: Instance,
  node: ts.Node,
  text: string,
  { valueDeclaration }: ts.Symbol,
): undefined {
  const { context } = collection;
  const { ts } = context;
  const isVariable =
    valueDeclaration && (ts.isParameter(valueDeclaration) || ts.isVariableDeclaration(valueDeclaration));
  if (!isVariable || text !== valueDeclaration.name.getText())
    return complain(collection, instance, "LW1208", node, [text]);
  if (ts.isParameter(valueDeclaration))
    return complain(collection, instance, "LW1231", node, [text, nameOfWrapper(context, valueDeclaration)]);
  const made = valueDeclaration.initializer && skipWrappers(context, valueDeclaration.initializer);
  const standard = made && lambdaOfStandard(context, ts.isPropertyAccessExpression(made) ? made.expression : made);
  if (standard) return complain(collection, instance, "LW1270", node, [standard.at.getText(), standard.text]);
  if (!made || !ts.isCallExpression(made)) return complain(collection, instance, "LW1208", node, [text]);
  complain(collection, instance, "LW1261", node, [text, made.expression.getText()]);
}

/** Whether it is an object of the program's own types, whose fields can be read one by one. */
function isPlainObject(context: PassContext, type: ts.Type): boolean {
  const { ts, checker } = context;
  if (!(type.flags & ts.TypeFlags.Object) || type.getCallSignatures().length > 0) return false;
  if (checker.isTupleType(type)) return true;
  const symbol = type.getSymbol();
  if (checker.isArrayType(type) || type.getStringIndexType()) return false;
  return !symbol || !isStandard(context, symbol);
}

/** Returns the declared type, as in `shapeOf`, unless narrowing may matter. */
export function typeOfName(context: PassContext, node: NameNode, symbol: ts.Symbol): ts.Type {
  const { ts, checker } = context;
  const declared = ts.isIdentifier(node) && symbol.valueDeclaration && checker.getTypeOfSymbol(symbol);
  const isSure = declared && !declared.isUnion() && /^(number|span)$/.test(shapeOfType(context, declared).kind);
  return isSure ? declared : checker.getTypeAtLocation(node);
}

/** Returns the value of a variable; for an object, a reference to it. */
export function readOf({ shape }: Variable): Value {
  return shape.kind === "number" ? numberValue(shape.term) : shape;
}

/** Returns an outer value. A captured number without a flavour has a separate term at each use, and adopts the type there. */
export function outerValue(collection: Collection, node: ts.Node, outer: Outer): Value {
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

// Lowers whole functions: the kernel, with its captures as parameters, and each instance of the functions that it calls, once for each combination of
// types.

import {
  type Block,
  blocksOf,
  build,
  encodeMessage,
  type Fn,
  forEachStmt,
  isValueScalar,
  type Stmt,
  type Type,
  typeName,
} from "@lanewise/ir";
import type ts from "typescript-6";
import { type Collection, complain, hostOf, isMutatedObject } from "../infer/collect.js";
import { endsOpen, givesUndefined } from "../infer/collect-statements.js";
import type { Capture, Instance, Key, Parameter, Variable } from "../infer/instance.js";
import {
  type CalledValue,
  isObject,
  type ObjectValue,
  type SubarrayValue,
  storageOf,
  type Value,
} from "../infer/shape.js";
import { constantOfTerm, isFloatType, type Term } from "../infer/term.js";
import { narrowed } from "./coerce.js";
import { lowerConstruction } from "./construction.js";
import { isReadonlyParameter, itemMark } from "./device-fns.js";
import { addLocal, createEmitter, emit, emitAt, type FunctionEmitter, readLocal } from "./function-emitter.js";
import type { ModuleBuilder } from "./module-builder.js";
import { clearScratch } from "./module-objects.js";
import { lowerUndefined } from "./nullables.js";
import { copyObject } from "./objects.js";
import { lowerParameters, lowerReturn, lowerStatement, zero } from "./statements.js";
import {
  checkObject,
  checkResult,
  dataTypeOf,
  isCopied,
  localIndex,
  localType,
  outerType,
  ownsObject,
  readVariable,
  refTo,
  typeOfValue,
  writeVariable,
} from "./variables.js";

export interface KernelHead {
  readonly symbol: string;
  readonly name: string;
  readonly dimensions: 0 | 1 | 2 | 3;
}

/** Returns the kernel's captures, in the order of its parameters. */
export function capturesOf(instance: Instance): Capture[] {
  return [...instance.outers.values()].flatMap((outer) => (outer.kind === "capture" ? [outer.capture] : []));
}

export function lowerKernel(collection: Collection, module: ModuleBuilder, instance: Instance, head: KernelHead): void {
  const emitter = createEmitter(collection, module, instance);
  declareOuters(emitter);
  for (const [index, { shape }] of capturesOf(instance).entries()) {
    const local = emitter.locals[index];
    if (local && shape.kind === "span" && shape.isLocal) emitter.locals[index] = { ...local, isLocal: true };
  }
  declareReducers(emitter, instance);
  const parameters = emitter.locals.length;
  declareVariables(emitter, instance);
  for (const [dimension, { variable }] of instance.parameters.entries()) {
    if (variable.shape.kind !== "number") continue;
    const id = build.query("globalId", dimension as 0 | 1 | 2); // a kernel has at most three parameters, its indices
    const { type } = variable.shape.term;
    const value = build.convert(isFloatType(type) ? "convert" : "wrap", type, id);
    writeVariable(emitter, variable.key, narrowed(emitter, value, variable.shape.narrow));
  }
  lowerBody(emitter);
  finishKernel(emitter, head, parameters);
}

/** Adds the kernel whose body has been emitted to the module. */
export function finishKernel(emitter: FunctionEmitter, head: KernelHead, parameters: number): void {
  const { instance, module } = emitter;
  const specialized = capturesOf(instance).flatMap(({ isSpecialized }, index) => (isSpecialized ? [index] : []));
  module.functionIndex(head.symbol, () => {
    const fn = finish(emitter, head, "kernel", parameters, "void", instance.declaration);
    return specialized.length > 0 ? { ...fn, specialized } : fn;
  });
}

/** Declares the reducers, the parameters that follow a kernel's captures. */
function declareReducers(emitter: FunctionEmitter, { parameters }: Instance): void {
  for (const { variable } of parameters) {
    const type = variable.shape.kind === "span" ? typeOfValue(emitter.module, variable.shape) : undefined;
    if (type) declare(emitter, variable.key, type);
  }
}

export function declareOuters(emitter: FunctionEmitter): void {
  for (const [key, outer] of emitter.instance.outers) {
    const type = outerType(emitter.module, outer);
    if (type) declare(emitter, key, type);
  }
}

/**
 * Returns the index of an instance's function in the module, and lowers it the first time. Its parameters: storage for the object that it returns,
 * `this`, the passed parameters, and its captures.
 */
export function lowerInstance(collection: Collection, module: ModuleBuilder, instance: Instance): number {
  const key = instanceKey(collection, module, instance);
  return module.functionIndex(`instance ${key}`, () => lowerFunction(collection, module, instance));
}

/** Lowers a function; `head` gives an exported function the symbol by which others know it. */
export function lowerFunction(
  collection: Collection,
  module: ModuleBuilder,
  instance: Instance,
  head?: KernelHead,
  linkage: "internal" | "exported" = "internal",
): Fn {
  const emitter = createEmitter(collection, module, instance);
  checkResult(collection, instance);
  const made = madeBy(collection, instance);
  if (made) emitter.result = readLocal(emitter, addLocal(emitter, "result", refTo(dataTypeOf(module, made))));
  const moved = new Map<Variable, number>();
  if (instance.self) declareParameter(emitter, instance.self, moved);
  for (const parameter of instance.parameters) {
    if (linkage === "exported") declareExported(emitter, parameter, moved);
    else if (parameter.isPassed) declareParameter(emitter, parameter.variable, moved);
  }
  declareOuters(emitter);
  const parameters = emitter.locals.length;
  declareVariables(emitter, instance);
  copyParameters(emitter, instance, moved);
  clearScratch(emitter);
  lowerBody(emitter);
  const given = made ? undefined : instance.result?.shape;
  const result = (given && typeOfValue(module, given)) ?? "void";
  const isOpen = instance.result !== undefined && endsOpen(collection, instance.declaration);
  const isReached = isOpen && reachesEnd(emitter.statements);
  if (isReached && givesUndefined(instance)) lowerReturn(emitter, undefined);
  else if (isReached) {
    const text = encodeMessage([`${instance.name} returned nothing`]);
    emit(emitter, build.fail(module.addSite("assert", text, instance.declaration)));
  } else if (result !== "void" && reachesEnd(emitter.statements)) closeEnd(emitter, instance, result);
  const own = { symbol: `${instance.name}.${module.functionCount()}`, name: instance.name, dimensions: 0 } as const;
  // A value's type is never that of an aggregate.
  return finish(emitter, head ?? own, linkage, parameters, result as Fn["result"], instance.declaration);
}

/** Returns the type of the object that a function builds in its caller's storage: a fresh one, or a copy. */
export function madeBy(collection: Collection, { result }: Instance): ObjectValue | undefined {
  if (!result || !isObject(result.shape)) return undefined;
  const { givesFresh, shape, held } = result;
  return givesFresh || (!isMutatedObject(collection, shape) && isCopied(collection, held)) ? shape : undefined;
}

/** Declares a parameter under its passed type; one whose variable has another type is added to `moved` with the local that receives it. */
function declareParameter(emitter: FunctionEmitter, variable: Variable, moved: Map<Variable, number>): void {
  const type = typeOfValue(emitter.module, variable.shape);
  if (!type) return;
  const own = localType(emitter.collection, emitter.module, variable);
  if (own && typeName(own) === typeName(type)) {
    declare(emitter, variable.key, type);
    return;
  }
  moved.set(variable, addLocal(emitter, variable.name, type));
}

/** Declares a parameter of a function that other modules call by its declared types. */
function declareExported(emitter: FunctionEmitter, { variable, node }: Parameter, moved: Map<Variable, number>): void {
  const { shape, name } = variable;
  const index = emitter.locals.length;
  if (shape.kind === "item") addLocal(emitter, name, refTo(itemMark(emitter.module, shape)));
  else declareParameter(emitter, variable, moved);
  const local = emitter.locals[index];
  const isReadonly = isObject(shape) && isReadonlyParameter(emitter.collection.context, node);
  if (local && isReadonly) emitter.locals[index] = { ...local, isReadonly };
}

function copyParameters(emitter: FunctionEmitter, instance: Instance, moved: ReadonlyMap<Variable, number>): void {
  for (const [variable, index] of moved) {
    const given = readLocal(emitter, index);
    if (isObject(variable.shape)) {
      copyObject(emitter, readLocal(emitter, localIndex(emitter, variable.key)), given, instance.declaration);
    } else writeVariable(emitter, variable.key, given);
  }
}

/** Whether the end is reachable by the IR's rules; TypeScript, which knows more, has found it unreachable. */
function reachesEnd(block: Block): boolean {
  const last = block.at(-1);
  switch (last?.kind) {
    case "return":
    case "fail":
      return false;
    case "if":
      return reachesEnd(last.then) || reachesEnd(last.else);
    case "loop":
      return !(last.condition.kind === "const" && last.condition.value === true) || canBreak(last);
    default:
      return true;
  }
}

function canBreak(loop: Stmt & { kind: "loop" }): boolean {
  let isFound = false;
  for (const block of blocksOf(loop)) {
    forEachStmt(block, (stmt) => {
      isFound ||= stmt.kind === "break" && stmt.label === loop.label;
    });
  }
  return isFound;
}

function closeEnd(emitter: FunctionEmitter, instance: Instance, result: Type): void {
  const declaration = instance.declaration as ts.FunctionDeclaration; // constructors return nothing
  if (typeof result !== "string" || result === "bool") {
    if (result === "bool") emit(emitter, build.returnValue(build.constant("bool", false)));
    else complain(emitter.collection, instance, "LW1211", declaration.name ?? declaration, [instance.name]);
    return;
  }
  if (isValueScalar(result)) emit(emitter, build.returnValue(build.constant(result, 0)));
}

function declare(emitter: FunctionEmitter, key: Key, type: Type): void {
  const index = addLocal(emitter, key.name, type);
  emitter.localOf.set(key, index);
  if (isConstant(emitter, key)) emitter.constants.add(index);
}

/** Whether it is declared with const or captured; parameters of helpers may be assigned. */
function isConstant(emitter: FunctionEmitter, key: Key): boolean {
  const { ts } = emitter.collection.context;
  if (emitter.instance.outers.has(key) || emitter.instance.self?.key === key) return true;
  const declaration = "valueDeclaration" in key ? key.valueDeclaration : undefined;
  return declaration !== undefined && (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
}

function declareVariables(emitter: FunctionEmitter, instance: Instance): void {
  for (const variable of instance.variables.values()) {
    checkObject(emitter.collection, instance, variable);
    const type = emitter.localOf.has(variable.key)
      ? undefined
      : localType(emitter.collection, emitter.module, variable);
    if (type) declare(emitter, variable.key, type);
    if (type) clearHosted(emitter, variable);
  }
}

/** Clears variables of inlined calls and `var`s: they may be declared in a branch, and need a value before it. */
function clearHosted(emitter: FunctionEmitter, variable: Variable): void {
  const { key, shape, isParameter } = variable;
  const declaration = "valueDeclaration" in key ? key.valueDeclaration : undefined;
  const { ts } = emitter.collection.context;
  const isVar =
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.BlockScoped) === 0;
  if (isParameter || (declaration && !isVar)) return;
  if (shape.kind === "number" || shape.kind === "boolean") writeVariable(emitter, key, zero(shape));
  else if (isVar && isObject(shape) && ownsObject(emitter.collection, variable))
    lowerUndefined(emitter, declaration, readVariable(emitter, key), storageOf(shape));
}

function lowerBody(emitter: FunctionEmitter): void {
  const { ts } = emitter.collection.context;
  const { declaration } = emitter.instance;
  if (ts.isClassLike(declaration)) {
    lowerConstruction(emitter, declaration);
    return;
  }
  const { body } = declaration;
  if (!body) return;
  lowerParameters(emitter);
  if (ts.isBlock(body)) lowerStatement(emitter, body);
  else emitAt(emitter, body, () => lowerReturn(emitter, body));
}

function finish(
  emitter: FunctionEmitter,
  head: KernelHead,
  linkage: "kernel" | "internal" | "exported",
  parameters: number,
  result: Fn["result"],
  declaration: ts.Node,
): Fn {
  const at = emitter.module.positionOf(declaration);
  return { ...head, linkage, parameters, locals: emitter.locals, result, body: emitter.statements, at };
}

/** The keys that tell a module's instances apart. */
interface InstanceKeys {
  /** A number for each key text, so that callers' keys do not contain their callees'. */
  readonly numbers: Map<string, number>;
  readonly known: Map<Instance, number>;
}
const keysOf = new WeakMap<ModuleBuilder, InstanceKeys>();

/** Describes everything that lowering reads of a number; the constant matters because a constant exponent becomes a product. */
function describeTerm(term: Term): string {
  return [term.type, term.kind, term.isPinned, constantOfTerm(term)].join(":");
}

/** Returns a key that is equal for instances that lower to the same function: the source and every type decided in it. */
function instanceKey(collection: Collection, module: ModuleBuilder, instance: Instance): number {
  const keys = keysOf.get(module) ?? { numbers: new Map(), known: new Map() };
  keysOf.set(module, keys);
  const known = keys.known.get(instance);
  if (known !== undefined) return known;
  const list = (types: readonly (Type | undefined)[]) => types.map((type) => (type ? typeName(type) : "")).join();
  const key = [
    list([instance.self && typeOfValue(module, instance.self.shape)]),
    list([...instance.variables.values()].map((variable) => localType(collection, module, variable))),
    list([...instance.outers.values()].map((outer) => outerType(module, outer))),
    instance.parameters.map(({ isPassed }) => Number(isPassed)).join(""),
    instance.parameters
      .map(({ variable: { shape } }) => (shape.kind === "item" ? `${shape.of}${shape.dimensions}` : ""))
      .join(),
    samenessOf(instance),
    String(madeBy(collection, instance) !== undefined),
    String(instance.localMemory),
    sourceKey(collection, module, instance),
  ].join(" ");
  const number = keys.numbers.get(key) ?? keys.numbers.size;
  keys.numbers.set(key, number);
  keys.known.set(instance, number);
  return number;
}

/** Returns which parameters of a package's function are the same object: its comparisons of them have been decided. */
function samenessOf({ parameters }: Instance): string {
  const identities = parameters.map(({ variable }) => variable.identity);
  return identities.map((one) => (one ? identities.indexOf(one) : "")).join();
}

/**
 * Returns which of the surrounding names each call and choice uses: `three(f, f, g)` is not `three(f, g, g)`, where f and g are closures of one
 * source.
 */
function namesKey({ context }: Collection, instance: Instance): string {
  const host = hostOf(instance);
  const numbers = new Map([...host.outers.keys(), ...host.variables.keys()].map((key, index) => [key, index]));
  const numbersOf = ({ outers }: Instance) => [...outers.keys()].map((key) => numbers.get(key)).join();
  const choice = (value: CalledValue): string =>
    value.kind === "function"
      ? ""
      : `${numbers.get(value.selector.key)}(${choice(value.whenTrue)}:${choice(value.whenFalse)})`;
  const choices = [...instance.choices].map(([call, callees]) => {
    const called = instance.values.get(context.ts.isCallExpression(call) ? call.expression : call);
    const isChoice = called?.kind === "choice";
    return `${isChoice ? choice(called) : ""} ${[...callees.values()].map(numbersOf).join(";")}`;
  });
  const partsOf = (shape: Value | undefined): readonly SubarrayValue[] =>
    shape?.kind === "subarray" ? [shape] : shape?.kind === "struct" ? [...(shape.views?.values() ?? [])] : [];
  const shapes = [instance.self?.shape, ...instance.parameters.map(({ variable }) => variable.shape)];
  const parts = shapes.map((shape) =>
    partsOf(shape)
      .flatMap(({ base, begin, length }) => [base.kind === "variable" ? base.variable : base.capture, begin, length])
      .map(({ key }) => numbers.get(key))
      .join(),
  );
  return `${parts.join(";")} ${[...instance.calls.values()].map(numbersOf).join(";")} ${choices.join(";")}`;
}

/** Returns what the call, or what a module holds, has decided: conditions, and strings. */
function decisionsOf({ decided, meanings }: Instance): string {
  const texts = [...meanings.values()].map((meaning) => (meaning.kind === "text" ? JSON.stringify(meaning.text) : ""));
  return `${[...decided.values()].map(Number).join("")} ${texts.join("")}`;
}

/** Returns the key of one function's source, and of the calls inlined into it. */
function sourceKey(collection: Collection, module: ModuleBuilder, instance: Instance): string {
  const { declaration } = instance;
  const typeOf = (value: Value) => (isObject(value) ? typeOfValue(module, value) : undefined);
  const objects = [...instance.values.values()].map((value) => {
    const type = typeOf(value);
    return type ? typeName(type) : "";
  });
  const callees = [
    ...instance.calls.values(),
    ...[...instance.choices.values()].flatMap((choice) => [...choice.values()]),
  ];
  return [
    `${declaration.getSourceFile().fileName}:${declaration.pos}`,
    namesKey(collection, instance),
    decisionsOf(instance),
    [...instance.terms.values(), ...instance.meetings.values()].map(describeTerm).join(),
    objects.join(),
    ...callees.map((callee) => instanceKey(collection, module, callee)),
    ...[...instance.frames.values()].map((frame) => `(${sourceKey(collection, module, frame)})`),
  ].join(" ");
}

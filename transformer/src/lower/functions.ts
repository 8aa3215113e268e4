// Lowers whole functions: the kernel, with its captures as parameters, and each instance of what it calls, once for each
// combination of types.

import {
  type Block,
  blocksOf,
  build,
  type Fn,
  forEachStmt,
  isValueScalar,
  type Stmt,
  type Type,
  typeName,
} from "@lanewise/ir";
import type ts from "typescript-6";
import type { Collection } from "../infer/collect.js";
import { complain, registerOf } from "../infer/collect.js";
import type { Capture, Instance, Outer, ValueShape } from "../infer/instance.js";
import { isFloatType, type NumberType } from "../infer/term.js";
import { narrowed } from "./coerce.js";
import { addLocal, createEmitter, emit, type FunctionEmitter } from "./function-emitter.js";
import type { ModuleBuilder } from "./module-builder.js";
import { lowerReturn, lowerStatement } from "./statements.js";

export interface KernelHead {
  readonly symbol: string;
  readonly name: string;
  readonly dimensions: 0 | 1 | 2 | 3;
}

/** The kernel's captures, in the order of its parameters. */
export function capturesOf(instance: Instance): Capture[] {
  return [...instance.outers.values()].flatMap((outer) => (outer.kind === "capture" ? [outer.capture] : []));
}

export function outerSymbol(outer: Outer): ts.Symbol {
  return outer.kind === "variable" ? outer.variable.symbol : outer.capture.symbol;
}

function shapeType(shape: ValueShape): Type {
  if (shape.kind === "number") return shape.term.type;
  return shape.kind === "boolean" ? "bool" : { kind: "span", element: shape.element };
}

function outerType(outer: Outer): Type {
  if (outer.kind === "variable") return shapeType(outer.variable.shape);
  const { shape } = outer.capture;
  switch (shape.kind) {
    case "boolean":
      return "bool";
    case "span":
      return { kind: "span", element: shape.element };
    case "number":
      return registerOf(shape.flavour);
    case "weakNumber":
      return capturedType(shape.number.uses.map((use) => use.type));
  }
}

/** One type for all uses: the widest that they want. */
function capturedType(uses: readonly NumberType[]): NumberType {
  const [first = "f64"] = uses;
  if (uses.every((type) => type === first)) return first;
  return uses.some(isFloatType) ? "f64" : "i32";
}

export function lowerKernel(collection: Collection, module: ModuleBuilder, instance: Instance, head: KernelHead): void {
  const emitter = createEmitter(collection, module, instance);
  for (const outer of instance.outers.values()) declare(emitter, outerSymbol(outer), outerType(outer));
  const parameters = emitter.locals.length;
  declareVariables(emitter, instance);
  for (const [dimension, parameter] of instance.parameters.entries()) {
    const index = emitter.localOf.get(parameter.symbol);
    if (index === undefined || parameter.shape.kind !== "number") continue;
    const id = build.query("globalId", dimension as 0 | 1 | 2); // a kernel has at most three parameters, its indices
    const { type } = parameter.shape.term;
    const value = build.convert(isFloatType(type) ? "convert" : "wrap", type, id);
    emit(emitter, build.set(index, narrowed(value, parameter.shape.narrow)));
  }
  lowerBody(emitter);
  const { declaration } = instance;
  module.functionIndex(head.symbol, () => finish(emitter, head, "kernel", parameters, "void", declaration));
}

/** The index of an instance's function in the module, lowered the first time. */
export function lowerInstance(collection: Collection, module: ModuleBuilder, instance: Instance): number {
  const key = instanceKey(instance);
  return module.functionIndex(key, () => {
    const emitter = createEmitter(collection, module, instance);
    for (const parameter of instance.parameters) declare(emitter, parameter.symbol, shapeType(parameter.shape));
    for (const outer of instance.outers.values()) declare(emitter, outerSymbol(outer), outerType(outer));
    const parameters = emitter.locals.length;
    declareVariables(emitter, instance);
    lowerBody(emitter);
    const result = instance.result ? shapeType(instance.result) : "void";
    if (result !== "void" && reachesEnd(emitter.statements)) closeEnd(emitter, instance, result);
    if (typeof result !== "string" && result.kind !== "span") throw new Error("a function gives a scalar or a span");
    const symbol = `${instance.name}.${module.functionCount()}`;
    const head = { symbol, name: instance.name, dimensions: 0 } as const;
    return finish(emitter, head, "internal", parameters, result as Fn["result"], instance.declaration);
  });
}

/** Whether the IR's rules see a path to the end; TypeScript, which knows more, has seen none. */
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
  const { declaration } = instance;
  if (typeof result !== "string" || result === "bool") {
    if (result === "bool") emit(emitter, build.returnValue(build.constant("bool", false)));
    else complain(emitter.collection, instance, "LW1211", declaration.name ?? declaration, [instance.name]);
    return;
  }
  if (isValueScalar(result)) emit(emitter, build.returnValue(build.constant(result, 0)));
}

function declare(emitter: FunctionEmitter, symbol: ts.Symbol, type: Type): void {
  const index = addLocal(emitter, symbol.name, type);
  emitter.localOf.set(symbol, index);
  if (isConstant(emitter, symbol)) emitter.constants.add(index);
}

/** Declared with const, or from outside; parameters of helpers may be assigned. */
function isConstant(emitter: FunctionEmitter, symbol: ts.Symbol): boolean {
  const { ts } = emitter.collection.context;
  if (emitter.instance.outers.has(symbol)) return true;
  const declaration = symbol.valueDeclaration;
  return declaration !== undefined && (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
}

function declareVariables(emitter: FunctionEmitter, instance: Instance): void {
  for (const { symbol, shape } of instance.variables.values()) {
    if (!emitter.localOf.has(symbol)) declare(emitter, symbol, shapeType(shape));
  }
}

function lowerBody(emitter: FunctionEmitter): void {
  const { ts } = emitter.collection.context;
  const { body } = emitter.instance.declaration;
  if (!body) return;
  if (ts.isBlock(body)) lowerStatement(emitter, body);
  else lowerReturn(emitter, body);
}

function finish(
  emitter: FunctionEmitter,
  head: KernelHead,
  linkage: "kernel" | "internal",
  parameters: number,
  result: Fn["result"],
  declaration: ts.Node,
): Fn {
  const at = emitter.module.positionOf(declaration);
  return { ...head, linkage, parameters, locals: emitter.locals, result, body: emitter.statements, at };
}

const keys = new WeakMap<Instance, string>();

/** Equal for instances that lower to the same function: the source and every type that was decided in it. */
function instanceKey(instance: Instance): string {
  const known = keys.get(instance);
  if (known !== undefined) return known;
  const { declaration } = instance;
  const list = (types: readonly Type[]) => types.map(typeName).join();
  const key = [
    `${declaration.getSourceFile().fileName}:${declaration.pos}`,
    list([...instance.terms.values(), ...instance.meetings.values()].map((term) => term.type)),
    list([...instance.variables.values()].map(({ shape }) => shapeType(shape))),
    list([...instance.outers.values()].map(outerType)),
    instance.result ? typeName(shapeType(instance.result)) : "",
    ...[...instance.calls.values()].map(instanceKey),
  ].join(" ");
  keys.set(instance, key);
  return key;
}

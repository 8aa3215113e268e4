// The state of lowering one function, which the files of this folder share: its locals, its labels, and the block that receives statements.

import {
  type Block,
  build,
  type Expr,
  invariant,
  type Label,
  type Local,
  operandsOf,
  type Position,
  type Stmt,
  type Type,
} from "@lanewise/ir";
import type ts from "typescript-6";
import type { Collection } from "../infer/collect.js";
import type { Instance, Key } from "../infer/instance.js";
import type { Term } from "../infer/term.js";
import type { ModuleBuilder } from "./module-builder.js";

export interface FunctionEmitter {
  readonly collection: Collection;
  readonly module: ModuleBuilder;
  /** The instance whose source is being lowered: the function's, or that of a call inlined into it. */
  instance: Instance;
  readonly locals: Local[];
  /** The local that holds each variable or outer value. */
  readonly localOf: Map<Key, number>;
  /** Locals that are written once: captures, consts, temporaries. */
  readonly constants: Set<number>;
  /** Targets of `break` and `continue` around the statement being lowered, innermost last. */
  readonly targets: JumpTarget[];
  /** Labels of the statement that is lowered next. */
  pendingNames: readonly string[];
  /** Storage for the fresh object that the function returns; undefined if it returns none. */
  result: Expr | undefined;
  statements: Stmt[];
  /** The source position of the statement being lowered. */
  at: Position | undefined;
  nextLabel: Label;
}

export interface JumpTarget {
  readonly label: Label;
  /** The labels in front of the statement. */
  readonly names: readonly string[];
  readonly kind: "loop" | "switch" | "block";
}

export function createEmitter(collection: Collection, module: ModuleBuilder, instance: Instance): FunctionEmitter {
  return {
    collection,
    module,
    instance,
    locals: [],
    localOf: new Map(),
    constants: new Set(),
    targets: [],
    pendingNames: [],
    result: undefined,
    statements: [],
    at: undefined,
    nextLabel: 0,
  };
}

/** Returns, and clears, the labels in front of the statement being lowered. */
export function takeNames(emitter: FunctionEmitter): readonly string[] {
  const names = emitter.pendingNames;
  emitter.pendingNames = [];
  return names;
}

export function addLocal(emitter: FunctionEmitter, name: string, type: Type): number {
  return emitter.locals.push({ name, type }) - 1;
}

export function readLocal(emitter: FunctionEmitter, index: number): Expr {
  const local = emitter.locals[index];
  invariant(local, "a local that is read has been declared");
  return build.local(index, local.type);
}

export function emit(emitter: FunctionEmitter, statement: Stmt): void {
  const { at } = emitter;
  const isPlaced = at && placedKinds.has(statement.kind) && !("at" in statement);
  emitter.statements.push(isPlaced ? ({ ...statement, at } as Stmt) : statement); // the kind has a position
}

/** Emits statements that were lowered into another block. */
export function emitAll(emitter: FunctionEmitter, statements: Block): void {
  for (const statement of statements) emitter.statements.push(statement);
}

const placedKinds: ReadonlySet<Stmt["kind"]> = new Set(["set", "if", "break", "continue", "return"]);

/** Gives the statements that `action` emits the source position of `node`, unless they have their own. */
export function emitAt(emitter: FunctionEmitter, node: ts.Node, action: () => void): void {
  const outside = emitter.at;
  emitter.at = emitter.module.positionOf(node);
  action();
  emitter.at = outside;
}

/** Returns the statements that `action` emits as a separate block. */
export function inBlock(emitter: FunctionEmitter, action: () => void): Block {
  const outside = emitter.statements;
  emitter.statements = [];
  action();
  const block = emitter.statements;
  emitter.statements = outside;
  return block;
}

/** Evaluates into a local now, so that later statements cannot change the value. */
export function spill(emitter: FunctionEmitter, value: Expr): Expr {
  if (value.kind === "const" || (value.kind === "local" && emitter.constants.has(value.local))) return value;
  const index = addLocal(emitter, "", value.type);
  emitter.constants.add(index);
  emit(emitter, build.set(index, value));
  return readLocal(emitter, index);
}

/** Spills deep expressions: the IR limits nesting. */
export function shallow(emitter: FunctionEmitter, value: Expr): Expr {
  return depthOf(value) > MAX_DEPTH ? spill(emitter, value) : value;
}

const MAX_DEPTH = 64;
const depths = new WeakMap<Expr, number>();

function depthOf(expr: Expr): number {
  const known = depths.get(expr);
  if (known !== undefined) return known;
  const depth = 1 + Math.max(0, ...operandsOf(expr).map(depthOf));
  depths.set(expr, depth);
  return depth;
}

export function termOf(emitter: FunctionEmitter, node: ts.Node): Term {
  const term = emitter.instance.terms.get(node);
  invariant(term, () => `the number \`${node.getText()}\` has a term`);
  return term;
}

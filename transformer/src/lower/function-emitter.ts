// The state of lowering one function: its locals, the block that statements go to, its labels. Expressions and statements
// are lowered by the other files of this folder, which share it.

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
  /** Whose source is lowered: the function's, or that of a call which runs in it. */
  instance: Instance;
  readonly locals: Local[];
  /** Which local holds a variable or an outer value. */
  readonly localOf: Map<Key, number>;
  /** Locals that are written once: captures, consts, temporaries. */
  readonly constants: Set<number>;
  /** What `break` and `continue` can leave around the statement being lowered, innermost last. */
  readonly targets: JumpTarget[];
  /** Labels of the statement that is lowered next. */
  pendingNames: readonly string[];
  /** Where a fresh object that the function gives is made; undefined where it gives none. */
  result: Expr | undefined;
  statements: Stmt[];
  /** Where the statement stands that is lowered. */
  at: Position | undefined;
  nextLabel: Label;
}

export interface JumpTarget {
  readonly label: Label;
  /** The labels written in front of it. */
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

/** The labels in front of the statement that is lowered now. */
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
  emitter.statements.push(isPlaced ? ({ ...statement, at } as Stmt) : statement); // of a kind that has a place
}

/** Emits statements that were made beside. */
export function emitAll(emitter: FunctionEmitter, statements: Block): void {
  for (const statement of statements) emitter.statements.push(statement);
}

const placedKinds: ReadonlySet<Stmt["kind"]> = new Set(["set", "if", "break", "continue", "return"]);

/** What `action` emits stands where `node` does, unless it says so itself. */
export function emitAt(emitter: FunctionEmitter, node: ts.Node, action: () => void): void {
  const outside = emitter.at;
  emitter.at = emitter.module.positionOf(node);
  action();
  emitter.at = outside;
}

/** The statements that `action` emits, as a block of their own. */
export function inBlock(emitter: FunctionEmitter, action: () => void): Block {
  const outside = emitter.statements;
  emitter.statements = [];
  action();
  const block = emitter.statements;
  emitter.statements = outside;
  return block;
}

/** Evaluates now, so that what follows cannot change it. */
export function spill(emitter: FunctionEmitter, value: Expr): Expr {
  if (value.kind === "const" || (value.kind === "local" && emitter.constants.has(value.local))) return value;
  const index = addLocal(emitter, "", value.type);
  emitter.constants.add(index);
  emit(emitter, build.set(index, value));
  return readLocal(emitter, index);
}

/** What nests deep is evaluated in steps: the IR's nesting is limited. */
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

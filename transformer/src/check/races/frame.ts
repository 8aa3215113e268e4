// A function as one call reaches it, during the search for races: the dependences of its locals on the work-item's indices, and the targets of its
// references. Every call has a separate frame, so that a helper is judged by its arguments.

import { type Block, type Expr, type Fn, forEachStmt, type Label, type Module, type Stmt } from "@lanewise/ir";

/**
 * A set of bits: the work-item's indices on which a value may depend. Dimension d is bit d; values from memory that others write may be anything, and
 * also have `fromMemory`.
 */
export type Dependence = number;
export const onEverything: Dependence = 0b111;
export const fromMemory: Dependence = 0b1000;
/** The value may differ between the work-items of a group. */
export const inGroup: Dependence = 0b10000;

export type Call = Extract<Stmt, { kind: "call" }>;

export interface Frame {
  readonly id: number;
  readonly fn: Fn;
  /** Undefined for the kernel. */
  readonly caller: { readonly frame: Frame; readonly call: Call } | undefined;
  readonly callees: Map<Call, Frame>;
  /** By local: the dependence of its value; for a reference, of the address. */
  readonly locals: Dependence[];
  /** By local: the memory that a reference or span may point into. */
  readonly roots: Set<Root>[];
  result: Dependence;
  readonly resultRoots: Set<Root>;
  /** By loop: the dependence of leaving it. */
  readonly leaves: Map<Label, Dependence>;
}

/** A captured array, a local accessor, a module global, or a private aggregate of the work-item. */
export type Root = `parameter ${number}` | `local ${number}` | `global ${number}` | `private ${number}.${number}`;

export function createFrame(id: number, fn: Fn, caller: Frame["caller"]): Frame {
  const roots = fn.locals.map(({ isLocal }, local) => {
    const isCaptured = !caller && local < fn.parameters;
    return new Set<Root>(isCaptured ? [`${isLocal ? "local" : "parameter"} ${local}`] : []);
  });
  const locals = fn.locals.map(() => 0);
  return { id, fn, caller, callees: new Map(), locals, roots, result: 0, resultRoots: new Set(), leaves: new Map() };
}

export function isShared(root: Root, { globals }: Module): boolean {
  if (root.startsWith("parameter ")) return true;
  const [, index] = /^global (\d+)$/.exec(root) ?? [];
  const storage = index !== undefined ? globals[Number(index)]?.storage : undefined;
  return storage !== undefined && !/^(constant|specialization|local)$/.test(storage);
}

/** Whether other work-items write the memory, if only those of the group. */
export function isOthers(root: Root, module: Module): boolean {
  const [, index] = /^global (\d+)$/.exec(root) ?? [];
  return (
    isShared(root, module) ||
    root.startsWith("local ") ||
    (index !== undefined && module.globals[Number(index)]?.storage === "local")
  );
}

/** The assignments to a local anywhere in its function. */
export interface Definitions {
  readonly values: readonly Expr[];
  readonly calls: readonly Call[];
  readonly count: number;
}

const known = new WeakMap<Block, ReadonlyMap<number, Definitions>>();
const none: Definitions = { values: [], calls: [], count: 0 };

export function definitionsOf({ body }: Fn, local: number): Definitions {
  const all = known.get(body) ?? collectDefinitions(body);
  known.set(body, all);
  return all.get(local) ?? none;
}

function collectDefinitions(body: Block): ReadonlyMap<number, Definitions> {
  const found = new Map<number, Definitions>();
  const add = (local: number | undefined, value: Expr[], call: Call[]) => {
    if (local === undefined) return;
    const { values, calls, count } = found.get(local) ?? none;
    found.set(local, { values: [...values, ...value], calls: [...calls, ...call], count: count + 1 });
  };
  forEachStmt(body, (stmt) => {
    if (stmt.kind === "set") add(stmt.local, [stmt.value], []);
    if (stmt.kind === "call") add(stmt.result, [], [stmt]);
    if (stmt.kind === "atomic" || stmt.kind === "subGroup") add(stmt.result, [], []);
  });
  return found;
}

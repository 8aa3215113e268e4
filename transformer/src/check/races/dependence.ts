// Computes which of the work-item's indices the values of a kernel depend on: a fixpoint over the kernel and its callees. Flow-insensitive for
// locals, so that it errs towards more dependence: some races are missed, none invented.

import {
  type Block,
  type Expr,
  hasBody,
  invariant,
  type Module,
  operandsOf,
  type Query,
  type Stmt,
} from "@lanewise/ir";
import {
  type Call,
  createFrame,
  type Dependence,
  type Frame,
  fromMemory,
  inGroup,
  isOthers,
  onEverything,
  type Root,
} from "./frame.js";

export type Store = Extract<Stmt, { kind: "store" }>;

type Atomic = Extract<Stmt, { kind: "atomic" }>;
export type Barrier = Extract<Stmt, { kind: "barrier" }>;

/**
 * Called for every store, atomic and barrier, once nothing changes any more; `control` is the dependence of whether it is reached. Work-items that
 * have returned from the kernel do not count as diverging from the rest of their group.
 */
export type Visit = (frame: Frame, stmt: Store | Atomic | Barrier, control: Dependence) => void;

export interface Dependences {
  readonly of: (frame: Frame, expr: Expr) => Dependence;
  /** Returns the dependence of a stored value; for an aggregate, which a store copies from a reference, that of its content. */
  readonly ofStored: (frame: Frame, value: Expr) => Dependence;
  readonly rootsOf: (frame: Frame, expr: Expr) => ReadonlySet<Root>;
}

/** A kernel with more statements, including those of calls, is not analysed. */
const MAX_STATEMENTS = 50_000;

export function visitKernel(module: Module, kernel: number, visit: (dependences: Dependences) => Visit): void {
  const fn = module.functions[kernel];
  invariant(fn, `function ${kernel} is in the module`);
  const analysis = new Analysis(module);
  const frame = createFrame(0, fn, undefined);
  do {
    analysis.hasChanged = false;
    analysis.walkBody(frame, 0);
    if (analysis.isTooLarge) return;
  } while (analysis.hasChanged);
  analysis.visit = visit({
    of: (at, expr) => analysis.dependenceOf(at, expr),
    ofStored: (at, value) => analysis.storedBy(at, value),
    rootsOf: (at, expr) => analysis.rootsOf(at, expr),
  });
  analysis.walkBody(frame, 0);
}

/** The dependences of jumps that some work-items may have taken, by target; `undefined` is the function's end. */
type Pending = Map<number | undefined, Dependence>;

class Analysis {
  readonly #module: Module;
  /** The dependences of private aggregates' contents. */
  readonly #contents = new Map<Root, Dependence>();
  #frames = 1;
  #statements = 0;
  hasChanged = false;
  visit: Visit | undefined;

  constructor(module: Module) {
    this.#module = module;
  }

  get isTooLarge(): boolean {
    return this.#statements > MAX_STATEMENTS;
  }

  walkBody(frame: Frame, control: Dependence): void {
    if (!frame.caller) this.#statements = 0;
    this.#walk(frame, frame.fn.body, control, new Map());
  }

  #walk(frame: Frame, block: Block, condition: Dependence, pending: Pending): void {
    for (const stmt of block) {
      if (this.#statements++ > MAX_STATEMENTS) return;
      let control = condition;
      for (const [label, left] of pending) {
        control |= label === undefined && !frame.caller ? left & ~inGroup : left;
      }
      this.#stmt(frame, stmt, control, pending);
    }
  }

  #stmt(frame: Frame, stmt: Stmt, control: Dependence, pending: Pending): void {
    switch (stmt.kind) {
      case "set":
        this.#assign(frame, stmt.local, this.dependenceOf(frame, stmt.value) | control);
        this.#point(frame.roots[stmt.local], this.rootsOf(frame, stmt.value));
        break;
      case "subGroup":
        this.#assign(frame, stmt.result, onEverything | inGroup | this.dependenceOf(frame, stmt.value) | control);
        break;
      case "atomic":
        if (stmt.result !== undefined) this.#assign(frame, stmt.result, onEverything);
        this.visit?.(frame, stmt, control);
        break;
      case "store":
        this.#store(frame, stmt, control);
        break;
      case "call":
        this.#call(frame, stmt, control);
        break;
      case "barrier":
        this.visit?.(frame, stmt, control);
        break;
      case "if": {
        const inner = control | this.dependenceOf(frame, stmt.condition);
        this.#walk(frame, stmt.then, inner, pending);
        this.#walk(frame, stmt.else, inner, pending);
        break;
      }
      case "loop":
        pending.set(stmt.label, frame.leaves.get(stmt.label) ?? 0);
        this.#loop(frame, stmt, control, pending);
        pending.delete(stmt.label);
        break;
      case "block":
        this.#walk(frame, stmt.body, control, pending);
        pending.delete(stmt.label);
        break;
      case "break":
      case "continue":
        pending.set(stmt.label, (pending.get(stmt.label) ?? 0) | control);
        this.#leave(frame, stmt.label, control);
        break;
      case "return":
        if (stmt.value) this.#return(frame, stmt.value, control);
        pending.set(undefined, (pending.get(undefined) ?? 0) | control);
        break;
      default:
    }
  }

  #loop(frame: Frame, stmt: Extract<Stmt, { kind: "loop" }>, control: Dependence, pending: Pending): void {
    const inner = control | this.dependenceOf(frame, stmt.condition);
    for (const block of [stmt.header, stmt.body, stmt.update]) this.#walk(frame, block, inner, pending);
  }

  #call(frame: Frame, call: Call, control: Dependence): void {
    const callee = frame.callees.get(call) ?? this.#enter(frame, call);
    if (!callee) return;
    for (const [parameter, argument] of call.args.entries()) {
      this.#assign(callee, parameter, this.dependenceOf(frame, argument) | control);
      this.#point(callee.roots[parameter], this.rootsOf(frame, argument));
    }
    this.walkBody(callee, control);
    if (call.result === undefined) return;
    this.#assign(frame, call.result, callee.result | control);
    this.#point(frame.roots[call.result], callee.resultRoots);
  }

  #enter(frame: Frame, call: Call): Frame | undefined {
    const fn = this.#module.functions[call.function];
    if (!fn || !hasBody(fn)) {
      if (call.result !== undefined) this.#assign(frame, call.result, onEverything | fromMemory);
      return undefined;
    }
    const callee = createFrame(this.#frames++, fn, { frame, call });
    frame.callees.set(call, callee);
    return callee;
  }

  #return(frame: Frame, value: Expr, control: Dependence): void {
    const joined = frame.result | this.dependenceOf(frame, value) | control;
    this.hasChanged ||= joined !== frame.result;
    frame.result = joined;
    this.#point(frame.resultRoots, this.rootsOf(frame, value));
  }

  #store(frame: Frame, stmt: Store, control: Dependence): void {
    const value = this.storedBy(frame, stmt.value);
    for (const root of this.rootsOf(frame, stmt.place)) {
      if (!root.startsWith("private ")) continue;
      const before = this.#contents.get(root) ?? 0;
      const joined = before | value | control | this.dependenceOf(frame, stmt.place);
      this.#contents.set(root, joined);
      this.hasChanged ||= joined !== before;
    }
    this.visit?.(frame, stmt, control);
  }

  storedBy(frame: Frame, value: Expr): Dependence {
    return typeof value.type === "object" ? this.#contentOf(frame, value) : this.dependenceOf(frame, value);
  }

  #leave(frame: Frame, label: number, control: Dependence): void {
    const before = frame.leaves.get(label) ?? 0;
    if ((before | control) === before) return;
    frame.leaves.set(label, before | control);
    this.hasChanged = true;
  }

  #assign(frame: Frame, local: number, value: Dependence): void {
    const before = frame.locals[local] ?? 0;
    if ((before | value) === before) return;
    frame.locals[local] = before | value;
    this.hasChanged = true;
  }

  #point(to: Set<Root> | undefined, from: Iterable<Root>): void {
    if (!to) return;
    const before = to.size;
    for (const root of from) to.add(root);
    this.hasChanged ||= to.size !== before;
  }

  dependenceOf(frame: Frame, expr: Expr): Dependence {
    switch (expr.kind) {
      case "local":
        return frame.locals[expr.local] ?? 0;
      case "query":
        return dependenceOfQuery(expr.query, expr.dimension);
      case "load":
        return this.#contentOf(frame, expr.place);
      case "pointer":
        this.#expose(frame, expr.place);
        return this.dependenceOf(frame, expr.place);
      default: {
        let joined = 0;
        for (const operand of operandsOf(expr)) joined |= this.dependenceOf(frame, operand);
        return joined;
      }
    }
  }

  /** Anyone who has a pointer may write to its target. */
  #expose(frame: Frame, place: Expr): void {
    for (const root of this.rootsOf(frame, place)) {
      if (!root.startsWith("private ") || this.#contents.get(root) === anything) continue;
      this.#contents.set(root, anything);
      this.hasChanged = true;
    }
  }

  /** Returns the dependence of memory's content; through a pointer it is unknown. */
  #contentOf(frame: Frame, place: Expr): Dependence {
    let joined = this.dependenceOf(frame, place);
    const roots = this.rootsOf(frame, place);
    if (roots.size === 0) return joined | anything;
    for (const root of roots) joined |= isOthers(root, this.#module) ? fromMemory : (this.#contents.get(root) ?? 0);
    return joined;
  }

  rootsOf(frame: Frame, expr: Expr): ReadonlySet<Root> {
    switch (expr.kind) {
      case "global":
        return new Set<Root>([`global ${expr.global}`]);
      case "address":
        return new Set<Root>([`private ${frame.id}.${expr.local}`]);
      case "local":
        return typeof expr.type === "object" ? (frame.roots[expr.local] ?? noRoots) : noRoots;
      case "element":
      case "field":
        return this.rootsOf(frame, expr.base);
      default:
        return noRoots;
    }
  }
}

function dependenceOfQuery(query: Query, dimension: number): Dependence {
  switch (query) {
    case "globalId":
      return (1 << dimension) | inGroup;
    case "localId":
    case "subGroupLane":
      return onEverything | inGroup;
    case "subGroupId":
    case "subGroupMembers":
      return onEverything | inGroup;
    case "groupId":
      return onEverything;
    case "globalSize":
    case "globalOffset":
    case "localSize":
    case "groupCount":
    case "subGroupCount":
    case "subGroupSize":
      return 0;
  }
}

const anything: Dependence = onEverything | fromMemory;
const noRoots: ReadonlySet<Root> = new Set();

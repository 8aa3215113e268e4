// The verifier's rules for control flow, 20 to 22 of the list in verify.ts: one walk over the structured statements that tracks which locals are
// certainly set. A state has one bit per local; it is undefined for unreachable code. Loops need no second walk: locals never become unset, so what
// holds on entry holds in every iteration.

import {
  type Block,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  hasBody,
  isAggregate,
  type Label,
  resultOf,
  type Stmt,
} from "../module/index.js";
import type { Report } from "./verify-function.js";

type State = Uint32Array | undefined;

interface Target {
  readonly isLoop: boolean;
  /** Whether `continue` is allowed at the walk's position. */
  isInBody: boolean;
  breaks: State;
  continues: State;
}

export function verifyFlow(fn: Fn, report: Report): void {
  if (!hasBody(fn)) return;
  const entry = new Uint32Array(Math.ceil(fn.locals.length / 32));
  fn.locals.forEach(({ type }, local) => {
    if (local < fn.parameters || isAggregate(type)) add(entry, local);
  });
  const end = createWalk(report)(fn.body, entry);
  if (end && fn.result !== "void") report(fn, "it has a result, but reaches its end");
}

/** The locals that some path reads before setting them: a pass that turns memory into locals must initialise these. */
export function readBeforeSet(fn: Fn): ReadonlySet<number> {
  const found = new Set<number>();
  // Among the reported nodes, only reads are local expressions.
  verifyFlow(fn, (node) => {
    if ("kind" in node && node.kind === "local" && "local" in node) found.add(Number(node.local));
  });
  return found;
}

function add(state: Uint32Array, local: number): void {
  const word = local >>> 5;
  if (word < state.length) state[word] = (state[word] ?? 0) | (1 << (local & 31));
}

function has(state: Uint32Array, local: number): boolean {
  // Another rule reports locals that do not exist.
  return local >>> 5 >= state.length || (((state[local >>> 5] ?? 0) >>> (local & 31)) & 1) === 1;
}

/** The locals set on both paths; may reuse either state. */
function meet(a: State, b: State): State {
  if (!a || !b) return a ?? b;
  for (let word = 0; word < a.length; word++) a[word] = (a[word] ?? 0) & (b[word] ?? 0);
  return a;
}

/** Returns a function that walks a block: it takes ownership of the entry state and returns the state at the block's end. */
function createWalk(report: Report): (block: Block, entry: State) => State {
  const targets = new Map<Label, Target>();
  const labels = new Set<Label>();

  function read(expr: Expr, state: State): void {
    if (!state) return;
    forEachExpr(expr, (inner) => {
      if (inner.kind === "local" && !has(state, inner.local))
        report(inner, `local ${inner.local} may be read before it is set`);
    });
  }

  function labelled(label: Label, stmt: Stmt, isLoop: boolean, inside: (target: Target) => State): State {
    if (labels.has(label)) report(stmt, `two statements have the label ${label}`);
    labels.add(label);
    const outer = targets.get(label);
    const target: Target = { isLoop, isInBody: !isLoop, breaks: undefined, continues: undefined };
    targets.set(label, target);
    const end = meet(inside(target), target.breaks);
    if (outer) targets.set(label, outer);
    else targets.delete(label);
    return end;
  }

  function walkLoop(stmt: Extract<Stmt, { kind: "loop" }>, entry: State): State {
    return labelled(stmt.label, stmt, true, (target) => {
      const tested = walk(stmt.header, entry);
      read(stmt.condition, tested);
      const isEndless = stmt.condition.kind === "const" && stmt.condition.value === true;
      const exit = isEndless ? undefined : tested?.slice();
      target.isInBody = true;
      const repeated = walk(stmt.body, tested);
      target.isInBody = false;
      walk(stmt.update, meet(repeated, target.continues));
      return exit;
    });
  }

  function jump(stmt: Extract<Stmt, { kind: "break" | "continue" }>, state: State): undefined {
    const target = targets.get(stmt.label);
    const isContinue = stmt.kind === "continue";
    if (!target) report(stmt, `no statement around it has the label ${stmt.label}`);
    else if (isContinue && !(target.isLoop && target.isInBody)) report(stmt, "continue stands in the body of a loop");
    else if (isContinue) target.continues = meet(target.continues, state?.slice());
    else target.breaks = meet(target.breaks, state?.slice());
    return undefined;
  }

  function step(stmt: Stmt, state: State): State {
    if (stmt.kind !== "loop") for (const expr of expressionsOf(stmt)) read(expr, state);
    switch (stmt.kind) {
      case "if": {
        const otherwise = state?.slice();
        return meet(walk(stmt.then, state), walk(stmt.else, otherwise));
      }
      case "loop":
        return walkLoop(stmt, state);
      case "block":
        return labelled(stmt.label, stmt, false, () => walk(stmt.body, state));
      case "break":
      case "continue":
        return jump(stmt, state);
      case "return":
      case "fail":
        return undefined;
      default: {
        const result = resultOf(stmt);
        if (state && result !== undefined) add(state, result);
        return state;
      }
    }
  }

  function walk(block: Block, entry: State): State {
    let state = entry;
    for (const stmt of block) state = step(stmt, state);
    return state;
  }
  return walk;
}

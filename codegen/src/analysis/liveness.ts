// Finds the live locals where work-items reconverge: after an `if`, at the start of its `else`, after a loop or a labelled block, at a loop's update.
// Dead values there need no blending. A backward analysis over the structured code; loops iterate to a fixed point.

import {
  type Block,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  type Label,
  resultOf,
  type Stmt,
} from "@lanewise/ir";
import type { Loop } from "./facts.js";

export type Live = ReadonlySet<number>;

export interface Liveness {
  /** Live after the statement: an `if`, a loop or a block. */
  readonly after: ReadonlyMap<Stmt, Live>;
  /** Live where the `else` of an `if` begins. */
  readonly atElse: ReadonlyMap<Stmt, Live>;
  /** Live where a loop's update begins, the target of `continue`. */
  readonly atUpdate: ReadonlyMap<Stmt, Live>;
}

interface Targets {
  readonly breakTo: Live;
  readonly continueTo: Live;
}
interface Pass {
  readonly after: Map<Stmt, Live>;
  readonly atElse: Map<Stmt, Live>;
  readonly atUpdate: Map<Stmt, Live>;
  readonly targets: Map<Label, Targets>;
}

const nothing: Live = new Set();

export function analyseLiveness(fn: Fn): Liveness {
  const pass: Pass = { after: new Map(), atElse: new Map(), atUpdate: new Map(), targets: new Map() };
  beforeBlock(pass, fn.body, nothing);
  return pass;
}

/** The locals live before a block if `after` is live after it; nothing is live at jump targets outside the block. */
export function wantedBefore(block: Block, after: Live): Live {
  const pass: Pass = { after: new Map(), atElse: new Map(), atUpdate: new Map(), targets: new Map() };
  return beforeBlock(pass, block, after);
}

function beforeBlock(pass: Pass, block: Block, after: Live): Live {
  return block.reduceRight((live, stmt) => beforeStmt(pass, stmt, live), after);
}

function beforeStmt(pass: Pass, stmt: Stmt, after: Live): Live {
  switch (stmt.kind) {
    case "if": {
      const atElse = beforeBlock(pass, stmt.else, after);
      pass.after.set(stmt, after);
      pass.atElse.set(stmt, atElse);
      return withReads(union(beforeBlock(pass, stmt.then, after), atElse), [stmt.condition]);
    }
    case "loop":
      return beforeLoop(pass, stmt, after);
    case "block":
      pass.after.set(stmt, after);
      pass.targets.set(stmt.label, { breakTo: after, continueTo: after });
      return beforeBlock(pass, stmt.body, after);
    case "break":
      return pass.targets.get(stmt.label)?.breakTo ?? nothing;
    case "continue":
      return pass.targets.get(stmt.label)?.continueTo ?? nothing;
    case "return":
    case "fail":
      return withReads(nothing, expressionsOf(stmt));
    default: {
      const written = resultOf(stmt);
      const rest = written !== undefined && after.has(written) ? without(after, written) : after;
      return withReads(rest, expressionsOf(stmt));
    }
  }
}

function beforeLoop(pass: Pass, loop: Loop, after: Live): Live {
  pass.after.set(loop, after);
  let entry: Live = after;
  for (;;) {
    const atUpdate = beforeBlock(pass, loop.update, entry);
    pass.atUpdate.set(loop, atUpdate);
    pass.targets.set(loop.label, { breakTo: after, continueTo: atUpdate });
    const atBody = beforeBlock(pass, loop.body, atUpdate);
    const atCondition = withReads(union(atBody, after), [loop.condition]);
    const next = union(entry, beforeBlock(pass, loop.header, atCondition));
    if (next.size === entry.size) return next;
    entry = next;
  }
}

function withReads(live: Live, exprs: readonly Expr[]): Live {
  let result: Set<number> | undefined;
  for (const expr of exprs) {
    forEachExpr(expr, (inner) => {
      if (inner.kind !== "local" || (result ?? live).has(inner.local)) return;
      result ??= new Set(live);
      result.add(inner.local);
    });
  }
  return result ?? live;
}

function union(a: Live, b: Live): Live {
  if (b.size === 0) return a;
  if (a.size === 0) return b;
  const result = new Set(a);
  for (const local of b) result.add(local);
  return result;
}

function without(live: Live, local: number): Live {
  const result = new Set(live);
  result.delete(local);
  return result;
}

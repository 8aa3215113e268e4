// Unrolls loops with a constant number of iterations whose counter indexes a private array, so that the indices become constants and scalar
// replacement can turn the array into locals. Outer loops come first: the bounds of inner ones may depend on their counter. `continue` leaves a block
// around its iteration, `break` one around all of them. Locals that live within an iteration get a copy for each. Loops with a header stay.

import {
  type Block,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  isAggregate,
  type Label,
  resultOf,
} from "@lanewise/ir";
import { replaceInExpr, withBlocks, withExpressions } from "../analysis/replace.js";
import { fold } from "./fold.js";
import { forwardLocals } from "./forward-locals.js";
import { Locals } from "./locals.js";
import { findUnrollable, type Rounds } from "./rounds.js";
import { renumber } from "./tidy.js";

/**
 * Nodes of a function above which nothing more is unrolled. More delays the first launch and makes no kernel faster (measured: an 8 x 8 cosine
 * transform took 2.7 s to its first result at 12,000, 0.5 s here, and the same time after that).
 */
const MAX_NODES = 3_000;

export function unrollLoops(fn: Fn): Fn {
  let current = fn;
  for (;;) {
    const rounds = findUnrollable(current, MAX_NODES, "indexing");
    if (!rounds) return current;
    current = forwardLocals(unroll(current, rounds));
  }
}

/** Returns the function with the loop's iterations one after the other. */
export function unroll(fn: Fn, rounds: Rounds): Fn {
  const locals = new Locals(fn);
  const own = localsOfRound(fn, rounds);
  const labels = freshLabels(fn);
  const replaceIn = (block: Block): Block =>
    block.flatMap((stmt) =>
      stmt === rounds.loop ? allRounds(rounds, { locals, own, labels }) : [withBlocks(stmt, replaceIn)],
    );
  const body = replaceIn(fn.body);
  return { ...fn, locals: locals.all, body };
}

interface Unrolling {
  readonly locals: Locals;
  readonly own: ReadonlySet<number>;
  readonly labels: () => Label;
}

function freshLabels({ body }: Fn): () => Label {
  let next = 0;
  forEachStmt(body, (stmt) => {
    if (stmt.kind === "loop" || stmt.kind === "block") next = Math.max(next, stmt.label + 1);
  });
  return () => next++;
}

/** Locals used only inside the loop: the verifier has checked that the first iteration sets them before it reads them, so every other does too. */
function localsOfRound(fn: Fn, { loop, counter }: Rounds): ReadonlySet<number> {
  const everywhere = countNames(fn.body);
  const isOwn = (local: number, count: number): boolean => {
    const type = fn.locals[local]?.type;
    const isInside = local >= fn.parameters && local !== counter && everywhere.get(local) === count;
    return isInside && type !== undefined && !isAggregate(type);
  };
  return new Set([...countNames([loop])].flatMap(([local, count]) => (isOwn(local, count) ? [local] : [])));
}

function countNames(block: Block): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  const add = (local: number | undefined) => {
    if (local !== undefined) counts.set(local, (counts.get(local) ?? 0) + 1);
  };
  forEachStmt(block, (stmt) => {
    add(resultOf(stmt));
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        if (one.kind === "local" || one.kind === "address") add(one.local);
      });
    }
  });
  return counts;
}

function allRounds(rounds: Rounds, unrolling: Unrolling): Block {
  const { loop, values } = rounds;
  const jumps = jumpsTo(loop);
  const indices = [...values.keys()].slice(0, -1);
  const stmts = indices.flatMap((index) => oneRound(rounds, unrolling, index, jumps.has("continue")));
  return jumps.has("break") ? [{ kind: "block", label: loop.label, body: stmts }] : stmts;
}

function jumpsTo({ label, body }: Rounds["loop"]): ReadonlySet<"break" | "continue"> {
  const found = new Set<"break" | "continue">();
  forEachStmt(body, (stmt) => {
    if ((stmt.kind === "break" || stmt.kind === "continue") && stmt.label === label) found.add(stmt.kind);
  });
  return found;
}

function oneRound({ loop, counter, values }: Rounds, unrolling: Unrolling, index: number, hasContinue: boolean): Block {
  const { locals, own, labels } = unrolling;
  const copies = new Map<number, number>();
  const copyOf = (local: number): number => {
    if (index === 0 || !own.has(local)) return local;
    const copy = copies.get(local) ?? locals.copy(local);
    copies.set(local, copy);
    return copy;
  };
  let value = values[index];
  const leave = labels();
  const body = relabel(withCounter(loop.body, counter, value), new Map([[loop.label, loop.label]]), {
    of: loop.label,
    leave,
    labels,
  });
  const update = loop.update.flatMap((stmt) => {
    const [own] = withCounter([stmt], counter, value);
    if (resultOf(stmt) !== counter || !own) return own ?? [];
    value = values[index + 1];
    return own;
  });
  const whole: Block = [...(hasContinue ? [{ kind: "block", label: leave, body } as const] : body), ...update];
  return renumber(whole, copyOf);
}

/** Replaces reads of the counter by the constant. */
function withCounter(block: Block, counter: number, value: Expr | undefined): Block {
  return block.map((stmt) => {
    const own = withExpressions(stmt, (expr) =>
      fold(replaceInExpr(expr, (one) => (one.kind === "local" && one.local === counter ? value : undefined))),
    );
    return withBlocks(own, (inner) => withCounter(inner, counter, value));
  });
}

interface Leaving {
  readonly of: Label;
  /** The block that its `continue` leaves. */
  readonly leave: Label;
  readonly labels: () => Label;
}

/** Renames the labels inside an iteration; `known` are those around. */
function relabel(block: Block, known: ReadonlyMap<Label, Label>, leaving: Leaving): Block {
  return block.map((stmt) => {
    switch (stmt.kind) {
      case "loop":
      case "block": {
        const label = leaving.labels();
        const inside = new Map([...known, [stmt.label, label]]);
        return { ...withBlocks(stmt, (inner) => relabel(inner, inside, leaving)), label };
      }
      case "break":
        return { ...stmt, label: known.get(stmt.label) ?? stmt.label };
      case "continue":
        if (stmt.label === leaving.of) return { kind: "break", label: leaving.leave };
        return { ...stmt, label: known.get(stmt.label) ?? stmt.label };
      default:
        return withBlocks(stmt, (inner) => relabel(inner, known, leaving));
    }
  });
}

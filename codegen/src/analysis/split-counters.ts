// Gives a loop that work-items leave at different times a uniform counter. In `while (n < limit) { if (done) break; n++; }` with n live afterwards,
// each work-item keeps its n, but those still in the loop all have the same. They read a second local, which is uniform, so the loop's condition and
// values computed from n are scalars.

import { type Block, type Expr, type Fn, forEachStmt, type Local, resultOf, type Stmt } from "@lanewise/ir";
import type { Facts, Loop } from "./facts.js";
import type { Liveness } from "./liveness.js";
import { replaceInBlock } from "./replace.js";
import type { Shapes } from "./shapes.js";

export interface Split {
  readonly fn: Fn;
  /** The new counters' locals, which are useless unless they are uniform. */
  readonly added: readonly number[];
}

/** The function with split counters; undefined if there are none to split. */
export function splitCounters(facts: Facts, liveness: Liveness, shapes: Shapes): Split | undefined {
  const { fn } = facts;
  const locals: Local[] = [...fn.locals];
  const added: number[] = [];
  const visit = (block: Block): Block =>
    block.flatMap((stmt): readonly Stmt[] => {
      switch (stmt.kind) {
        case "if":
          // biome-ignore lint/suspicious/noThenProperty: the node's field; nothing awaits IR
          return [{ ...stmt, then: visit(stmt.then), else: visit(stmt.else) }];
        case "block":
          return [{ ...stmt, body: visit(stmt.body) }];
        case "loop": {
          const inner: Loop = {
            ...stmt,
            header: visit(stmt.header),
            body: visit(stmt.body),
            update: visit(stmt.update),
          };
          if (!shapes.divergent.has(stmt.label)) return [inner];
          let loop = inner;
          const before: Stmt[] = [];
          for (const counter of countersOf(stmt, liveness, shapes)) {
            const own = locals.push({ name: counter.name, type: counter.type }) - 1;
            added.push(own);
            before.push({ kind: "set", local: own, value: counter.first });
            loop = splitIn(loop, counter.local, own);
          }
          return [...before, loop];
        }
        default:
          return [stmt];
      }
    });
  const body = visit(fn.body);
  return added.length === 0 ? undefined : { fn: { ...fn, locals, body }, added };

  function countersOf(loop: Loop, { after }: Liveness, { locals: shapeOf }: Shapes) {
    return [...(facts.loops.get(loop)?.assigned ?? [])].flatMap((local) => {
      const type = fn.locals[local]?.type;
      const isWanted = after.get(loop)?.has(local) ?? false;
      if (!isWanted || shapeOf[local]?.kind !== "varying" || (type !== "i32" && type !== "u32")) return [];
      const isSteady =
        countAssignments(loop, local) === 1 && [...loop.body, ...loop.update].some((one) => isStep(one, local));
      const first = isSteady ? firstValue(facts, loop, local) : undefined;
      return first ? [{ local, type, first, name: fn.locals[local]?.name ?? "" }] : [];
    });
  }
}

/** The value of the only assignment outside the loop, if it is unchanged at the loop. */
function firstValue({ assignments, fn, loops }: Facts, loop: Loop, local: number): Expr | undefined {
  const [first, ...others] = (assignments[local] ?? []).filter(({ loops }) => !loops.includes(loop));
  const value = first?.value;
  if (!value || others.length > 0) return undefined;
  // An outer loop that does not reassign it starts its second iteration with the first one's result.
  if (first.loops.length !== loops.get(loop)?.outer.length) return undefined;
  const isFixed =
    value.kind === "const" ||
    (value.kind === "local" && assignments[value.local]?.length === (value.local < fn.parameters ? 0 : 1));
  return isFixed ? value : undefined;
}

function countAssignments(loop: Loop, local: number): number {
  let count = 0;
  forEachStmt([loop], (stmt) => {
    if (resultOf(stmt) === local) count++;
  });
  return count;
}

/** `local = local + constant`. */
function isStep(stmt: Stmt, local: number): boolean {
  if (stmt.kind !== "set" || stmt.local !== local || stmt.value.kind !== "op" || stmt.value.op !== "add") return false;
  const [own, step] = stmt.value.args;
  return own?.kind === "local" && own.local === local && step?.kind === "const";
}

/** Replaces reads of `local` by reads of `own`, which counts along. */
function splitIn(loop: Loop, local: number, own: number): Loop {
  const read = (expr: Expr): Expr | undefined =>
    expr.kind === "local" && expr.local === local ? { ...expr, local: own } : undefined;
  const split = (block: Block): Block =>
    block.flatMap((stmt) => {
      if (!isStep(stmt, local)) return replaceInBlock([stmt], read);
      const [along] = replaceInBlock([stmt], read);
      return along?.kind === "set" ? [stmt, { ...along, local: own }] : [stmt];
    });
  const [replaced] = replaceInBlock([{ ...loop, body: [], update: [], header: loop.header }], read);
  const head = replaced?.kind === "loop" ? replaced : loop;
  return { ...head, body: split(loop.body), update: split(loop.update) };
}

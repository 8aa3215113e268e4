// Loads the bound of a loop once, before it, where no round changes it: `for (let k = first[i]; k < first[i + 1]; k++)` otherwise loads and checks the
// same element in each round, since engines keep WebAssembly's loads in loops. The bound is the first thing that the loop evaluates, so what fails, fails
// as before. A loop that writes to memory is left alone, and one that waits for another work-item, which changes nothing that it compares.

import { type Block, build, type Expr, type Fn, forEachStmt, operandsOf, type Stmt } from "@lanewise/ir";
import { replaceInExpr, withBlocks } from "../analysis/replace.js";
import { assignedIn, Locals } from "./locals.js";

type Loop = Extract<Stmt, { kind: "loop" }>;
type Load = Extract<Expr, { kind: "load" }>;

export function withSteadyBounds(fn: Fn): Fn {
  const locals = new Locals(fn);
  const inBlock = (block: Block): Block =>
    block.flatMap((stmt): readonly Stmt[] => {
      const own = withBlocks(stmt, inBlock);
      const load = own.kind === "loop" ? steadyBound(own) : undefined;
      if (own.kind !== "loop" || !load) return [own];
      const bound = locals.add("bound", load.type);
      const read = build.local(bound, load.type);
      const condition = replaceInExpr(own.condition, (one) => (one === load ? read : undefined));
      return [
        { kind: "set", local: bound, value: load },
        { ...own, condition },
      ];
    });
  const body = inBlock(fn.body);
  return locals.all.length === fn.locals.length ? fn : { ...fn, locals: locals.all, body };
}

const comparing: ReadonlySet<string> = new Set(["lt", "le", "gt", "ge"]);
const reading: ReadonlySet<Stmt["kind"]> = new Set(["set", "if", "loop", "block", "break", "continue", "return"]);

/** A load that the condition begins with, if it compares it with what the loop counts. */
function steadyBound({ header, body, update, condition }: Loop): Load | undefined {
  let writes = header.length > 0;
  forEachStmt([...body, ...update], ({ kind }) => {
    writes ||= !reading.has(kind);
  });
  if (writes) return undefined;
  const assigned = assignedIn([...body, ...update]);
  const first = firstOf(condition);
  if (first.kind !== "op" || !comparing.has(first.op)) return undefined;
  const [left, right] = first.args.map(unconverted);
  if (left?.kind === "local" && assigned.has(left.local)) return steadyLoad(right, assigned);
  return right?.kind === "local" && assigned.has(right.local) ? steadyLoad(left, assigned) : undefined;
}

function firstOf(condition: Expr): Expr {
  const [first] = condition.kind === "op" && condition.op === "and" && condition.type === "bool" ? condition.args : [];
  return first ? firstOf(first) : condition;
}

function unconverted(expr: Expr): Expr {
  const [value] = expr.kind === "op" && expr.op === "convert" ? expr.args : [];
  return value ?? expr;
}

/** The load of an element of a span, whose index has no loads, if no round assigns what they are made of. */
function steadyLoad(expr: Expr | undefined, assigned: ReadonlySet<number>): Load | undefined {
  if (expr?.kind !== "load" || expr.place.kind !== "element") return undefined;
  const { base, index } = expr.place;
  const isSteady = (one: Expr): boolean =>
    one.kind === "local" ? !assigned.has(one.local) : one.kind !== "load" && operandsOf(one).every(isSteady);
  return base.kind === "local" && isSteady(base) && isSteady(index) ? expr : undefined;
}

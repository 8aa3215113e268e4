// Specialises a module for one target: answers its questions about the target (ir/src/target/target-questions.ts) and drops branches for other targets. IR
// in, IR out, before modules are linked: functions that only such a branch calls need not exist, and globals that only it uses are untouched.

import {
  answerTo,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  type Module,
  type TargetAnswers,
} from "@lanewise/ir";
import { settle } from "./settle.js";

/** Returns the module itself if it asks nothing. Globals, sites and functions keep their numbers. */
export function forTarget(module: Module, answers: TargetAnswers): Module {
  const known = new Map<number, boolean>();
  for (const [index, global] of module.globals.entries()) {
    const answer = answerTo(global, answers);
    if (answer !== undefined) known.set(index, answer);
  }
  if (known.size === 0) return module;
  const answered = (expr: Expr): Expr | undefined => {
    const answer = expr.kind === "load" && expr.place.kind === "global" ? known.get(expr.place.global) : undefined;
    return answer === undefined ? undefined : { kind: "const", type: "bool", value: answer };
  };
  return { ...module, functions: module.functions.map((fn) => (asks(fn, answered) ? settle(fn, answered) : fn)) };
}

function asks({ body }: Fn, answered: (expr: Expr) => Expr | undefined): boolean {
  let isFound = false;
  forEachStmt(body, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        isFound ||= answered(one) !== undefined;
      });
    }
  });
  return isFound;
}

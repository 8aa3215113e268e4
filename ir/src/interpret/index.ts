// The interpreter, which defines what the IR means: the exports for other rooms.

export { type Compiled, createCompiler, createMachine, type InterpreterHost, layoutFrame } from "./interpret.js";
export {
  type AccessKind,
  type Checks,
  type Code,
  compileExpr,
  compileTest,
  type Datum,
  type Frame,
  type Machine,
  referred,
  type Scope,
  type Span,
  scalarAt,
  type TrackedApply,
  type TrackedValue,
  type ValueChecks,
} from "./interpret-expr.js";
export { passedOn } from "./interpret-failure.js";
export { scalarAccess, viewsOf } from "./interpret-memory.js";
export { type Apply, semanticsOf, type Value } from "./interpret-ops.js";
export {
  breakOf,
  type Callee,
  type Completion,
  compileStmt,
  continueOf,
  enter,
  NEXT,
  type Step,
  type StmtScope,
} from "./interpret-stmt.js";

// Lowers switch. Without fall-through, the common case, it becomes a chain of ifs; else nested blocks that the tests leave. Both nest as deeply as
// there are clauses, so in large switches the tests compute an entry number first, and each clause compares it.

import { build, type Expr } from "@lanewise/ir";
import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";
import { coerce } from "./coerce.js";
import { lowerBoolean, lowerNumber, lowerNumberAs } from "./expressions.js";
import {
  addLocal,
  emit,
  type FunctionEmitter,
  inBlock,
  readLocal,
  spill,
  takeNames,
  termOf,
} from "./function-emitter.js";
import { lowerEach } from "./statements.js";

type Clause = ts.CaseOrDefaultClause;

/** A switch with more clauses is large. This many levels are far from the IR's limit. */
const MANY = 64;

/** Lowers a switch. With fall-through, each clause adds a block, which its test leaves: block { block { … tests … } first clause } second clause. */
export function lowerSwitch(emitter: FunctionEmitter, node: ts.SwitchStatement): void {
  const names = takeNames(emitter);
  const value = emitter.instance.values.get(node.expression);
  const subject = spill(
    emitter,
    value?.kind === "number" ? lowerNumber(emitter, node.expression) : lowerBoolean(emitter, node.expression),
  );
  const { clauses } = node.caseBlock;
  const label = emitter.nextLabel++;
  emitter.targets.push({ label, names, kind: "switch" });
  const groups = groupsOf(emitter, clauses);
  const body = inBlock(emitter, () => {
    if (clauses.length > MANY) lowerMany(emitter, node, subject, clauses);
    else if (groups) lowerChain(emitter, node, subject, groups);
    else lowerFallThrough(emitter, node, subject, clauses);
  });
  emitter.targets.pop();
  emit(emitter, build.block(label, body));
}

function isEqual(emitter: FunctionEmitter, node: ts.SwitchStatement, clause: ts.CaseClause, subject: Expr): Expr {
  const meeting = emitter.instance.meetings.get(clause);
  if (!meeting) return build.op("eq", subject, lowerBoolean(emitter, clause.expression));
  const left = coerce(emitter, subject, meeting.type, node.expression, termOf(emitter, node.expression));
  return build.op("eq", left, lowerNumberAs(emitter, clause.expression, meeting.type));
}

interface Group {
  readonly cases: readonly ts.CaseClause[];
  readonly isDefault: boolean;
  readonly statements: readonly ts.Statement[];
}

/** Groups clauses that share statements; returns undefined where a clause falls through into another's statements, or the default is not last. */
function groupsOf(emitter: FunctionEmitter, clauses: readonly Clause[]): Group[] | undefined {
  const { ts } = emitter.collection.context;
  const groups: Group[] = [];
  let cases: ts.CaseClause[] = [];
  let isDefault = false;
  for (const [index, clause] of clauses.entries()) {
    if (ts.isCaseClause(clause)) cases.push(clause);
    else isDefault = true;
    const isLast = index === clauses.length - 1;
    if (clause.statements.length === 0 && !isLast) continue;
    if (!isLast && (isDefault || !leaves(ts, clause.statements))) return undefined;
    groups.push({ cases, isDefault, statements: clause.statements });
    cases = [];
    isDefault = false;
  }
  return groups;
}

/** Whether control never reaches the statements' end. */
function leaves(ts: TypeScript, statements: readonly ts.Statement[]): boolean {
  const last = statements.at(-1);
  if (!last) return false;
  if (ts.isBlock(last)) return leaves(ts, last.statements);
  return ts.isBreakOrContinueStatement(last) || ts.isReturnStatement(last);
}

function lowerChain(
  emitter: FunctionEmitter,
  node: ts.SwitchStatement,
  subject: Expr,
  [group, ...rest]: readonly Group[],
): void {
  if (!group) return;
  const statements = () => lowerEach(emitter, withoutBreak(emitter, group.statements));
  if (group.isDefault) {
    statements();
    return;
  }
  const tests = group.cases.map((clause) => isEqual(emitter, node, clause, subject));
  const condition = tests.reduce((any, one) => build.op("or", any, one));
  const whenTrue = inBlock(emitter, statements);
  const whenFalse = inBlock(emitter, () => lowerChain(emitter, node, subject, rest));
  emit(emitter, build.ifElse(condition, whenTrue, whenFalse));
}

/** Omits a clause's final `break`, which a chain does not need. */
function withoutBreak(
  { collection: { context } }: FunctionEmitter,
  statements: readonly ts.Statement[],
): readonly ts.Statement[] {
  const { ts } = context;
  const last = statements.at(-1);
  return last && ts.isBreakStatement(last) && !last.label ? statements.slice(0, -1) : statements;
}

function lowerFallThrough(
  emitter: FunctionEmitter,
  node: ts.SwitchStatement,
  subject: Expr,
  clauses: readonly Clause[],
): void {
  const { ts } = emitter.collection.context;
  const labels = clauses.map(() => emitter.nextLabel++);
  const end = emitter.targets.at(-1)?.label ?? 0;
  let block = inBlock(emitter, () => {
    for (const [index, clause] of clauses.entries()) {
      if (!ts.isCaseClause(clause)) continue;
      emit(emitter, build.ifElse(isEqual(emitter, node, clause, subject), [build.breakTo(labels[index] ?? end)]));
    }
    const fallback = clauses.findIndex((clause) => !ts.isCaseClause(clause));
    emit(emitter, build.breakTo(labels[fallback] ?? end));
  });
  for (const [index, clause] of clauses.entries()) {
    const inner = build.block(labels[index] ?? end, block);
    block = [inner, ...inBlock(emitter, () => lowerEach(emitter, clause.statements))];
  }
  for (const stmt of block) emit(emitter, stmt);
}

/** block { if (x === 1) { entry = 0; break } … entry = default }; if (entry <= 0) { first clause } if (entry <= 1) { second clause } … */
function lowerMany(
  emitter: FunctionEmitter,
  node: ts.SwitchStatement,
  subject: Expr,
  clauses: readonly Clause[],
): void {
  const { ts } = emitter.collection.context;
  const entry = addLocal(emitter, "", "i32");
  const enter = (index: number) => build.set(entry, build.constant("i32", index));
  const found = emitter.nextLabel++;
  const tests = inBlock(emitter, () => {
    for (const [index, clause] of clauses.entries()) {
      if (!ts.isCaseClause(clause)) continue;
      emit(emitter, build.ifElse(isEqual(emitter, node, clause, subject), [enter(index), build.breakTo(found)]));
    }
    const fallback = clauses.findIndex((clause) => !ts.isCaseClause(clause));
    emit(emitter, enter(fallback === -1 ? clauses.length : fallback));
  });
  emit(emitter, build.block(found, tests));
  for (const [index, clause] of clauses.entries()) {
    if (clause.statements.length === 0) continue;
    const isEntered = build.op("le", readLocal(emitter, entry), build.constant("i32", index));
    const body = inBlock(emitter, () => lowerEach(emitter, clause.statements));
    emit(emitter, build.ifElse(isEntered, body));
  }
}

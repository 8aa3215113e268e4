// The verifier's rules for the statements and expressions of one function, 11 to 19 of the list in verify.ts.

import {
  atomicOps,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  type Global,
  isAggregate,
  isSameType,
  isScalar,
  isStorable,
  type Module,
  ops,
  type Position,
  resultOf,
  type Stmt,
  scalars,
  subGroupOps,
  type Type,
  type TypeContext,
  typeName,
  typeOf,
} from "../module/index.js";

export type Report = (node: object, message: string) => void;

interface Scope {
  readonly fn: Fn;
  readonly module: Module;
  readonly typeProblem: (type: Type) => string | undefined;
  readonly report: Report;
}
type Rules = { readonly [K in Stmt["kind"]]?: (stmt: Extract<Stmt, { kind: K }>, scope: Scope) => void };

/** Each runs after the statement's expressions were checked. */
const rules: Rules = {
  set: verifySet,
  store: verifyStore,
  atomic: verifyAtomic,
  call: verifyCall,
  return: verifyReturn,
  subGroup: verifySubGroup,
};

export function verifyBody(fn: Fn, module: Module, typeProblem: Scope["typeProblem"], report: Report): void {
  const scope: Scope = { fn, module, typeProblem, report };
  const context: TypeContext = { structs: module.structs, globals: module.globals, locals: fn.locals };
  forEachStmt(fn.body, (stmt) => {
    for (const expr of expressionsOf(stmt)) forEachExpr(expr, (inner) => verifyExpr(inner, context, scope));
    // The row of this kind takes statements of this kind.
    (rules[stmt.kind] as ((stmt: Stmt, scope: Scope) => void) | undefined)?.(stmt, scope);
    if ((stmt.kind === "if" || stmt.kind === "loop") && stmt.condition.type !== "bool")
      report(stmt, `a condition is a bool, found ${typeName(stmt.condition.type)}`);
    if (stmt.kind === "fail") verifyFail(stmt.site, stmt, scope);
    const problem = "at" in stmt && stmt.at ? problemOfPosition(stmt.at, module) : undefined;
    if (problem) report(stmt, problem);
    const result = resultOf(stmt);
    const local = result === undefined ? undefined : fn.locals[result];
    if (result !== undefined && !local) report(stmt, `there is no local ${result}`);
    if (local && isAggregate(local.type)) report(stmt, `an aggregate is written with store, found local ${result}`);
  });
}

function verifyExpr(expr: Expr, context: TypeContext, scope: Scope): void {
  const { module, report } = scope;
  const judgement = typeOf(expr, context);
  if ("problem" in judgement) {
    report(expr, judgement.problem);
    return;
  }
  if (!isSameType(judgement.type, expr.type))
    report(expr, `its operands give ${typeName(judgement.type)}, but it states ${typeName(expr.type)}`);
  if (expr.kind === "element" && module.sites[expr.site]?.kind !== "bounds")
    report(expr, `there is no bounds site ${expr.site}`);
  if (expr.kind === "dereference") verifyDereference(expr, scope);
  if (expr.kind === "pointer" && constantAt(expr.place, module))
    report(expr, "nothing takes a pointer into a constant global");
}

function verifyDereference(expr: Extract<Expr, { kind: "dereference" }>, { module, typeProblem, report }: Scope): void {
  const problem = typeProblem(expr.type);
  if (problem) report(expr, problem);
  if (module.sites[expr.site]?.kind !== "reference") report(expr, `there is no reference site ${expr.site}`);
}

function verifyFail(index: number, stmt: Stmt, { module, report }: Scope): void {
  const site = module.sites[index];
  if (!site) report(stmt, `there is no site ${index}`);
  else if (site.kind === "log") report(stmt, `site ${index} is a message, which does not fail`);
}

/** Why a local cannot hold the type; undefined if the local does not exist, which is reported once for all statements. */
function mismatch(fn: Fn, local: number, type: Type): string | undefined {
  const expected = fn.locals[local]?.type;
  if (expected === undefined || isAggregate(expected) || isSameType(expected, type)) return undefined;
  return `local ${local} is ${typeName(expected)}, found ${typeName(type)}`;
}

function verifySet(stmt: Extract<Stmt, { kind: "set" }>, { fn, report }: Scope): void {
  const problem = mismatch(fn, stmt.local, stmt.value.type);
  if (problem) report(stmt, problem);
}

function verifyStore(stmt: Extract<Stmt, { kind: "store" }>, scope: Scope): void {
  if (!isStorable(stmt.place.type, stmt.value.type))
    scope.report(stmt, `a ${typeName(stmt.place.type)} does not take ${typeName(stmt.value.type)}`);
  verifyWritable(stmt.place, stmt, scope);
}

function verifyWritable(place: Expr, stmt: Stmt, { module, report }: Scope): void {
  const constant = constantAt(place, module);
  if (constant) report(stmt, `global ${JSON.stringify(constant.name)} is constant`);
}

/** The constant global that contains the address. */
function constantAt(place: Expr, module: Module): Global | undefined {
  let root = place;
  while (root.kind === "element" || root.kind === "field") root = root.base;
  const global = root.kind === "global" ? module.globals[root.global] : undefined;
  return global?.storage === "constant" || global?.storage === "specialization" ? global : undefined;
}

function verifyAtomic(stmt: Extract<Stmt, { kind: "atomic" }>, scope: Scope): void {
  const { op, place, value, expected, result } = stmt;
  const { report, fn } = scope;
  const target = !isScalar(place.type) && place.type.kind === "ref" ? place.type.to : undefined;
  const operands: readonly Type[] = atomicOps[op].operands;
  if (target === undefined || !isScalar(target) || !operands.includes(target)) {
    report(
      stmt,
      `atomic ${op} takes a reference to ${operands.map(typeName).join(", ")}, found ${typeName(place.type)}`,
    );
    return;
  }
  const { register } = scalars[target];
  const verifyOperand = (name: string, operand: Expr | undefined, isExpected: boolean): void => {
    if ((operand !== undefined) !== isExpected)
      report(stmt, `atomic ${op} has ${isExpected ? "a" : "no"} ${name} operand`);
    else if (operand && operand.type !== register)
      report(stmt, `atomic ${op} on ${target} takes ${register}, found ${typeName(operand.type)}`);
  };
  verifyOperand("value", value, op !== "load");
  verifyOperand("expected", expected, op === "compareExchange");
  if (op === "load" && result === undefined) report(stmt, "an atomic load has a result");
  if (op === "store" && result !== undefined) report(stmt, "an atomic store has no result");
  const problem = result === undefined ? undefined : mismatch(fn, result, register);
  if (problem) report(stmt, problem);
  if (op !== "load") verifyWritable(place, stmt, scope);
}

function verifyCall(stmt: Extract<Stmt, { kind: "call" }>, { fn, module, report }: Scope): void {
  const callee = module.functions[stmt.function];
  if (!callee) {
    report(stmt, `there is no function ${stmt.function}`);
    return;
  }
  if (callee.linkage === "kernel") {
    report(stmt, "nothing calls a kernel");
    return;
  }
  const parameters = callee.locals.slice(0, callee.parameters);
  if (stmt.args.length !== parameters.length) {
    report(stmt, `${callee.name} takes ${parameters.length} arguments, found ${stmt.args.length}`);
    return;
  }
  parameters.forEach(({ type, name }, index) => {
    const argument = stmt.args[index];
    if (argument && !isSameType(argument.type, type))
      report(stmt, `parameter ${JSON.stringify(name)} is ${typeName(type)}, found ${typeName(argument.type)}`);
  });
  if (stmt.result === undefined) return;
  const problem = callee.result === "void" ? `${callee.name} has no result` : mismatch(fn, stmt.result, callee.result);
  if (problem) report(stmt, problem);
}

function verifyReturn(stmt: Extract<Stmt, { kind: "return" }>, { fn, report }: Scope): void {
  const found = stmt.value ? typeName(stmt.value.type) : "void";
  const expected = fn.result === "void" ? "void" : typeName(fn.result);
  if (found !== expected) report(stmt, `the function's result is ${expected}, found ${found}`);
}

function verifySubGroup(stmt: Extract<Stmt, { kind: "subGroup" }>, { fn, module, report }: Scope): void {
  const { op, combination, lane, value } = stmt;
  const { isShuffle } = subGroupOps[op];
  if (isShuffle !== (lane !== undefined)) report(stmt, `${op} has ${isShuffle ? "a" : "no"} lane`);
  if (isShuffle === (combination !== undefined)) report(stmt, `${op} has ${isShuffle ? "no" : "a"} combination`);
  if (lane && lane.type !== "i32") report(stmt, `a lane is an i32, found ${typeName(lane.type)}`);
  const operands: readonly Type[] = combination ? ops[combination].operands : ops.eq.operands;
  if (combination && !operands.includes(value.type))
    report(stmt, `${combination} takes ${operands.map(typeName).join(", ")}, found ${typeName(value.type)}`);
  const problem = mismatch(fn, stmt.result, value.type);
  if (problem) report(stmt, problem);
  if (module.sites[stmt.site]?.kind !== "barrier") report(stmt, `there is no barrier site ${stmt.site}`);
}

export function problemOfPosition(at: Position, module: Module): string | undefined {
  const isSound = at.file < module.files.length && at.line >= 1 && at.column >= 1;
  return isSound ? undefined : `position ${at.file}:${at.line}:${at.column} is in no file of the module`;
}

/** The path to every node of a function, for messages. */
export function pathsIn(fn: Fn): ReadonlyMap<object, string> {
  const paths = new Map<object, string>([[fn, ""]]);
  const visit = (node: object, path: string): void => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value !== "object" || value === null) continue;
      const step = Array.isArray(node) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
      if (!paths.has(value)) paths.set(value, step);
      visit(value, step);
    }
  };
  visit({ locals: fn.locals, body: fn.body }, "");
  return paths;
}

// Decides where a function's variables are declared, and under which names: in the innermost block that contains all their uses. Variables that the
// source declares in different blocks can thus keep a shared name, and a debugger shows what the user wrote.

import { blocksOf, expressionsOf, type Fn, forEachExpr, isAggregate, resultOf, type Stmt } from "@lanewise/ir";
import { leaves } from "../analysis/jumps.js";
import { freeName } from "./names.js";

/** A block of the generated function. */
interface Scope {
  readonly parent: Scope | undefined;
  readonly depth: number;
  /** Index of the statement of `parent` that contains it. */
  readonly place: number;
  /** Its number of statements. */
  count: number;
  /** The variables declared at its beginning. */
  readonly atStart: number[];
  /** The variables declared by the statement that first sets them. */
  readonly atSet: Set<number>;
}

interface Use {
  readonly scope: Scope;
  /** Index of the statement of `scope` that contains it. */
  readonly place: number;
}

interface Variable {
  readonly local: number;
  home: Scope;
  readonly uses: Use[];
  /** The first and the last statement of `home` that use it. */
  begin: number;
  end: number;
  /** Whether its first use is a `set`. */
  readonly isSetFirst: boolean;
}

export interface Declarations {
  /** By local. */
  readonly names: readonly string[];
  /** The writer enters and leaves blocks in the order of the analysis. Returns the locals to declare at the beginning. */
  enter(): readonly number[];
  leave(): void;
  /** Whether this `set` of the local declares it. */
  declares(local: number): boolean;
}

/** `taken`: names that the program's own code uses. */
export function declarationsOf(fn: Fn, taken: Iterable<string>): Declarations {
  const scopes: Scope[] = [];
  const variables = findVariables(fn, scopes);
  const names = namesOf(fn, variables, new Set(taken));
  declareFirst(fn, variables, names);
  let next = 0;
  const open: Scope[] = [];
  return {
    names,
    enter() {
      const scope = scopes[next++];
      if (!scope) return [];
      open.push(scope);
      return scope.atStart;
    },
    leave: () => open.pop(),
    declares: (local) => open.at(-1)?.atSet.delete(local) ?? false,
  };
}

/** Declares only the first of the variables that share a name in one block. */
function declareFirst(fn: Fn, variables: ReadonlyMap<number, Variable>, names: readonly string[]): void {
  const declared = new Map<Scope, Set<string>>();
  const inOrder = [...variables.values()].sort((a, b) => a.begin - b.begin);
  for (const { local, home, uses, isSetFirst } of inOrder) {
    // Private memory is not a variable.
    if (isAggregate(fn.locals[local]?.type ?? "bool")) continue;
    const known = declared.get(home) ?? new Set();
    declared.set(home, known);
    const name = names[local] ?? "";
    const isDeclared = local < fn.parameters || known.has(name);
    known.add(name);
    if (isDeclared) continue;
    // A variable first set in an inner block is declared above it.
    if (isSetFirst && uses[0]?.scope === home) home.atSet.add(local);
    else home.atStart.push(local);
  }
}

function findVariables(fn: Fn, scopes: Scope[]): Map<number, Variable> {
  const variables = new Map<number, Variable>();
  const open = (parent: Scope | undefined): Scope => {
    const depth = (parent?.depth ?? -1) + 1;
    const scope: Scope = { parent, depth, place: parent?.count ?? 0, count: 0, atStart: [], atSet: new Set() };
    scopes.push(scope);
    return scope;
  };
  const use = (local: number, scope: Scope, isSet: boolean): void => {
    const known = variables.get(local);
    const found: Use = { scope, place: scope.count };
    if (!known)
      variables.set(local, {
        local,
        home: scope,
        uses: [found],
        begin: Number.POSITIVE_INFINITY,
        end: 0,
        isSetFirst: isSet,
      });
    else {
      known.uses.push(found);
      known.home = commonScope(known.home, scope);
    }
  };
  const read = (stmt: Stmt, scope: Scope): void => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        if (one.kind === "local" || one.kind === "address") use(one.local, scope, false);
      });
    }
  };
  const visit = (block: readonly Stmt[], scope: Scope): void => {
    for (const stmt of block) {
      scope.count++;
      if (stmt.kind !== "loop") read(stmt, scope);
      const result = resultOf(stmt);
      if (result !== undefined) use(result, scope, stmt.kind === "set");
      if (stmt.kind !== "loop") for (const inner of blocksOf(stmt)) visit(inner, open(scope));
      else visitLoop(stmt, scope);
    }
  };
  const visitLoop = (stmt: LoopStmt, scope: Scope): void => {
    if (isTestedFirst(stmt)) read(stmt, scope);
    const round = open(scope);
    visit(stmt.header, round);
    round.count++;
    if (!isTestedFirst(stmt)) read(stmt, round);
    visit(stmt.body, leaves("continue", stmt) ? open(round) : round);
    round.count++;
    visit(stmt.update, round);
  };
  const whole = open(undefined);
  // Parameters belong to the whole function.
  for (let parameter = 0; parameter < fn.parameters; parameter++) use(parameter, whole, false);
  visit(fn.body, whole);
  placeUses(variables.values());
  return variables;
}

/** Finds the first and last statement that uses each variable. */
function placeUses(variables: Iterable<Variable>): void {
  for (const variable of variables) {
    for (const use of variable.uses) {
      const place = placeIn(variable.home, use);
      variable.begin = Math.min(variable.begin, place);
      variable.end = Math.max(variable.end, place);
    }
  }
}

function placeIn(home: Scope, { scope, place }: Use): number {
  let [at, found] = [scope, place];
  while (at !== home && at.parent) [found, at] = [at.place, at.parent];
  return found;
}

type LoopStmt = Extract<Stmt, { kind: "loop" }>;

/** Such a loop is a `while`. */
export const isTestedFirst = ({ header }: LoopStmt): boolean => header.length === 0;

function commonScope(a: Scope, b: Scope): Scope {
  let [one, other] = [a, b];
  while (one !== other) {
    if (one.depth >= other.depth) one = one.parent ?? other;
    else other = other.parent ?? one;
  }
  return one;
}

const isInside = (scope: Scope, outer: Scope): boolean => commonScope(scope, outer) === outer;

function namesOf(fn: Fn, variables: ReadonlyMap<number, Variable>, taken: ReadonlySet<string>): string[] {
  const named = new Map<string, Variable[]>();
  return fn.locals.map(({ name }, local) => {
    const variable = variables.get(local);
    const isTaken = (word: string) =>
      taken.has(word) || (named.get(word) ?? []).some((other) => !variable || conflict(variable, other));
    const chosen = freeName(name, isTaken);
    if (variable) named.set(chosen, [...(named.get(chosen) ?? []), variable]);
    return chosen;
  });
}

/** Whether one would hide the other where that is used. Two variables used one after another in the same block become one JavaScript variable. */
function conflict(a: Variable, b: Variable): boolean {
  if (a.home === b.home) return a.begin <= b.end && b.begin <= a.end;
  const [outer, inner] = a.home.depth < b.home.depth ? [a, b] : [b, a];
  return isInside(inner.home, outer.home) && outer.uses.some(({ scope }) => isInside(scope, inner.home));
}

// `new Particle(1, 2)` in compile-time evaluation: an object of a class of the program that extends no other. Only its fields
// are known; its methods and accessors are names with unknown values.

import type ts from "typescript-6";
import { resolvedSymbol } from "../library.js";
import { bindParameters } from "./calls.js";
import { compute } from "./expressions.js";
import { isInFunction } from "./outcomes.js";
import { giveUp, type Run } from "./run.js";
import { createScope, findCell, keyOf, type Scope, thisOf } from "./scope.js";
import { executeAll } from "./statements.js";
import { unknown, type Value, type ValueRecord } from "./values.js";

/** The class of the program that an expression names; undefined if it names none. */
export function classNamed({ context }: Run, node: ts.Expression): ts.ClassDeclaration | undefined {
  return resolvedSymbol(context, node)?.declarations?.find((one): one is ts.ClassDeclaration =>
    context.ts.isClassDeclaration(one),
  );
}

export function construct(run: Run, declaration: ts.ClassDeclaration, args: readonly Value[]): ValueRecord {
  const { ts } = run.context;
  const isPlain = !declaration.heritageClauses?.some(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  const isDecorated = declaration.modifiers?.some((modifier) => ts.isDecorator(modifier)) ?? false;
  if (!run.canCall || !isPlain || isDecorated || isInFunction(run.context, declaration)) giveUp();
  run.files.add(declaration.getSourceFile());
  const record = objectOf(run, declaration);
  const scope = createScope(undefined, true, record);
  const written = declaration.members.find((one): one is ts.ConstructorDeclaration => {
    return ts.isConstructorDeclaration(one) && one.body !== undefined;
  });
  if (written) bindParameters(run, written, scope, args);
  setFields(run, declaration, record);
  for (const parameter of written?.parameters ?? []) {
    const name = nameOfProperty(run, parameter);
    const symbol = resolvedSymbol(run.context, parameter.name);
    if (name !== undefined) record[name] = (symbol && findCell(scope, symbol))?.value;
  }
  executeAll(run, written?.body?.statements ?? [], scope);
  return record;
}

/**
 * Creates the object. It inherits the names of methods and accessors, and those of parameter properties, since compiler options
 * decide whether the other fields' initializers see them.
 */
function objectOf(run: Run, declaration: ts.ClassDeclaration): ValueRecord {
  const { ts } = run.context;
  const members: ValueRecord = {};
  for (const member of declaration.members) {
    if (ts.canHaveDecorators(member) && ts.getDecorators(member)?.length) giveUp();
    const isData = ts.isPropertyDeclaration(member) || ts.isConstructorDeclaration(member);
    const parameters = ts.isConstructorDeclaration(member) && member.body ? member.parameters : [];
    for (const parameter of parameters) {
      const name = nameOfProperty(run, parameter);
      if (name !== undefined) members[name] = unknown;
    }
    if (member.name && !isData) members[keyOf(run, undefined, member.name)] = unknown;
  }
  return Object.create(members) as ValueRecord; // Object.create is typed `any`
}

/** The field that a parameter such as `readonly x: f32` in a constructor declares; undefined for others. */
function nameOfProperty({ context: { ts } }: Run, node: ts.ParameterDeclaration): string | undefined {
  if (!ts.isParameterPropertyDeclaration(node, node.parent)) return undefined;
  return ts.isIdentifier(node.name) ? node.name.text : giveUp();
}

function setFields(run: Run, declaration: ts.ClassDeclaration, record: ValueRecord): void {
  const { ts } = run.context;
  for (const member of declaration.members) {
    if (!ts.isPropertyDeclaration(member) || !member.initializer) continue;
    if (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) continue;
    const scope = createScope(undefined, true, record);
    record[keyOf(run, scope, member.name)] = compute(run, member.initializer, scope);
  }
}

export function evaluateThis(_run: Run, _node: ts.Expression, scope: Scope | undefined): Value {
  return thisOf(scope) ?? giveUp();
}

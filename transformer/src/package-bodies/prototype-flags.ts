// Flags that all objects of a package's class have by its prototype: `static { this.prototype.isVector3 = true; }`, `Vector3.prototype.isVector3 = true`.
// They become getters, `get isVector3() { return true; }`, before names are bound.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";

interface Flag {
  readonly owner: ts.ClassDeclaration;
  readonly name: ts.Identifier;
  readonly value: ts.Expression;
}

export function declareFlags(typescript: TypeScript, file: ts.SourceFile): void {
  if (!/\bprototype\s*\.\s*\w+\s*=\s*(true|false)\b/.test(file.text)) return;
  const classes = new Map<string, ts.ClassDeclaration>();
  for (const one of file.statements) {
    if (typescript.isClassDeclaration(one) && one.name) classes.set(one.name.text, one);
  }
  const flags = file.statements.flatMap((one) => [
    ...(typescript.isClassDeclaration(one) ? flagsInBlocks(typescript, one) : []),
    ...flagOf(typescript, one, (owner) => (typescript.isIdentifier(owner) ? classes.get(owner.text) : undefined)),
  ]);
  for (const flag of flags) {
    const { owner, name } = flag;
    const isOnce = flags.filter((one) => one.owner === owner && one.name.text === name.text).length === 1;
    const isMember = owner.members.some((one) => one.name && one.name.getText(file) === name.text);
    if (isOnce && !isMember) addGetter(typescript, flag);
  }
}

function flagsInBlocks(typescript: TypeScript, owner: ts.ClassDeclaration): readonly Flag[] {
  const isThis = (node: ts.Expression) => node.kind === typescript.SyntaxKind.ThisKeyword;
  return owner.members.flatMap((one) =>
    typescript.isClassStaticBlockDeclaration(one)
      ? one.body.statements.flatMap((statement) =>
          flagOf(typescript, statement, (node) => (isThis(node) ? owner : undefined)),
        )
      : [],
  );
}

function flagOf(
  typescript: TypeScript,
  statement: ts.Statement,
  classOf: (node: ts.Expression) => ts.ClassDeclaration | undefined,
): readonly Flag[] {
  const { SyntaxKind } = typescript;
  const assignment = typescript.isExpressionStatement(statement) ? statement.expression : undefined;
  if (!assignment || !typescript.isBinaryExpression(assignment)) return [];
  const { left, right, operatorToken } = assignment;
  const isFlag = right.kind === SyntaxKind.TrueKeyword || right.kind === SyntaxKind.FalseKeyword;
  if (!isFlag || operatorToken.kind !== SyntaxKind.EqualsToken || !typescript.isPropertyAccessExpression(left))
    return [];
  const { expression: prototype, name } = left;
  if (!typescript.isPropertyAccessExpression(prototype) || prototype.name.text !== "prototype") return [];
  const owner = classOf(prototype.expression);
  return owner && typescript.isIdentifier(name) ? [{ owner, name, value: right }] : [];
}

function addGetter({ factory }: TypeScript, { owner, name, value }: Flag): void {
  /** At the place of the assignment. */
  const placed = <N extends ts.Node>(node: N, parts: readonly ts.Node[]): N => {
    for (const part of parts) Object.assign(part, { parent: node });
    return Object.assign(node, { pos: name.pos, end: value.end, flags: name.flags });
  };
  const own = Object.assign(factory.createIdentifier(name.text), { pos: name.pos, end: name.end, flags: name.flags });
  const isTrue = Object.assign(value.getText() === "true" ? factory.createTrue() : factory.createFalse(), {
    pos: value.pos,
    end: value.end,
    flags: value.flags,
  });
  const result = placed(factory.createReturnStatement(isTrue), [isTrue]);
  const body = placed(factory.createBlock([result]), [result]);
  const getter = placed(factory.createGetAccessorDeclaration(undefined, own, [], undefined, body), [own, body]);
  const { pos, end } = owner.members;
  const members = Object.assign(factory.createNodeArray([...owner.members, getter]), { pos, end });
  Object.assign(owner, { members });
  Object.assign(getter, { parent: owner });
}

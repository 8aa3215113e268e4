// `new this.constructor(x)` in a method of a package's class makes an object of the class that the object has. TypeScript knows nothing of it: `constructor`
// is a Function. So the class's name takes its place before names are bound, and a kernel makes sure that the object is of this class.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";

export function nameOwnClasses(typescript: TypeScript, file: ts.SourceFile): void {
  if (!file.text.includes("new this.constructor")) return;
  for (const statement of file.statements) {
    if (!typescript.isClassDeclaration(statement) || !statement.name) continue;
    for (const member of statement.members) {
      const isOfObjects = typescript.isMethodDeclaration(member) && !hasStatic(typescript, member);
      if (isOfObjects && member.body && !declares(typescript, member, statement.name.text))
        nameIn(typescript, member.body, statement.name.text);
    }
  }
}

function hasStatic(typescript: TypeScript, node: ts.Declaration): boolean {
  return (typescript.getCombinedModifierFlags(node) & typescript.ModifierFlags.Static) !== 0;
}

/** Whether something in the method has the class's name. */
function declares(typescript: TypeScript, method: ts.MethodDeclaration, name: string): boolean {
  const visit = (node: ts.Node): boolean => {
    const isIt = typescript.isIdentifier(node) && node.text === name && node !== method.name;
    const { parent } = node;
    if (isIt && "name" in parent && parent.name === node && !typescript.isPropertyAccessExpression(parent)) return true;
    return typescript.forEachChild(node, (child) => visit(child) || undefined) === true;
  };
  return visit(method);
}

function nameIn(typescript: TypeScript, node: ts.Node, name: string): void {
  if (typescript.isFunctionLike(node) || typescript.isClassLike(node)) return;
  const made = typescript.isNewExpression(node) ? node.expression : undefined;
  const isOwn =
    made &&
    typescript.isPropertyAccessExpression(made) &&
    made.expression.kind === typescript.SyntaxKind.ThisKeyword &&
    made.name.text === "constructor";
  if (isOwn) {
    const { pos, end, flags, parent } = made;
    const named = Object.assign(typescript.factory.createIdentifier(name), { pos, end, flags, parent });
    Object.assign(parent, { expression: named });
  }
  typescript.forEachChild(node, (child) => nameIn(typescript, child, name));
}

/** Whether it was `this.constructor` in `new this.constructor(x)`. */
export function isOwnClass(typescript: TypeScript, node: ts.Expression): boolean {
  return (
    typescript.isIdentifier(node) && node.getText() !== node.text && /^this\s*\.\s*constructor$/.test(node.getText())
  );
}

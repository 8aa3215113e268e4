// Names kernels: a symbol that is the same on every machine, and a name for messages and profiles.

import type ts from "typescript-6";
import type { PassContext } from "./pass-context.js";
import type { FunctionNode } from "./recognise/calls.js";
import { identifyModule } from "./recognise/package-of.js";

export interface KernelName {
  /** `<module>:<enclosing functions>#<ordinal>`. */
  readonly symbol: string;
  /** `blur (kernels.ts:31)`. */
  readonly name: string;
}

/** `ordinal` is the kernel's index in its file. */
export function nameKernel({ ts }: PassContext, node: FunctionNode, ordinal: number): KernelName {
  const sourceFile = node.getSourceFile();
  const { module, path } = identifyModule(sourceFile.fileName);
  const around: string[] = [];
  for (let at: ts.Node = node; at.parent; at = at.parent) {
    const name = nameOf(ts, at);
    if (name) around.unshift(name);
  }
  const { line } = sourceFile.getLineAndCharacterOfPosition(node.getStart(sourceFile));
  const place = `${path.slice(path.lastIndexOf("/") + 1)}:${line + 1}`;
  const name = around.at(-1);
  return {
    symbol: `${module}:${around.join(".")}#${ordinal}`,
    name: name ? `${name} (${place})` : place,
  };
}

function nameOf(typescript: PassContext["ts"], node: ts.Node): string | undefined {
  const ts = typescript;
  const isNamed = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isClassDeclaration(node);
  if (isNamed || ts.isModuleDeclaration(node)) return node.name?.getText();
  const isFunction = ts.isArrowFunction(node) || ts.isFunctionExpression(node);
  if (!isFunction || !ts.isVariableDeclaration(node.parent)) return undefined;
  return node.parent.name.getText();
}

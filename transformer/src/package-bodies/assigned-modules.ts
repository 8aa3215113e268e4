// CommonJS modules of packages whose exports another module assigns: `require("./state.js").factor = 3`.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { targetOf } from "../recognise/operators.js";
import { walkTree } from "../walk-tree.js";

const ofProgram = new WeakMap<ts.Program, ReadonlySet<ts.SourceFile>>();

/** Whether any module of a package assigns a member of what another one exports. */
export function isAssignedElsewhere(context: PassContext, file: ts.SourceFile): boolean {
  const { bodies, program, ts } = context;
  if (!bodies.files.has(file)) return false;
  const known = ofProgram.get(program);
  if (known) return known.has(file);
  const found = new Set<ts.SourceFile>();
  for (const one of bodies.files) {
    if (!/\brequire\b/.test(one.text)) continue;
    walkTree(ts, one, (node) => {
      const target = targetOf(ts, node);
      const isMember = target && (ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target));
      const assigned = isMember ? requiredFile(context, target.expression) : undefined;
      if (assigned) found.add(assigned);
      return true;
    });
  }
  ofProgram.set(program, found);
  return found.has(file);
}

/** The module that an expression is: `require("./state.js")`, or a variable for it. */
function requiredFile({ checker, ts }: PassContext, node: ts.Expression): ts.SourceFile | undefined {
  const [specifier] = ts.isCallExpression(node) && node.expression.getText() === "require" ? node.arguments : [];
  const symbol = specifier
    ? checker.getSymbolAtLocation(specifier)
    : ts.isIdentifier(node) && !/^(module|exports)$/.test(node.text)
      ? checker.getSymbolAtLocation(node)
      : undefined;
  const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  const module = isAlias ? checker.getAliasedSymbol(symbol) : specifier && symbol;
  return module?.declarations?.[0]?.getSourceFile();
}

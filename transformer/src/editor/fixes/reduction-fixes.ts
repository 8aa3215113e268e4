// The fix of LW1203 that turns a captured variable into the target of a reduction: changes its declaration, the launch, the updates in the
// kernel, and the host's reads.

import type ts from "typescript-6";
import { type CombiningUpdate, combiningUpdate } from "../../recognise/combining-update.js";
import { type Fix, type FixPlace, insertBefore, replace, type TextEdit } from "./fix.js";
import { withImports } from "./imports.js";

interface Launch {
  readonly kernel: ts.ArrowFunction;
  /** The last parameter, after which the reducer is added. */
  readonly parameter: ts.ParameterDeclaration;
}

export const reductionFixes: readonly Fix[] = [
  {
    id: "lanewise-reduction",
    title: "Combine it over all work-items with a reduction",
    edits(place) {
      const { ts, node } = place;
      const launch = ts.isIdentifier(node) ? launchAround(place, node) : undefined;
      const declaration = launch && ts.isIdentifier(node) ? declarationEdit(place, node) : undefined;
      const updates = launch && declaration && useEdits(place, node, launch.kernel);
      if (!launch || !declaration || !updates) return undefined;
      const { operation, edits } = updates;
      const name = node.getText();
      const added = [insertBefore(launch.kernel, `reduction(${name}, "${operation}"), `), parameterEdit(launch, name)];
      const wanted = [{ name: "reduction", from: "lanewise" }];
      return withImports(place, place.source, wanted, [declaration, ...added, ...edits]);
    },
  },
];

/** The launch around a kernel, if the kernel only takes indices and reducers. */
function launchAround({ ts }: FixPlace, node: ts.Node): Launch | undefined {
  const kernel = ts.findAncestor(node, ts.isArrowFunction);
  const call = kernel?.parent;
  if (!kernel || !call || !ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression))
    return undefined;
  const [range] = call.arguments;
  const index = call.arguments.indexOf(kernel);
  if (call.expression.name.text !== "parallelFor" || !range || index < 1) return undefined;
  const dimensions = ts.isArrayLiteralExpression(range) ? range.elements.length : 1;
  const parameter = kernel.parameters.at(-1);
  return parameter && kernel.parameters.length === dimensions + index - 1 ? { kernel, parameter } : undefined;
}

function parameterEdit({ kernel, parameter }: Launch, name: string): TextEdit {
  const text = parameter.getText();
  const isAlone = kernel.getText().startsWith(text);
  return replace(parameter, isAlone ? `(${text}, ${name})` : `${text}, ${name}`);
}

/** Rewrites `let total = 0`, a number that the file does not export. */
function declarationEdit({ ts, checker }: FixPlace, name: ts.Identifier): TextEdit | undefined {
  const declaration = checker.getSymbolAtLocation(name)?.valueDeclaration;
  const list = declaration?.parent;
  if (!declaration || !ts.isVariableDeclaration(declaration) || !list || !ts.isVariableDeclarationList(list))
    return undefined;
  const { initializer, type } = declaration;
  const isPlain =
    list.declarations.length === 1 && (list.flags & ts.NodeFlags.Let) !== 0 && !declaration.exclamationToken;
  const isNumber = !type || type.kind === ts.SyntaxKind.NumberKeyword;
  const isExported = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Export) !== 0;
  if (!isPlain || !isNumber || isExported || !initializer || !ts.isVariableStatement(list.parent)) return undefined;
  return replace(list, `const ${name.text} = Float64Array.of(${initializer.getText()})`);
}

/** The edits of all uses: in the kernel, all must be updates by one operation; elsewhere, the number becomes the array's element. */
function useEdits(
  place: FixPlace,
  node: ts.Node,
  kernel: ts.Node,
): { readonly operation: CombiningUpdate["operation"]; readonly edits: readonly TextEdit[] } | undefined {
  const { ts, checker, source, program } = place;
  const symbol = checker.getSymbolAtLocation(node);
  const name = node.getText();
  const mark = program.getCompilerOptions().noUncheckedIndexedAccess ? "!" : "";
  const edits: TextEdit[] = [];
  const combined: ts.Node[] = [];
  const operations = new Set<CombiningUpdate["operation"]>();
  let isPossible = true;
  const useInKernel = (one: ts.Identifier) => {
    const update = ts.isExpressionStatement(one.parent.parent) ? combiningUpdate(ts, one, one.parent) : undefined;
    if (!update || usesInside(update.value, name)) isPossible = false;
    else {
      operations.add(update.operation);
      combined.push(one.parent);
      edits.push(replace(one.parent, `${name}.combine(${update.value})`));
    }
  };
  const visit = (one: ts.Node): void => {
    const isUse = ts.isIdentifier(one) && one.text === name && !ts.isVariableDeclaration(one.parent);
    // `most` of `Math.max(most, x)`.
    if (combined.some(({ pos, end }) => one.pos > pos && one.end <= end)) return;
    if (isUse && checker.getSymbolAtLocation(one) === symbol) {
      if (one.pos >= kernel.pos && one.end <= kernel.end) useInKernel(one);
      else edits.push(replace(one, isStored(place, one) ? `${name}[0]` : `${name}[0]${mark}`));
    } else if (isUse && ts.isShorthandPropertyAssignment(one.parent)) isPossible = false;
    else ts.forEachChild(one, visit);
  };
  visit(source);
  const [operation, ...others] = operations;
  return isPossible && operation && others.length === 0 ? { operation, edits } : undefined;
}

const usesInside = (text: string, name: string) => text.split(/[^\w$]+/).includes(name);

function isStored({ ts }: FixPlace, node: ts.Identifier): boolean {
  const { parent } = node;
  const isLeft = ts.isBinaryExpression(parent) && parent.left === node;
  return isLeft && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
}

// Checks where objects that the runtime knows by name are declared: device globals, and everything registered like them. Finds the
// qualified name for the id and the expression for the object at the module's end or, failing that, the block whose shim hands it
// over (requirements D1-D3, D6, F1, F3). Independent of what the object is.

import type ts from "typescript-6";
import type { DiagnosticCode } from "../diagnostics/catalogue.js";
import type { PassContext } from "../pass-context.js";
import { isWrapper } from "./calls.js";
import { isDirectCall } from "./library-calls.js";
import {
  hasPlainName,
  isNameable,
  localName,
  type Placed,
  type PlacedNode,
  plainName,
  qualifiedName,
} from "./qualified-names.js";

export interface Placement {
  readonly declaration: PlacedNode;
  /** The enclosing namespaces and classes and its name, joined by dots: `N.C.total`; `N#2.total` if it repeats another's. */
  readonly qualifiedName: string;
  /** The expression for it at the module's end, or in the shim's block. */
  readonly expression: string;
  /** The namespace block that must hand it over, because the module's end cannot name it. */
  readonly shim: ts.ModuleBlock | undefined;
}

/** How messages describe the declaration. */
export interface PlacedKind {
  /** `A device global`. */
  readonly name: string;
  /** `deviceGlobal<i32>()`. */
  readonly example: string;
}

/** Where `call` creates its object; undefined, with a diagnostic, if it is not allowed there. */
export function placementOf(context: PassContext, call: ts.CallExpression, kind: PlacedKind): Placement | undefined {
  const place = findPlace(context, call);
  if ("code" in place) {
    context.reporter.report(place.code, place.node, [kind.name, kind.example, place.name ?? "total"]);
    return undefined;
  }
  const { ts } = context;
  const shim = ts.isModuleBlock(place.scope) && !isNameable(context, place) ? place.scope : undefined;
  return {
    declaration: place.node,
    qualifiedName: qualifiedName(context, place),
    expression: shim ? localName(place) : plainName(context, place),
    shim,
  };
}

interface Misplaced {
  readonly code: DiagnosticCode;
  readonly node: ts.Node;
  readonly name?: string;
}

function findPlace(context: PassContext, call: ts.CallExpression): Placed | Misplaced {
  const { ts } = context;
  if (!isDirectCall(context, call)) return { code: "LW1418", node: call };
  let value: ts.Node = call;
  while (isWrapper(context, value.parent)) value = value.parent;
  const { parent } = value;
  if (ts.isVariableDeclaration(parent)) return placeOfVariable(context, parent);
  if (ts.isPropertyDeclaration(parent)) return placeOfMember(context, parent);
  if (ts.isExportAssignment(parent)) return { code: "LW1413", node: parent };
  const isPart = ts.isArrayLiteralExpression(parent) || ts.isPropertyAssignment(parent) || ts.isBindingElement(parent);
  const node = declarationAround(context, call);
  if (isInsideFunction(context, call)) return { code: "LW1407", node };
  return { code: isPart ? "LW1411" : "LW1401", node };
}

/** The declaration that contains a call, or the call itself. */
function declarationAround({ ts }: PassContext, call: ts.CallExpression): ts.Node {
  const isDeclaration = (at: ts.Node) =>
    ts.isVariableDeclaration(at) || ts.isPropertyDeclaration(at) || ts.isParameter(at);
  const found = ts.findAncestor(call, (at) => isDeclaration(at) || ts.isStatement(at));
  return found && isDeclaration(found) ? found : call;
}

function isInsideFunction({ ts }: PassContext, node: ts.Node): boolean {
  const isLocal = (at: ts.Node) => ts.isFunctionLike(at) || ts.isClassStaticBlockDeclaration(at) || ts.isBlock(at);
  return ts.findAncestor(node, isLocal) !== undefined;
}

function placeOfVariable(context: PassContext, node: ts.VariableDeclaration): Placed | Misplaced {
  const { ts } = context;
  const list = node.parent;
  const scope = ts.isVariableStatement(list.parent) ? list.parent.parent : undefined;
  if (!scope || !(ts.isSourceFile(scope) || ts.isModuleBlock(scope))) return { code: "LW1407", node };
  if (!hasPlainName(context, node)) return { code: "LW1411", node };
  const isConst = (list.flags & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Const;
  return isConst ? { node, scope, owner: undefined } : { code: "LW1408", node, name: node.name.text };
}

function placeOfMember(context: PassContext, node: ts.PropertyDeclaration): Placed | Misplaced {
  const { ts } = context;
  const has = (flags: ts.ModifierFlags) => (ts.getCombinedModifierFlags(node) & flags) !== 0;
  const fault = (code: DiagnosticCode): Misplaced => ({ code, node, name: node.name.getText() });
  const owner = node.parent;
  const scope = owner.parent;
  if (!has(ts.ModifierFlags.Static)) return fault("LW1409");
  if (ts.isPrivateIdentifier(node.name) || has(ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) {
    return fault("LW1410");
  }
  if (!has(ts.ModifierFlags.Readonly)) return fault("LW1414");
  if (!hasPlainName(context, node)) return { code: "LW1401", node };
  const isScope = ts.isSourceFile(scope) || ts.isModuleBlock(scope);
  return isScope && ts.isClassDeclaration(owner) && hasPlainName(context, owner)
    ? { node, scope, owner }
    : fault("LW1412");
}

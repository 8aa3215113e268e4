// Fixes that write a type with a flavour: for parameters and results of device functions, device globals and specialization constants.

import type ts from "typescript-6";
import { type Fix, type FixPlace, insert, insertAfter, matched, replace, type TextEdit } from "./fix.js";
import { flavour, withImports } from "./imports.js";

const flavours = ["f32", "f64", "i32"] as const;
type Flavour = (typeof flavours)[number];

const writing = (edits: (place: FixPlace, type: Flavour) => readonly TextEdit[] | undefined): readonly Fix[] =>
  flavours.map((type) => ({
    id: `lanewise-flavour-${type}`,
    title: `Write the type ${type}`,
    all: `Write ${type} for all such types in this file`,
    edits(place) {
      const made = edits(place, type);
      return made && withImports(place, place.source, [flavour(type)], made);
    },
  }));

/** For a parameter or a result of type `number` or without a type. */
export const signatureFixes = writing((place, type) => {
  const { ts, node } = place;
  if (ts.isParameter(node)) return typeOfParameter(place, node, type);
  const known = flavourOfResult(place);
  if (known !== undefined && known !== type) return undefined;
  if (node.kind === ts.SyntaxKind.NumberKeyword) return [replace(node, type)];
  return ts.isFunctionLike(node) && !node.type ? typeOfResult(place, node, type) : undefined;
});

/** The flavour of an arrow function's expression body. */
function flavourOfResult({ ts, checker, node }: FixPlace): string | undefined {
  const fn = ts.isArrowFunction(node) ? node : node.parent;
  if (!ts.isArrowFunction(fn) || ts.isBlock(fn.body)) return undefined;
  const name = checker.typeToString(checker.getTypeAtLocation(fn.body));
  return flavours.find((one) => one === name);
}

function typeOfParameter({ ts }: FixPlace, node: ts.ParameterDeclaration, type: string): TextEdit[] | undefined {
  const isPlain = !node.initializer && !node.dotDotDotToken && !node.questionToken && ts.isIdentifier(node.name);
  if (!isPlain) return undefined;
  if (node.type) return node.type.kind === ts.SyntaxKind.NumberKeyword ? [replace(node.type, type)] : undefined;
  if (hasParenthesis(ts, node.parent)) return [insertAfter(node.name, `: ${type}`)];
  return [replace(node, `(${node.name.text}: ${type})`)];
}

function typeOfResult({ ts, source }: FixPlace, node: ts.SignatureDeclaration, type: string): TextEdit[] | undefined {
  const close = node.getChildren(source).find(({ kind }) => kind === ts.SyntaxKind.CloseParenToken);
  return close && [insertAfter(close, `: ${type}`)];
}

function hasParenthesis(typescript: FixPlace["ts"], node: ts.Node): boolean {
  return node.getChildren().some(({ kind }) => kind === typescript.SyntaxKind.OpenParenToken);
}

/** For a type argument that contains plain numbers. */
export const plainNumberFixes = writing((place, type) => {
  const { ts, node, source } = place;
  const found: TextEdit[] = [];
  const visit = (one: ts.Node): void => {
    if (one.kind === ts.SyntaxKind.NumberKeyword) found.push(replace(one, type));
    ts.forEachChild(one, visit);
  };
  visit(node);
  return ts.isTypeNode(node) && source.fileName === place.diagnostic.file && found.length > 0 ? found : undefined;
});

/** Writes the type argument from the help line. */
export const typeArgumentFixes: readonly Fix[] = [
  {
    id: "lanewise-type-argument",
    title: "Write the type argument",
    all: "Write all such type arguments in this file",
    edits(place) {
      const { ts, checker, diagnostic, node, source } = place;
      const text = matched(/`[\w.]+<(.*)>\(.*\)`\.$/s, diagnostic.help);
      const call = ts.isCallExpression(node) ? node : undefined;
      if (text === undefined || !(call || ts.isTypeNode(node))) return undefined;
      const names = text.match(/\b(?:FixedArray|[iu](?:8|16|32|64)|f(?:16|32|64))\b/g) ?? [];
      const wanted = [...new Set(names)].filter((name) => !checker.resolveName(name, node, ts.SymbolFlags.Type, false));
      const edits = call ? [insert(source, call.expression.getEnd(), `<${text}>`)] : [replace(node, text)];
      return withImports(place, source, wanted.map(flavour), edits);
    },
  },
];

// The kernel language's syntax as a table: for each syntax kind either "allowed", or the diagnostic that states what to write instead. An unlisted
// kind is not allowed.

import type ts from "typescript-6";
import type { DiagnosticCode } from "../diagnostics/catalogue.js";
import type { TypeScript } from "../pass-context.js";

export type Rule = "allowed" | DiagnosticCode;
type KindName = keyof typeof ts.SyntaxKind;

const rules = {
  allowed: [
    "ArrayBindingPattern",
    "ArrayLiteralExpression",
    "ArrowFunction",
    "AsExpression",
    "BigIntLiteral",
    "BinaryExpression",
    "BindingElement",
    "Block",
    "BreakStatement",
    "CallExpression",
    "CaseBlock",
    "CaseClause",
    "ClassDeclaration",
    "ComputedPropertyName",
    "ConditionalExpression",
    "ContinueStatement",
    "DefaultClause",
    "DebuggerStatement",
    "DoStatement",
    "ElementAccessExpression",
    "EmptyStatement",
    "EnumDeclaration",
    "ExpressionStatement",
    "FalseKeyword",
    "ForOfStatement",
    "ForStatement",
    "FunctionDeclaration",
    "FunctionExpression",
    "Identifier",
    "IfStatement",
    "InterfaceDeclaration",
    "LabeledStatement",
    "NewExpression",
    "NoSubstitutionTemplateLiteral",
    "NonNullExpression",
    "NullKeyword",
    "NumericLiteral",
    "ObjectBindingPattern",
    "ObjectLiteralExpression",
    "OmittedExpression",
    "Parameter",
    "ParenthesizedExpression",
    "PostfixUnaryExpression",
    "PrefixUnaryExpression",
    "PrivateIdentifier",
    "PropertyAccessExpression",
    "PropertyAssignment",
    "ReturnStatement",
    "SatisfiesExpression",
    "ShorthandPropertyAssignment",
    "SpreadAssignment",
    "SpreadElement",
    "StringLiteral",
    "SuperKeyword",
    "SwitchStatement",
    "TemplateExpression",
    "TemplateSpan",
    "ThisKeyword",
    "TrueKeyword",
    "TypeAliasDeclaration",
    "TypeAssertionExpression",
    "VariableDeclaration",
    "VariableDeclarationList",
    "VariableStatement",
    "WhileStatement",
  ],
  LW1102: ["ThrowStatement", "TryStatement"],
  LW1103: ["AwaitExpression"],
  LW1104: ["YieldExpression"],
  LW1105: ["TaggedTemplateExpression"],
  LW1110: ["ForInStatement"],
  LW1112: ["ClassExpression"],
  LW1114: ["RegularExpressionLiteral"],
  LW1117: ["DeleteExpression", "TypeOfExpression", "VoidExpression"],
  LW1123: ["WithStatement", "ModuleDeclaration"],
} as const satisfies Partial<Record<"allowed" | DiagnosticCode, readonly KindName[]>>;

const tables = new WeakMap<object, ReadonlyMap<ts.SyntaxKind, Rule>>();

/** Returns the table for the injected TypeScript, whose kinds may have other numbers. */
export function syntaxRules(typescript: TypeScript): ReadonlyMap<ts.SyntaxKind, Rule> {
  const known = tables.get(typescript);
  if (known) return known;
  const table = new Map<ts.SyntaxKind, Rule>();
  const kinds: Readonly<Record<string, number | string>> = typescript.SyntaxKind;
  for (const [rule, names] of Object.entries(rules)) {
    for (const name of names) {
      const kind = kinds[name];
      // Object.entries loses the key type.
      if (typeof kind === "number") table.set(kind, rule as Rule);
    }
  }
  tables.set(typescript, table);
  return table;
}

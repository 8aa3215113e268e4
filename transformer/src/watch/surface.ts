// The surface of a module, as text: its declarations, without bodies of functions whose result type is written, and its exports. While
// the surface is the same, other modules' types are too. Purely syntactic: uses no checker and emits no declarations.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";
import { targetOf } from "../recognise/operators.js";
import { walkTree } from "../walk-tree.js";

/** A name of another module; "*" means the whole module. */
export interface Target {
  readonly module: string;
  readonly name: string;
}

export interface Declared {
  readonly text: string;
  /** All identifiers in the text, whose meaning determines its own. */
  readonly mentions: ReadonlySet<string>;
  /** The identifiers in hidden bodies. */
  readonly hidden: ReadonlySet<string>;
}

export interface Surface {
  /** The names that the module declares and imports. */
  readonly names: ReadonlyMap<string, Declared>;
  /** The sources of imported names. */
  readonly imports: ReadonlyMap<string, Target>;
  /** By exported name: a local name, or a name of another module. */
  readonly exports: ReadonlyMap<string, string | Target>;
  /** The modules of `export *`. */
  readonly stars: readonly string[];
  /** Whether this cannot describe the file, such as a script: any edit may affect all importers. */
  readonly isOpaque: boolean;
}

const nothing: Declared = { text: "", mentions: new Set(), hidden: new Set() };

interface Draft {
  readonly file: ts.SourceFile;
  readonly names: Map<string, Declared>;
  readonly imports: Map<string, Target>;
  readonly exports: Map<string, string | Target>;
  readonly stars: string[];
  /**
   * Variables that may be assigned, and those that functions with hidden bodies assign: assignments determine how a variable is narrowed.
   */
  readonly variables: Set<string>;
  readonly assigned: Set<string>;
  isOpaque: boolean;
}

export function surfaceOf(typescript: TypeScript, file: ts.SourceFile): Surface {
  const draft: Draft = {
    file,
    names: new Map(),
    imports: new Map(),
    exports: new Map(),
    stars: [],
    variables: new Set(),
    assigned: new Set(),
    isOpaque: !typescript.isExternalModule(file) || !/\.[cm]?tsx?$/.test(file.fileName),
  };
  for (const statement of file.statements) addStatement(typescript, draft, statement);
  for (const name of draft.variables) {
    if (draft.assigned.has(name)) declare(draft, name, { ...nothing, text: "assigned by a function" });
  }
  return draft;
}

/** The names declared by the module statement that contains a node. */
export function namesAround(typescript: TypeScript, node: ts.Node): readonly string[] {
  let at = node;
  while (!typescript.isSourceFile(at.parent)) at = at.parent;
  // The children of a source file are statements.
  return declaredNames(typescript, at as ts.Statement);
}

function addStatement(typescript: TypeScript, draft: Draft, statement: ts.Statement): void {
  if (typescript.isImportDeclaration(statement)) addImport(typescript, draft, statement);
  else if (typescript.isExportDeclaration(statement)) addExport(typescript, draft, statement);
  else {
    const names = declaredNames(typescript, statement);
    addNames(typescript, draft, statement, names);
    const declared = names.length > 0 ? visibleIn(typescript, draft, statement) : undefined;
    for (const name of names) if (declared) declare(draft, name, declared);
  }
}

/** Merges declarations of one name, such as those of an interface. */
function declare({ names }: Draft, name: string, declared: Declared): void {
  const before = names.get(name);
  const both = before && {
    text: `${before.text}\n${declared.text}`,
    mentions: new Set([...before.mentions, ...declared.mentions]),
    hidden: new Set([...before.hidden, ...declared.hidden]),
  };
  names.set(name, both ?? declared);
}

function addImport(
  typescript: TypeScript,
  draft: Draft,
  { importClause, moduleSpecifier }: ts.ImportDeclaration,
): void {
  if (!importClause || !typescript.isStringLiteral(moduleSpecifier)) return;
  const module = moduleSpecifier.text;
  const add = (local: ts.Identifier, name: string, isType: boolean): void => {
    draft.imports.set(local.text, { module, name });
    declare(draft, local.text, { ...nothing, text: `import ${isType ? "type " : ""}${name} from ${module}` });
  };
  const isType = importClause.phaseModifier === typescript.SyntaxKind.TypeKeyword;
  if (importClause.name) add(importClause.name, "default", isType);
  const bindings = importClause.namedBindings;
  if (bindings && typescript.isNamespaceImport(bindings)) add(bindings.name, "*", isType);
  else if (bindings) {
    for (const { name, propertyName, isTypeOnly } of bindings.elements) {
      add(name, (propertyName ?? name).text, isType || isTypeOnly);
    }
  }
}

function addExport(
  typescript: TypeScript,
  draft: Draft,
  { exportClause, moduleSpecifier }: ts.ExportDeclaration,
): void {
  const module = moduleSpecifier && typescript.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
  if (!exportClause) draft.stars.push(module ?? "");
  else if (typescript.isNamespaceExport(exportClause)) {
    draft.exports.set(exportClause.name.text, { module: module ?? "", name: "*" });
  } else {
    for (const { name, propertyName } of exportClause.elements) {
      const { text } = propertyName ?? name;
      draft.exports.set(name.text, module === undefined ? text : { module, name: text });
    }
  }
}

/** The names that a statement declares or extends. */
function declaredNames(typescript: TypeScript, statement: ts.Statement): string[] {
  if (typescript.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(typescript, name));
  }
  if (typescript.isExportAssignment(statement)) return ["default"];
  if (typescript.isExpressionStatement(statement)) return namesOfExpression(typescript, statement.expression);
  return isDeclaration(typescript, statement) ? [statement.name?.text ?? "default"] : [];
}

function addNames(typescript: TypeScript, draft: Draft, statement: ts.Statement, names: readonly string[]): void {
  if (typescript.isVariableStatement(statement)) {
    const isConst = (statement.declarationList.flags & typescript.NodeFlags.Const) !== 0;
    if (!isConst) for (const name of names) draft.variables.add(name);
    if (isExported(typescript, statement)) for (const name of names) draft.exports.set(name, name);
  } else if (typescript.isExportAssignment(statement)) {
    draft.isOpaque ||= statement.isExportEquals === true;
    draft.exports.set("default", "default");
  } else if (isDeclaration(typescript, statement)) {
    const isDefault = hasModifier(typescript, statement, typescript.SyntaxKind.DefaultKeyword);
    const exported = isExported(typescript, statement) ? names : [];
    for (const name of exported) draft.exports.set(isDefault ? "default" : name, name);
  } else if (!typescript.isExpressionStatement(statement)) {
    // In blocks, loops and the like, only `var` is visible outside; `import x = require()` is rare.
    draft.isOpaque ||= typescript.isImportEqualsDeclaration(statement) || /\bvar\b/.test(statement.getText(draft.file));
  }
}

/** The name extended by `f.limit = 1`, which gives a function a property. */
function namesOfExpression(typescript: TypeScript, expression: ts.Expression): string[] {
  if (!typescript.isBinaryExpression(expression)) return [];
  let at: ts.Expression = expression.left;
  while (typescript.isPropertyAccessExpression(at) || typescript.isElementAccessExpression(at)) at = at.expression;
  return typescript.isIdentifier(at) ? [at.text] : [];
}

type Declaration =
  | ts.FunctionDeclaration
  | ts.ClassDeclaration
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.EnumDeclaration
  | ts.ModuleDeclaration;

function isDeclaration(typescript: TypeScript, node: ts.Statement): node is Declaration {
  return (
    typescript.isFunctionDeclaration(node) ||
    typescript.isClassDeclaration(node) ||
    typescript.isInterfaceDeclaration(node) ||
    typescript.isTypeAliasDeclaration(node) ||
    typescript.isEnumDeclaration(node) ||
    typescript.isModuleDeclaration(node)
  );
}

function hasModifier(typescript: TypeScript, node: ts.Node, kind: ts.SyntaxKind): boolean {
  return typescript.canHaveModifiers(node) && (node.modifiers?.some((one) => one.kind === kind) ?? false);
}

function isExported(typescript: TypeScript, node: ts.Node): boolean {
  return hasModifier(typescript, node, typescript.SyntaxKind.ExportKeyword);
}

function boundNames(typescript: TypeScript, name: ts.BindingName): string[] {
  if (typescript.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((one) => (typescript.isOmittedExpression(one) ? [] : boundNames(typescript, one.name)));
}

function visibleIn(typescript: TypeScript, draft: Draft, statement: ts.Statement): Declared {
  const { text } = draft.file;
  const mentions = new Set<string>();
  const hidden = new Set<string>();
  const parts: string[] = [];
  let from = statement.getStart(draft.file);
  const bodies = new Set<ts.Node>();
  walkTree(typescript, statement, (node) => {
    if (bodies.has(node)) {
      parts.push(text.slice(from, node.pos));
      from = node.end;
      addHidden(typescript, node, hidden, draft.assigned);
      return false;
    }
    const body = hiddenBody(typescript, node);
    if (body) bodies.add(body);
    if (typescript.isIdentifier(node)) mentions.add(node.text);
    return true;
  });
  parts.push(text.slice(from, statement.end));
  return { text: parts.join("{}"), mentions, hidden };
}

/** A function body that does not affect anything outside it. */
function hiddenBody(typescript: TypeScript, node: ts.Node): ts.Node | undefined {
  if (!typescript.isFunctionLike(node) || !("body" in node) || !node.body) return undefined;
  const isWritten =
    typescript.isSetAccessor(node) ||
    (typescript.isConstructorDeclaration(node) ? !infersFields(typescript, node.parent) : node.type !== undefined);
  return isWritten ? node.body : undefined;
}

/** A field without a type and an initial value gets its type from the constructor. */
function infersFields(typescript: TypeScript, { members }: ts.ClassLikeDeclaration): boolean {
  return members.some((member) => typescript.isPropertyDeclaration(member) && !member.type && !member.initializer);
}

/** The names in hidden code, and those it may assign. The latter overestimates: everything in a target. */
function addHidden(typescript: TypeScript, body: ts.Node, names: Set<string>, assigned: Set<string>): void {
  walkTree(typescript, body, (node) => {
    if (typescript.isIdentifier(node)) names.add(node.text);
    const target = targetOf(typescript, node);
    if (target) addMentions(typescript, target, assigned);
    return true;
  });
}

function addMentions(typescript: TypeScript, root: ts.Node, names: Set<string>): void {
  walkTree(typescript, root, (node) => {
    if (typescript.isIdentifier(node)) names.add(node.text);
    return true;
  });
}

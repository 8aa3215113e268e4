// Strips error texts from Lanewise's own packages for published bundles: errors keep their code, number and data, and
// docs/diagnostics.md explains each code (docs/bundlers.md, `errorTexts`). Works on text alone; the rest keeps its positions.

import { isAbsolute } from "node:path";
import MagicString, { type SourceMap } from "magic-string";
import type ts from "typescript-6";
import { ownTypeScript } from "../own-typescript.js";
import { identifyModule } from "../recognise/package-of.js";

const ownPackage = /^(?:lanewise|@lanewise\/(?:ir|codegen))@/;
/** A module without any of these has no error texts. */
const hint = /\binvariant\(|\brow\(|\breport\(|Error\(|"LW/;
/** The classes whose second argument is a message for people only. */
const errorClasses: ReadonlySet<string> = new Set(["LanewiseError", "FormatError", "LinkError", "ColumnsError"]);

export interface WithoutTexts {
  readonly code: string;
  readonly map: SourceMap;
}

/** Undefined if the module is not ours, or has no texts. */
export function withoutErrorTexts(file: string, code: string): WithoutTexts | undefined {
  // Bundlers have virtual modules, whose names are not paths.
  if (!isAbsolute(file) || !file.endsWith(".js") || !hint.test(code)) return undefined;
  if (!ownPackage.test(identifyModule(file).module)) return undefined;
  const typescript = ownTypeScript();
  const source = typescript.createSourceFile(file, code, typescript.ScriptTarget.Latest, true);
  const edited = new MagicString(code);
  const empty = (node: ts.Node) => edited.update(node.getStart(), node.getEnd(), '""');
  const visit = (node: ts.Node): void => {
    if (typescript.isCallExpression(node) && typescript.isIdentifier(node.expression)) {
      const [first, text] = node.arguments;
      const { text: name } = node.expression;
      if (name === "invariant" && first && text) {
        edited.remove(first.getEnd(), text.getEnd());
        visit(first);
        return;
      }
      const isRow = name === "row" && first && typescript.isStringLiteral(first) && first.text.startsWith("LW");
      if (text && (isRow || (name === "report" && isText(text)))) {
        empty(text);
        for (const one of node.arguments) if (one !== text) visit(one);
        return;
      }
    }
    if (typescript.isNewExpression(node) && errorClasses.has(node.expression.getText())) {
      const [, text, options] = node.arguments ?? [];
      if (text && isText(text)) empty(text);
      const properties = options && typescript.isObjectLiteralExpression(options) ? options.properties : [];
      const help = properties.find((one) => typescript.isPropertyAssignment(one) && one.name.getText() === "help");
      if (help) edited.update(help.getStart(), help.getEnd(), "help: undefined");
      (node.arguments ?? []).filter((one) => one !== text && one !== options).forEach(visit);
      properties.filter((one) => one !== help).forEach(visit);
      return;
    }
    // Rows of the runtime's tables of errors.
    if (typescript.isObjectLiteralExpression(node)) {
      const [number, help] = node.properties.map((one) => (typescript.isPropertyAssignment(one) ? one : undefined));
      const isRow = number?.name.getText() === "number" && help?.name.getText() === "help";
      if (isRow && /^"LW/.test(number.initializer.getText())) empty(help.initializer);
    }
    typescript.forEachChild(node, visit);
  };
  const isText = (node: ts.Expression): boolean => {
    if (typescript.isStringLiteralLike(node) || typescript.isTemplateExpression(node)) return true;
    if (typescript.isBinaryExpression(node)) return isText(node.left) && isText(node.right);
    return typescript.isConditionalExpression(node) && isText(node.whenTrue) && isText(node.whenFalse);
  };
  visit(source);
  return edited.hasChanged()
    ? { code: edited.toString(), map: edited.generateMap({ source: file, hires: true }) }
    : undefined;
}

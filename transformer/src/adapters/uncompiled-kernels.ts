// Finds the kernels that a bundle would leave uncompiled: launches in modules that the compiler does not read, or on queues without types.
// Looks at the text only: a function in the arguments of a launch, in a module that imports `lanewise`.

import { dirname } from "node:path";
import type ts from "typescript-6";
import type { TypeScript } from "../compile.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { createReporter } from "../diagnostics/reporter.js";
import { NESTED_TOO_DEEP, parsed, unreadableIn } from "../faults/nesting.js";
import { findPackage } from "../recognise/package-of.js";
import { walkTree } from "../walk-tree.js";
import { isInPackage, isTypeScript } from "./typescript-files.js";

const LAUNCHES: ReadonlySet<string> = new Set(["parallelFor", "singleTask"]);
const LIBRARY = /^["']lanewise(?:\/aot(?:\/full)?)?["']$/;
const IMPORT = /(?:\bfrom|\bimport|\brequire\()\s*["']lanewise["'/]/;
const SCRIPT = /<script\b[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The kernels of a module that the compiler does not read: JavaScript, a Vue, Svelte or Astro component, an HTML page, or a package's module.
 */
export function kernelsOfForeignModule(typescript: TypeScript, fileName: string, text: string): readonly Diagnostic[] {
  if (isTypeScript(fileName) || !IMPORT.test(text)) return [];
  const reporter = createReporter();
  for (const { start, script } of scriptsOf(fileName, text)) {
    const parse = () => typescript.createSourceFile("module.tsx", script, typescript.ScriptTarget.Latest, true);
    const source = parsed(typescript, "module.tsx", () => script, parse);
    for (const { start: at, length } of unreadableIn([source])) {
      reporter.report(NESTED_TOO_DEEP, { file: fileName, start: start + at, length });
    }
    for (const kernel of launchedFunctions(typescript, source)) {
      const at = start + kernel.getStart(source);
      const span = { file: fileName, start: at, length: start + kernel.end - at };
      if (isInPackage(fileName)) reporter.report("LW1929", span, [findPackage(dirname(fileName)).name]);
      else reporter.report("LW1926", span, [kindOf(fileName)]);
    }
  }
  return reporter.diagnostics;
}

/** The kernels of a module whose import of `lanewise` TypeScript cannot resolve. */
export function kernelsWithoutTypes(
  typescript: TypeScript,
  program: ts.Program,
  source: ts.SourceFile,
): readonly Diagnostic[] {
  if (!IMPORT.test(source.text)) return [];
  const names = source.statements.flatMap((statement) =>
    typescript.isImportDeclaration(statement) ? [statement.moduleSpecifier] : [],
  );
  const checker = program.getTypeChecker();
  const lost = names.find((name) => LIBRARY.test(name.getText(source)) && !checker.getSymbolAtLocation(name));
  if (!lost) return [];
  const reporter = createReporter();
  for (const kernel of launchedFunctions(typescript, source)) {
    const start = kernel.getStart(source);
    reporter.report("LW1927", { file: source.fileName, start, length: kernel.end - start }, [lost.getText(source)]);
  }
  return reporter.diagnostics;
}

interface Script {
  readonly start: number;
  readonly script: string;
}

function kindOf(fileName: string): string {
  if (isScript(fileName)) return "a JavaScript module";
  return fileName.endsWith(".html") ? "an HTML page" : "a component";
}

const isScript = (fileName: string): boolean => /\.[cm]?[jt]sx?$/.test(fileName);

function scriptsOf(fileName: string, text: string): readonly Script[] {
  if (isScript(fileName) || !text.includes("<script")) return [{ start: 0, script: text }];
  return [...text.matchAll(SCRIPT)].map((found) => {
    const [whole, script = ""] = found;
    return { start: found.index + whole.length - script.length - "</script>".length, script };
  });
}

function launchedFunctions(typescript: TypeScript, source: ts.SourceFile): readonly ts.Node[] {
  const found: ts.Node[] = [];
  walkTree(typescript, source, (node) => {
    if (typescript.isCallExpression(node) && typescript.isPropertyAccessExpression(node.expression)) {
      const isFunction = (argument: ts.Node) =>
        typescript.isArrowFunction(argument) || typescript.isFunctionExpression(argument);
      if (LAUNCHES.has(node.expression.name.text)) found.push(...node.arguments.filter(isFunction));
    }
    return true;
  });
  return found;
}

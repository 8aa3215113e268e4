// Device functions that a kernel calls and another package declares, with visible sources or declarations only (requirements D11, Y1). Parameters
// and result are as declared; the symbol is the name by which the kernel's module imports the function. The module's footer passes the imported
// binding, whose object the runtime knows by the symbol of its definition, so the package may be released again.

import path from "node:path";
import { EXTERNAL } from "@lanewise/ir";
import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { type Binding, findBinding } from "./bindings.js";
import { isDeviceFnType, isExternalDeviceFnType } from "./brands.js";
import { checkRegistered } from "./built-symbols.js";
import { createCache } from "./cache.js";
import { checkTypes, type DeviceFunction, isImportable } from "./device-fns.js";
import { checkExternalTypes } from "./external-device-fns.js";
import { resolvedSymbol } from "./library.js";
import { takesFunctions } from "./passed-types.js";
import { hasPlainName } from "./qualified-names.js";

/** The declaration of a device function without its body. */
export type DeclaredDeviceFn = ts.VariableDeclaration | ts.PropertyDeclaration;

export interface ImportedDeviceFn extends DeviceFunction {
  /** The expression for it in the importing module. */
  readonly expression: string;
  /** The specifier of its import in that module. */
  readonly specifier: string;
}

const imported = createCache<ts.SourceFile, Map<ts.Node, ImportedDeviceFn | "faulty">>();

/** All device functions that kernels of a file import. */
export function importedDeviceFnsOf(context: PassContext, file: ts.SourceFile): ImportedDeviceFn[] {
  return [...imported(context, file, () => new Map()).values()].filter((one) => one !== "faulty");
}

/** The declaration that an expression names, if it is a device function without a visible body. */
export function declaredDeviceFn(context: PassContext, callee: ts.Expression): DeclaredDeviceFn | undefined {
  const { ts, checker } = context;
  if (!ts.isIdentifier(callee) && !ts.isPropertyAccessExpression(callee)) return undefined;
  const symbol = resolvedSymbol(context, callee);
  const declaration = symbol?.valueDeclaration;
  if (!symbol || !declaration || !(ts.isVariableDeclaration(declaration) || ts.isPropertyDeclaration(declaration))) {
    return undefined;
  }
  const isOther = declaration.getSourceFile().isDeclarationFile && isImportable(symbol.name);
  return isOther && isDeviceFnType(context, checker.getTypeOfSymbol(symbol)) ? declaration : undefined;
}

/** The device function that `declaration` stands for in kernels of `file`; "faulty", with a diagnostic, if they cannot call it. */
export function importedDeviceFn(
  context: PassContext,
  file: ts.SourceFile,
  declaration: DeclaredDeviceFn,
  use: ts.Node,
): ImportedDeviceFn | "faulty" {
  const found = imported(context, file, () => new Map());
  const known = found.get(declaration) ?? describe(context, file, declaration, use) ?? "faulty";
  found.set(declaration, known);
  return known;
}

/**
 * The function that kernels of `file` call for a device function whose source is visible: itself, or the file's import if another package has
 * it. One used only by functions of that package, which the kernel's module does not import, keeps its symbol.
 */
export function deviceFnFor(context: PassContext, file: ts.SourceFile, fn: DeviceFunction): DeviceFunction {
  const { ts, visibleSources } = context;
  const declaration = fn.nameNode.parent;
  if (fn.isExternal || !visibleSources.has(declaration.getSourceFile())) return fn;
  if (!ts.isVariableDeclaration(declaration) && !ts.isPropertyDeclaration(declaration)) return fn;
  const found = imported(context, file, () => new Map());
  const known = found.get(declaration);
  if (known) return known === "faulty" ? fn : known;
  const binding = findBinding(context, file, declaration);
  if (!binding || !hasPlainName(context, declaration)) return fn;
  const { symbol, expression, specifier } = namedBy(binding, false);
  const made: ImportedDeviceFn = { ...fn, symbol, expression, specifier };
  found.set(declaration, made);
  return made;
}

/** The declaration file beside the JavaScript of an imported function: its own if only that is visible. */
export function declarationsOf({ ts, program }: PassContext, file: ts.SourceFile, fn: ImportedDeviceFn): string {
  const declaring = fn.nameNode.getSourceFile();
  if (declaring.isDeclarationFile) return declaring.fileName;
  const options = program.getCompilerOptions();
  const { resolvedModule } = ts.resolveModuleName(fn.specifier, file.fileName, options, ts.sys);
  return resolvedModule?.resolvedFileName ?? declaring.fileName;
}

function namedBy({ module, names, expression, specifier }: Binding, isExternal: boolean) {
  return { symbol: `${module}:${isExternal ? EXTERNAL : ""}${names.join(".")}`, expression, specifier };
}

function describe(
  context: PassContext,
  file: ts.SourceFile,
  declaration: DeclaredDeviceFn,
  use: ts.Node,
): ImportedDeviceFn | undefined {
  const { ts, checker, reporter } = context;
  const binding = findBinding(context, file, declaration);
  if (!binding || !hasPlainName(context, declaration)) {
    reporter.report("LW1434", use, [use.getText(), path.basename(file.fileName)]);
    return undefined;
  }
  const [signature] = checker.getTypeAtLocation(declaration).getCallSignatures();
  const written = signature?.declaration;
  if (!written || ts.isJSDocSignature(written)) return undefined;
  const isExternal = isExternalDeviceFnType(context, checker.getTypeAtLocation(declaration));
  if (!isExternal && takesFunctions(context, written)) {
    reporter.report("LW1451", use, [use.getText()]);
    return undefined;
  }
  if (!(isExternal ? checkExternalTypes : checkTypes)(context, written, use)) return undefined;
  // The runtime registers an external one under the name that its binary exports.
  if (!isExternal) checkRegistered(context, declaration, binding, use);
  return {
    ...(isExternal && { isExternal }),
    ...namedBy(binding, isExternal),
    name: declaration.name.getText(),
    declaration: written,
    nameNode: declaration.name,
  };
}

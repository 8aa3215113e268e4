// Device globals and specialization constants that a kernel uses and another package declares, with visible sources or declarations only (requirement
// D11). Type and properties are as declared; the id is the name by which the kernel's module imports it. The module's footer passes the imported
// binding, whose object the runtime knows by the id of its definition, so the package may be released again.

import path from "node:path";
import type ts from "typescript-6";
import type { DiagnosticCode } from "../diagnostics/catalogue.js";
import type { PassContext } from "../pass-context.js";
import { type Binding, findBinding } from "./bindings.js";
import { deviceGlobalType, specConstantType } from "./brands.js";
import { checkRegistered } from "./built-symbols.js";
import { createCache } from "./cache.js";
import { type DefinedGlobal, type DeviceGlobal, type GlobalDeclaration, propertiesOf } from "./device-globals.js";
import { globalType } from "./global-types.js";
import { findPackage } from "./package-of.js";
import { hasPlainName } from "./qualified-names.js";
import type { StructType } from "./struct-types.js";

export interface ImportedGlobal extends DeviceGlobal {
  /** The expression for it in the importing module: `total`, `m.Totals.total`. */
  readonly expression: string;
}

/** Why a kernel cannot use an import; no code if it was reported already. */
interface ImportFault {
  readonly code: DiagnosticCode | undefined;
  readonly args: readonly string[];
}

const imported = createCache<ts.SourceFile, Map<ts.Node, ImportedGlobal | ImportFault>>();

/** All device globals and constants that kernels of a file import. */
export function importsOf(context: PassContext, file: ts.SourceFile): ImportedGlobal[] {
  const found = imported(context, file, () => new Map());
  return [...found.values()].filter((one) => "id" in one);
}

/**
 * The device global that `declaration`, in a declaration file, stands for in kernels of `file`. An object has one id per file,
 * however many imports name it.
 */
export function importedGlobal(
  context: PassContext,
  file: ts.SourceFile,
  declaration: GlobalDeclaration,
  use: ts.Node,
): ImportedGlobal | ImportFault {
  const found = imported(context, file, () => new Map());
  const known = found.get(declaration) ?? describe(context, file, declaration, use);
  found.set(declaration, known);
  return known;
}

/** The device global that kernels of `file` use where its declaration is visible: itself, or an import if another package declares it. */
export function globalFor(
  context: PassContext,
  file: ts.SourceFile,
  global: DefinedGlobal,
  use: ts.Node,
): DeviceGlobal | ImportFault {
  const { declaration, properties } = global;
  if (!isOfOthers(context, file, declaration.getSourceFile())) return global;
  if (findBinding(context, file, declaration)) return importedGlobal(context, file, declaration, use);
  // Only a function of the package uses it, and the kernel's module does not import it: the runtime finds it by its id.
  if (properties.deviceImageScope) return { code: "LW1416", args: [use.getText()] };
  return { ...global, initial: undefined, storage: "imported", hostAccess: "read_write" };
}

/**
 * The specialization constant that kernels of `file` use: itself, or an import if another package declares it, with the default of the release
 * that is loaded. If neither is possible, the fault.
 */
export function constantFor(
  context: PassContext,
  file: ts.SourceFile,
  constant: DefinedGlobal | GlobalDeclaration,
  use: ts.Node,
): { readonly constant?: DeviceGlobal; readonly fault?: "LW1448" } {
  const isDeclared = "kind" in constant;
  const declaration = isDeclared ? constant : constant.declaration;
  if (!isDeclared && !context.visibleSources.has(declaration.getSourceFile())) return { constant };
  const found = imported(context, file, () => new Map());
  const known = found.get(declaration);
  if (known) return "id" in known ? { constant: known } : {};
  const binding = findBinding(context, file, declaration);
  if (!binding || !hasPlainName(context, declaration)) return isDeclared ? { fault: "LW1448" } : { constant };
  const elementType = specConstantType(context, context.checker.getTypeAtLocation(declaration));
  const type = elementType && globalType(context, elementType, use, "A specialization constant");
  if (!elementType || !type) return {};
  checkRegistered(context, declaration, binding, use);
  const made = importedAs("specialization", binding, declaration, elementType, type);
  found.set(declaration, made);
  return { constant: made };
}

function importedAs(
  storage: "imported" | "specialization",
  { module, names, expression }: Binding,
  declaration: ImportedGlobal["declaration"],
  elementType: ts.Type,
  { type, structs, files }: StructType,
): ImportedGlobal {
  return {
    id: `${module}:${names.join(".")}`,
    expression,
    name: declaration.name.text,
    type,
    structs,
    elementType,
    initial: undefined,
    storage,
    hostAccess: storage === "imported" ? "read_write" : "none",
    properties: {},
    declaration,
    initialFiles: new Set(),
    typeFiles: files,
  };
}

/** Whether a file belongs to another package or to a referenced project: it is built separately, perhaps again. */
function isOfOthers({ visibleSources }: PassContext, file: ts.SourceFile, declaring: ts.SourceFile): boolean {
  if (visibleSources.has(declaring)) return true;
  return findPackage(path.dirname(file.fileName)).root !== findPackage(path.dirname(declaring.fileName)).root;
}

function describe(
  context: PassContext,
  file: ts.SourceFile,
  declaration: GlobalDeclaration,
  use: ts.Node,
): ImportedGlobal | ImportFault {
  const { checker } = context;
  const types = deviceGlobalType(context, checker.getTypeAtLocation(declaration));
  const binding = findBinding(context, file, declaration);
  if (!types || !binding || !hasPlainName(context, declaration)) {
    return { code: "LW1405", args: [use.getText(), path.basename(file.fileName)] };
  }
  const properties = propertiesOf(context, types.properties);
  if (properties.deviceImageScope) return { code: "LW1416", args: [use.getText()] };
  const found = globalType(context, types.element, use);
  if (!found) return { code: undefined, args: [] };
  checkRegistered(context, declaration, binding, use);
  return { ...importedAs("imported", binding, declaration, types.element, found), properties };
}

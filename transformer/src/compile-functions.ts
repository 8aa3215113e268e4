// Compiles one function of the source, a kernel or a device function, to the module's IR: outline -> lower.

import type ts from "typescript-6";
import { faultInPackage } from "./check/package-faults.js";
import { mayFollow, typeErrorsOf, userErrors } from "./check/type-errors.js";
import type { EmbeddedKernel } from "./embed.js";
import type { Instance } from "./infer/instance.js";
import { lowerDeviceFn } from "./lower/device-fns.js";
import { lowerElementKernel } from "./lower/element-kernels.js";
import { capturesOf, lowerKernel } from "./lower/functions.js";
import type { ModuleBuilder } from "./lower/module-builder.js";
import { nameKernel } from "./name-kernels.js";
import { type Outline, outline, outlineDeviceFn, outlineElements } from "./outline.js";
import { missingImport } from "./package-bodies/exported-place.js";
import type { PassContext } from "./pass-context.js";
import type { DefinedDeviceFn } from "./recognise/device-fns.js";
import { flat } from "./recognise/kernel-variants.js";
import type { Kernel } from "./recognise/kernels.js";
import { isErrorType } from "./recognise/shapes.js";

/** Everything that kernels and device functions reach; grows as they are compiled. */
export interface Reached {
  /** The files whose text decided the output. */
  readonly files: Set<ts.SourceFile>;
  readonly functions: Set<ts.Node>;
  /** TypeScript's errors in these functions; functions with errors are not compiled. */
  readonly typeErrors: Set<ts.Diagnostic>;
}

/** Compiles a kernel into the module's IR; returns how the host marks it, or nothing if an error was reported. */
export function compileKernel(
  context: PassContext,
  kernel: Kernel,
  ordinal: number,
  builder: ModuleBuilder,
  reached: Reached,
): EmbeddedKernel[] {
  const { declaration, dimensions, elements } = kernel;
  context.progress.node = declaration;
  const { symbol, name } = nameKernel(context, declaration, ordinal);
  const before = stateOf(context);
  const outlined = elements ? outlineElements(context, kernel, elements) : outline(context, kernel);
  const instance = soundInstance(context, outlined, kernel.use, before, reached);
  if (!instance) return [];
  const head = { symbol, name, dimensions };
  if (elements) lowerElementKernel(outlined.collection, builder, instance, head, elements);
  else lowerKernel(outlined.collection, builder, instance, head);
  const captures = capturesOf(instance);
  const given = flat(kernel.given).map(({ fn, variable }) => ({
    fn,
    holder: context.checker.getSymbolAtLocation(variable.name),
  }));
  const functions = [{ fn: declaration, holder: undefined }, ...given];
  return [
    {
      declaration,
      symbol,
      captures: captures.map(({ name }) => name),
      given: kernel.given,
      arrays: kernel.arrays,
      modules: [...outlined.collection.modules],
      made: [...outlined.collection.made],
      origins: captures.map(({ origins, holder }) =>
        functions.flatMap((one, at) => (origins.has(one.fn) && (!holder || holder === one.holder) ? [at] : [])),
      ),
    },
  ];
}

export function compileDeviceFn(
  context: PassContext,
  fn: DefinedDeviceFn,
  builder: ModuleBuilder,
  reached: Reached,
): void {
  context.progress.node = fn.nameNode;
  const before = stateOf(context);
  const outlined = outlineDeviceFn(context, fn);
  const instance = soundInstance(context, outlined, fn.nameNode, before, reached);
  if (instance) lowerDeviceFn(outlined.collection, builder, instance, fn);
}

/** How many diagnostics there are, and how many requests for functions of packages, after which all is compiled again. */
interface State {
  readonly diagnostics: number;
  readonly misses: number;
}

const stateOf = ({ reporter, bodies }: PassContext): State => ({
  diagnostics: reporter.diagnostics.length,
  misses: bodies.misses.count,
});

/** The outline's instance; undefined if there is a fault. TypeScript's type errors are not reported again. */
function soundInstance(
  context: PassContext,
  { collection, instance }: Outline,
  use: ts.Node,
  before: State,
  reached: Reached,
): Instance | undefined {
  const { reporter } = context;
  for (const file of collection.files) reached.files.add(file);
  for (const fn of collection.functions) reached.functions.add(fn);
  const typeErrors = typeErrorsOf(context, collection.functions);
  for (const error of typeErrors) reached.typeErrors.add(error);
  reporter.read(
    typeErrors.flatMap(({ relatedInformation = [] }) => relatedInformation.flatMap(({ file }) => file ?? [])),
  );
  if (typeErrors.length > 0) {
    reporter.withdraw(before.diagnostics, (found) => mayFollow(context, found, typeErrors));
    return undefined;
  }
  const fault = faultInPackage(context, collection);
  const now = stateOf(context);
  const isSilent = !fault && !instance && now.diagnostics === before.diagnostics && now.misses === before.misses;
  const unknown = isSilent ? unknownIn(context, collection.functions) : undefined;
  if (unknown) reporter.report("LW1258", unknown, [unknown.getText()], missingImport(context, unknown));
  if (!fault) return instance;
  reporter.withdraw(before.diagnostics);
  reporter.report(fault.code, use, fault.args, fault.notes);
  return undefined;
}

/** Returns the first name in these functions of which TypeScript does not know the type, though it reports no error. */
function unknownIn(context: PassContext, functions: Iterable<ts.Node>): ts.Expression | undefined {
  const { checker, ts } = context;
  const find = (node: ts.Node): ts.Expression | undefined => {
    const isName = ts.isPropertyAccessExpression(node) || (ts.isIdentifier(node) && ts.isExpression(node));
    if (isName && isErrorType(checker.getTypeAtLocation(node))) return node;
    return ts.forEachChild(node, find);
  };
  for (const fn of functions) {
    const file = fn.getSourceFile();
    const isReported = context.visibleSources.has(file) || userErrors(context, file).length > 0;
    const found = isReported ? undefined : ts.forEachChild(fn, find);
    if (found) return found;
  }
  return undefined;
}

// Reports TypeScript's errors in package functions that kernels call. Lowering relies on types that fit, in JavaScript, too: its results must match
// the package's declarations (docs/decisions/0057-package-bodies.md).

import type ts from "typescript-6";
import type { DiagnosticCode } from "../diagnostics/catalogue.js";
import type { Note } from "../diagnostics/diagnostic.js";
import { spanOf } from "../diagnostics/reporter.js";
import { signaturesIn } from "../package-bodies/give-types.js";
import type { PassContext } from "../pass-context.js";
import type { CallableNode } from "../recognise/calls.js";
import { errorsIn, errorsInside, harmless, isInside } from "./type-errors.js";

interface PackageFault {
  readonly code: DiagnosticCode;
  readonly args: readonly string[];
  readonly notes: readonly Note[];
}

/** The functions of a kernel, and those of which it uses the result for more than to ask whether it is there. */
interface ReachedFunctions {
  readonly functions: Iterable<CallableNode>;
  readonly used: ReadonlySet<CallableNode>;
}

/** Returns the first fault, under the user's options. */
export function faultInPackage(context: PassContext, { functions, used }: ReachedFunctions): PackageFault | undefined {
  for (const node of functions) {
    const file = node.getSourceFile();
    if (!context.visibleSources.has(file)) continue;
    const found = context.bodies.files.has(file)
      ? faultInJavaScript(context, node, used.has(node))
      : faultInSource(context, node);
    if (found) return found;
  }
  return undefined;
}

/** Errors that occur only under stricter options than the package's own, and do not affect types. */
const strict = new Set([1294, 2375, 2379, 2412, 2531, 2533, 2564, 4111, 4114, 7030, 18047, 18049]);

function faultInSource(context: PassContext, node: CallableNode): PackageFault | undefined {
  const errors = errorsInside(errorsIn(context, context.program, node.getSourceFile()), node);
  const error = errors.find(({ code }) => !strict.has(code));
  return error && faultOf(context, "LW1902", [], error);
}

function faultOf(
  { ts }: PassContext,
  code: DiagnosticCode,
  args: readonly string[],
  { messageText, file, start = 0, length = 0 }: ts.Diagnostic,
): PackageFault {
  const notes = file ? [{ file: file.fileName, start, length, message: "it is here" }] : [];
  return { code, args: [...args, ts.flattenDiagnosticMessageText(messageText, " ")], notes };
}

/** Internal to TypeScript, which uses it to check what an editor shows: in a file of many megabytes, it checks only the requested functions. */
interface PartlyChecked {
  getSemanticDiagnostics(file: ts.SourceFile, token: undefined, nodes: readonly ts.Node[]): readonly ts.Diagnostic[];
}

/** Returns a fault in a JavaScript function. Parsing has checked its syntax; a full check would report our type annotations as syntax errors. */
function faultInJavaScript(context: PassContext, node: CallableNode, isUsed: boolean): PackageFault | undefined {
  const { ts } = context;
  const program: PartlyChecked = context.program;
  const parts = partsOf(context, node);
  const all = program.getSemanticDiagnostics(node.getSourceFile(), undefined, parts);
  const error = all.find(
    (found) =>
      found.category === ts.DiagnosticCategory.Error &&
      !harmless.has(found.code) &&
      !untyped.has(found.code) &&
      !isElement(context, node, found) &&
      !isCheckedWhenRun(context, node, found) &&
      !isDecidedByCall(context, node, found) &&
      parts.some((part) => isInside(found, part)),
  );
  return error ? faultOf(context, "LW1904", [nameOf(context, node)], error) : disagreement(context, node, isUsed);
}

/**
 * Whether TypeScript only fails to see what a parameter is that is passed on, stored or asked for a property: `if (x !== undefined) this.set(x, y)`,
 * `if (x.isColor) this.copy(x)`. Each call in a kernel decides what parameters are (infer/decided.ts); one that does not fit is refused where its
 * value is used.
 */
function isDecidedByCall(context: PassContext, node: CallableNode, error: ts.Diagnostic): boolean {
  const { ts, checker } = context;
  const { code } = error;
  const found = nodeOf(context, node, error);
  if (!found || !ts.isExpression(found)) return false;
  if (code === NO_SUCH_PROPERTY) return isPropertyOfSome(context, found.parent);
  if (NO_NUMBER.has(code)) return isNumberForSome(context, found);
  if (code !== ARGUMENT_DOES_NOT_FIT && code !== VALUE_DOES_NOT_FIT) return false;
  const isTarget = ts.isBinaryExpression(found.parent) && found.parent.left === found;
  const value = isTarget ? found.parent.right : found;
  const wanted = isTarget ? checker.getTypeAtLocation(found) : checker.getContextualType(found);
  if (!wanted || !isParameter(context, value)) return false;
  const present = checker.getNonNullableType(checker.getTypeAtLocation(value));
  return membersOf(present).some((one) => checker.isTypeAssignableTo(one, wanted));
}

const NO_SUCH_PROPERTY = 2339;
const NO_NUMBER = new Set([2362, 2363, 2365]);
const ARGUMENT_DOES_NOT_FIT = 2345;
const VALUE_DOES_NOT_FIT = 2322;

const membersOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);

/** Whether it is `x.isColor` of a parameter that may be a number, a boolean or a string, which has no such property. */
function isPropertyOfSome(context: PassContext, node: ts.Node): boolean {
  const { checker, ts } = context;
  if (!ts.isPropertyAccessExpression(node) || !isParameter(context, node.expression)) return false;
  const { BooleanLike, NumberLike, StringLike } = ts.TypeFlags;
  const type = checker.getNonNullableType(checker.getTypeAtLocation(node.expression));
  return membersOf(type).some(({ flags }) => (flags & (BooleanLike | NumberLike | StringLike)) !== 0);
}

/** Whether it is arithmetic with numbers and parameters that may be numbers: `r + g`, or an operand of it. */
function isNumberForSome(context: PassContext, node: ts.Expression): boolean {
  const { checker, ts } = context;
  if (ts.isBinaryExpression(node)) return [node.left, node.right].every((side) => isNumberForSome(context, side));
  const type = checker.getNonNullableType(checker.getTypeAtLocation(node));
  if (type.flags & ts.TypeFlags.NumberLike) return true;
  return isParameter(context, node) && membersOf(type).some(({ flags }) => (flags & ts.TypeFlags.NumberLike) !== 0);
}

/** Whether it names a parameter, or a const that is one. */
function isParameter(context: PassContext, value: ts.Expression): boolean {
  const { checker, ts } = context;
  const declaration = ts.isIdentifier(value) ? checker.getSymbolAtLocation(value)?.valueDeclaration : undefined;
  if (!declaration || ts.isParameter(declaration)) return declaration !== undefined;
  if (!ts.isVariableDeclaration(declaration) || !declaration.initializer) return false;
  const isConst = (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Const;
  return isConst && isParameter(context, declaration.initializer);
}

/** Returns the parts of a class that create its objects; the others have run before the launch, or are called. */
function partsOf({ ts }: PassContext, node: CallableNode): readonly ts.Node[] {
  if (!ts.isClassLike(node)) return [node];
  const isStatic = (one: ts.Declaration) => (ts.getCombinedModifierFlags(one) & ts.ModifierFlags.Static) !== 0;
  return node.members.filter(
    (one) => ts.isConstructorDeclaration(one) || (ts.isPropertyDeclaration(one) && !isStatic(one)),
  );
}

const READ_WITHOUT_VALUE = 2454;

/** Variables that a function declares without a value, and reads where TypeScript sees none. */
export function readsWithoutValue(context: PassContext, node: CallableNode): ReadonlySet<ts.Symbol> {
  const known = readEarly.get(node);
  if (known?.program === context.program) return known.symbols;
  const program: PartlyChecked = context.program;
  const found = program.getSemanticDiagnostics(node.getSourceFile(), undefined, partsOf(context, node));
  const symbols = new Set(
    found.flatMap((one) => {
      const name = one.code === READ_WITHOUT_VALUE ? nodeOf(context, node, one) : undefined;
      return (name && context.checker.getSymbolAtLocation(name)) ?? [];
    }),
  );
  readEarly.set(node, { program: context.program, symbols });
  return symbols;
}

const readEarly = new WeakMap<
  CallableNode,
  { readonly program: ts.Program; readonly symbols: ReadonlySet<ts.Symbol> }
>();

/** `let x;`, of which the kernel knows whether it has a value. */
function isCheckedWhenRun(context: PassContext, node: CallableNode, error: ts.Diagnostic): boolean {
  const { ts } = context;
  const name = error.code === READ_WITHOUT_VALUE ? nodeOf(context, node, error) : undefined;
  const declaration = name && context.checker.getSymbolAtLocation(name)?.valueDeclaration;
  if (!declaration || !ts.isVariableDeclaration(declaration) || declaration.initializer) return false;
  return (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.BlockScoped) !== 0;
}

function nodeOf(
  { ts }: PassContext,
  node: CallableNode,
  { start = -1, length }: Pick<ts.Diagnostic, "start" | "length">,
): ts.Node | undefined {
  const find = (inner: ts.Node): ts.Node | undefined => {
    if (inner.pos < 0 || inner.end <= start || inner.pos > start) return undefined; // below 0: a type that was given
    const isIt = inner.getStart() === start && inner.getWidth() === length;
    return isIt ? inner : ts.forEachChild(inner, find);
  };
  return find(node);
}

/** Errors about missing types: we report those at their uses. */
const untyped = new Set([2683, 7005, 7006, 7019, 7022, 7023, 7024, 7031, 7034, 7053]);

/** Whether it assigns an element that is only readable in the declarations: which arrays a kernel can write to is found where it happens. */
function isElement(context: PassContext, node: CallableNode, error: ts.Diagnostic): boolean {
  const index = READ_ONLY.has(error.code) ? nodeOf(context, node, error) : undefined;
  return index !== undefined && [index, index.parent].some((one) => context.ts.isElementAccessExpression(one));
}

/** A readonly property, and a readonly index signature. */
const READ_ONLY = new Set([2540, 2542]);

function nameOf({ ts }: PassContext, { name, parent }: CallableNode): string {
  const named = name ?? (ts.isVariableDeclaration(parent) ? parent.name : undefined);
  return named?.getText() ?? "a function";
}

function isBodyOfClass({ ts, bodies, checker }: PassContext, type: ts.Type): boolean {
  const known = type.isTypeParameter() ? checker.getBaseConstraintOfType(type) : type;
  const declaration = known?.getSymbol()?.valueDeclaration;
  return declaration !== undefined && ts.isClassLike(declaration) && bodies.files.has(declaration.getSourceFile());
}

/** Returns a fault if the body's result does not have the declared type. It may be null, too, if no call uses it. */
function disagreement(context: PassContext, node: CallableNode, isUsed: boolean): PackageFault | undefined {
  const { ts, bodies, checker } = context;
  const declarations = bodies.declarationsOf.get(node);
  const signature = declarations && ts.isFunctionLike(node) && checker.getSignatureFromDeclaration(node);
  if (!signature) return undefined;
  const returned = checker.getReturnTypeOfSignature(signature);
  const actual = isUsed ? returned : checker.getNonNullableType(returned);
  const declared = signaturesIn(context, declarations).flatMap((found) =>
    found.declaration ? [{ one: found.declaration, type: checker.getReturnTypeOfSignature(found) }] : [],
  );
  const isObject = ({ flags }: ts.Type) => (flags & (ts.TypeFlags.Object | ts.TypeFlags.TypeParameter)) !== 0;
  // Objects of a class have the type of the JavaScript's class, whatever its declarations say.
  const isOfClass = isObject(actual) && isBodyOfClass(context, actual);
  const fits = ({ type }: { readonly type: ts.Type }) =>
    (type.flags & ts.TypeFlags.Void) !== 0 || (isOfClass && isObject(type)) || checker.isTypeAssignableTo(actual, type);
  const [first] = declared;
  if (!first || declared.some(fits)) return undefined;
  const texts = [returned, first.type].map((type) => `\`${checker.typeToString(type)}\``);
  const file = node.getSourceFile().fileName.replace(/^.*\/node_modules\//, "");
  return {
    code: "LW1903",
    args: [nameOf(context, node), file, ...texts],
    notes: [
      { ...spanOf(node), message: "this runs" },
      { ...spanOf(first.one), message: "this is declared" },
    ],
  };
}

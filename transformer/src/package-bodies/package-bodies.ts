// The JavaScript of packages that kernels call: the functions wanted, and their implementations in the program. Compiling kernels reveals
// which are wanted; then a program with them is created, and the kernels are compiled again (compile.ts).

import type ts from "typescript-6";
import type { PassContext, TypeScript } from "../pass-context.js";
import type { FunctionNode } from "../recognise/calls.js";
import { resolvedSymbol } from "../recognise/library.js";
import { replacementOf } from "../recognise/replaced-members.js";
import { walkTree } from "../walk-tree.js";
import { isAssignedElsewhere } from "./assigned-modules.js";
import { type GivenTypes, giveDeclaredTypes, giveMetTypes, resultsIn } from "./give-types.js";
import { type Body, exportedBody, methodNamed, returnedBody } from "./javascript-function.js";
import { type Origin, originOf, originOfClass } from "./origin-of.js";
import type { ResolveJavaScript } from "./resolve-javascript.js";
import type { BodyOfClass } from "./type-kinds.js";

/** A function, class or method that a kernel uses and the program only declares. */
export interface WantedBody {
  /** The JavaScript file of the import. */
  readonly entry: string;
  readonly names: readonly string[];
  /** The method's name, if `names` lead to a class. */
  readonly method?: string;
  readonly declarations: readonly ts.Declaration[];
  /** The declaration, for a class. */
  readonly declaredClass?: ts.ClassDeclaration;
}

export type WantedBodies = Map<string, WantedBody>;

export interface PackageBodies {
  /** The implementations; undefined if the package's JavaScript could not be followed. */
  readonly found: ReadonlyMap<string, Body | undefined>;
  readonly declarationsOf: ReadonlyMap<ts.Node, readonly ts.Declaration[]>;
  readonly classes: BodyOfClass;
  /** By the declarations of classes. */
  readonly wantedOf: ReadonlyMap<ts.Node, WantedBody>;
  readonly files: ReadonlySet<ts.SourceFile>;
  readonly resolve: ResolveJavaScript;
  /** Bodies that calls asked for and that are not available yet. */
  readonly asked: WantedBodies;
  /** The number of such requests, which tells whether a cached file made any. */
  readonly misses: { count: number };
}

/** The bodies of a program whose kernels call no such package. */
export function withoutBodies(resolve: ResolveJavaScript): Omit<PackageBodies, "asked" | "misses"> {
  return {
    found: new Map(),
    declarationsOf: new Map(),
    classes: new Map(),
    wantedOf: new Map(),
    files: new Set(),
    resolve,
  };
}

/** A program with the JavaScript of these entries and its imports, and the set of those files. */
export interface BodiesProgram {
  readonly program: ts.Program;
  readonly javascript: ReadonlySet<ts.SourceFile>;
}

/** More rounds than nested calls in any package need: types that still change then remain, and TypeScript reports what does not fit. */
const MOST_ROUNDS = 24;

/** Gives the JavaScript types. Each round needs a new program, since a checker caches its results. */
export function typeBodies<P extends BodiesProgram>(
  typescript: TypeScript,
  wanted: WantedBodies,
  make: () => P,
): P & Pick<PackageBodies, "found" | "declarationsOf" | "classes" | "wantedOf"> {
  const given: GivenTypes = new Map();
  const checkedOf = ({ program, javascript }: P) => ({
    ts: typescript,
    checker: program.getTypeChecker(),
    isOfPackage: (file: ts.SourceFile) => javascript.has(file),
  });
  let made = make();
  const found = new Map(
    [...wanted].map(([key, { entry, names, method }]) => {
      const file = made.program.getSourceFile(entry);
      const body = file && exportedBody(checkedOf(made), file, names);
      return [key, method === undefined ? body : methodNamed(checkedOf(made), body, method)] as const;
    }),
  );
  const classes = new Map<ts.Node, ts.ClassDeclaration>();
  const wantedOf = new Map<ts.Node, WantedBody>();
  for (const [key, one] of wanted) {
    const body = found.get(key);
    if (!one.declaredClass || !body || !typescript.isClassDeclaration(body)) continue;
    classes.set(one.declaredClass, body);
    wantedOf.set(one.declaredClass, one);
  }
  const declarationsOf = new Map<ts.Node, readonly ts.Declaration[]>();
  for (const [key, body] of found) {
    const declarations = wanted.get(key)?.declarations ?? [];
    if (!body) continue;
    giveDeclaredTypes(checkedOf(made), made.program, body, declarations, classes);
    declarationsOf.set(body, declarations);
    // What a maker returns is called with the types that are declared for its result.
    const returned = returnedBody(checkedOf(made), body);
    const declaredOfReturned = returned ? resultsIn(checkedOf(made), declarations) : [];
    if (!returned || declaredOfReturned.length === 0) continue;
    giveDeclaredTypes(checkedOf(made), made.program, returned, declaredOfReturned, classes);
    declarationsOf.set(returned, declaredOfReturned);
  }
  const roots = [...found.values()].flatMap((body) => body ?? []);
  // Programs share nodes; a program whose JavaScript has just got types is created again.
  let isNew = roots.length > 0;
  for (let round = 0; isNew && round < MOST_ROUNDS; round++) {
    isNew = giveMetTypes(checkedOf(made), made.program, roots, given);
    if (isNew) made = make();
  }
  return { ...made, found, declarationsOf, classes, wantedOf };
}

/** The package function that a call calls, if the package's JavaScript has it. */
export function packageFunction(context: PassContext, callee: ts.Expression): FunctionNode | undefined {
  const { ts } = context;
  const wanted = wantedAt(context, callee);
  const declarations = wanted ? signaturesOf(context, callee) : [];
  const body = wanted && declarations.length > 0 ? bodyOf(context, { ...wanted, declarations }) : undefined;
  return body && !ts.isClassDeclaration(body) && !ts.isMethodDeclaration(body) && !ts.isGetAccessorDeclaration(body)
    ? body
    : undefined;
}

/** The package's class that `new` instantiates, if the package's JavaScript has it. */
export function packageClass(
  context: PassContext,
  callee: ts.Expression,
  declaredClass: ts.ClassLikeDeclaration,
): ts.ClassDeclaration | undefined {
  const body = constructorBody(context, callee, declaredClass);
  return body && context.ts.isClassDeclaration(body) ? body : undefined;
}

/** The function behind a declared class, which older JavaScript instantiates: `function FFT(size) { this.size = size; }`. */
export function packageConstructor(
  context: PassContext,
  callee: ts.Expression,
  declaredClass: ts.ClassLikeDeclaration,
): Body | undefined {
  const body = constructorBody(context, callee, declaredClass);
  return body && !context.ts.isClassDeclaration(body) ? body : undefined;
}

/**
 * The JavaScript behind a declared class of which the host has made an object, if one of these files imports the class; "asked" if it has just been
 * requested. Undefined for the program's own classes.
 */
export function classBehind(
  context: PassContext,
  declaredClass: ts.Node | undefined,
  files: readonly (ts.SourceFile | undefined)[],
): ts.ClassDeclaration | "asked" | undefined {
  const { bodies, ts } = context;
  if (!declaredClass || !ts.isClassDeclaration(declaredClass) || !declaredClass.getSourceFile().isDeclarationFile)
    return undefined;
  const origin = files.map((file) => file && originOfClass(context, declaredClass, file)).find((one) => one);
  const entry = origin && entryOf(context, origin);
  if (!origin || entry === undefined) return undefined;
  const declarations = declaredClass.members.filter((one) => ts.isConstructorDeclaration(one));
  const before = bodies.misses.count;
  const body = bodyOf(context, { entry, names: origin.names, declarations, declaredClass });
  if (bodies.misses.count > before) return "asked";
  return body && ts.isClassDeclaration(body) ? body : undefined;
}

function constructorBody(
  context: PassContext,
  callee: ts.Expression,
  declaredClass: ts.ClassLikeDeclaration,
): Body | undefined {
  const { ts } = context;
  const wanted = ts.isClassDeclaration(declaredClass) ? wantedAt(context, callee) : undefined;
  if (!wanted || !ts.isClassDeclaration(declaredClass)) return undefined;
  const declarations = declaredClass.members.filter((one) => ts.isConstructorDeclaration(one));
  return bodyOf(context, { ...wanted, declarations, declaredClass });
}

/** Whether a method of a package's class has the types that the program's call was checked against; if not, requests it. */
export function isTypedMethod(context: PassContext, callee: ts.Expression, body: ts.ClassElement): boolean {
  const { ts, bodies } = context;
  const symbol = resolvedSymbol(context, callee);
  const declared = symbol?.valueDeclaration;
  const declaredClass = declared?.parent;
  if (!declared?.getSourceFile().isDeclarationFile || !bodies.files.has(body.getSourceFile())) return true;
  const wanted = declaredClass && bodies.classes.has(declaredClass) ? bodies.wantedOf.get(declaredClass) : undefined;
  if (!wanted || !ts.isMethodDeclaration(body)) return true;
  const { entry, names } = wanted;
  return (
    bodyOf(context, { entry, names, method: body.name.getText(), declarations: signaturesOf(context, callee) }) !==
    undefined
  );
}

/**
 * Requests all methods that the function around a call calls. Otherwise, each call of `v.add(a).cross(b)` would take a compilation of its own, since
 * the result of a method without types has no shape.
 */
export function requestMethods(context: PassContext, call: ts.CallExpression): void {
  const { bodies, checker, ts } = context;
  const around = ts.findAncestor(call, ts.isFunctionLike) ?? call;
  walkTree(ts, around, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return true;
    const { name } = node.expression;
    const declaredClass = checker.getSymbolAtLocation(name)?.valueDeclaration?.parent;
    const method = declaredClass && methodNamed(context, bodies.classes.get(declaredClass), name.text);
    if (method && ts.isMethodDeclaration(method)) isTypedMethod(context, node.expression, method);
    return true;
  });
}

/** The declared symbol of a method of a package's class, which the program may replace: `Vector3.prototype.add = …`. */
export function declaredMethod({ bodies, checker }: PassContext, method: ts.MethodDeclaration): ts.Symbol | undefined {
  for (const [declared, body] of bodies.classes) {
    if (body !== method.parent) continue;
    const type = checker.getTypeAtLocation(declared);
    return checker.getPropertyOfType(type, method.name.getText());
  }
  return undefined;
}

function wantedAt(context: PassContext, callee: ts.Expression): Pick<WantedBody, "entry" | "names"> | undefined {
  const origin = originOf(context, callee);
  const entry = origin && entryOf(context, origin);
  const symbol = resolvedSymbol(context, callee);
  if (!origin || entry === undefined || !symbol) return undefined;
  const isFixed = origin.names.length === 1 && isOfModules(context, entry);
  return replacementOf(context, symbol, !isFixed) ? undefined : { entry, names: origin.names };
}

/** Whether the file is an ES module, whose exports nothing can change from outside, unlike those of CommonJS. */
function isOfModules({ program, ts }: PassContext, entry: string): boolean {
  const file = program.getSourceFile(entry);
  return file?.statements.some((one) => ts.isExportDeclaration(one) || ts.isImportDeclaration(one)) ?? false;
}

/** Returns a body, or requests it if not available yet. */
function bodyOf(context: PassContext, wanted: WantedBody): Body | undefined {
  const { program, reporter, bodies } = context;
  const { entry, names, method = "" } = wanted;
  const key = `${entry}:${names.join(".")}#${method}`;
  const file = program.getSourceFile(entry);
  if (file) reporter.read([file]);
  if (!bodies.found.has(key)) {
    bodies.asked.set(key, wanted);
    bodies.misses.count++;
  }
  const body = bodies.found.get(key);
  return body && isAssignedElsewhere(context, body.getSourceFile()) ? undefined : body;
}

/** The JavaScript file in which the compiler cannot find a called function; undefined if it is not from such a package. */
export function unfollowedEntry(context: PassContext, callee: ts.Expression): string | undefined {
  const origin = originOf(context, callee);
  const entry = origin && entryOf(context, origin);
  return entry?.replace(/^.*\/node_modules\//, "");
}

export function entryOf({ ts, bodies, program }: PassContext, { specifier }: Origin): string | undefined {
  const from = specifier.getSourceFile();
  const mode = ts.getModeForUsageLocation(from, specifier, program.getCompilerOptions());
  return bodies.resolve(specifier.text, from.fileName, mode);
}

/** The declarations of a function, with overloads, or of a const with a function type. */
function signaturesOf(context: PassContext, callee: ts.Expression): readonly ts.Declaration[] {
  const { ts, checker } = context;
  const symbol = resolvedSymbol(context, callee);
  const signatures = symbol ? checker.getTypeOfSymbol(symbol).getCallSignatures() : [];
  const declaration = symbol?.valueDeclaration;
  if (declaration && !ts.isFunctionLike(declaration)) return signatures.length > 0 ? [declaration] : [];
  return signatures.flatMap((one) => one.declaration ?? []);
}

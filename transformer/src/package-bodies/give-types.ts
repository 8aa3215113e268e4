// Gives the parameters and variables of JavaScript functions types, so that TypeScript checks their bodies like the program's. Functions that a
// program calls get the types in the package's declarations, which the calls were checked against; functions that those call get their
// arguments' types, and a variable without a value the types assigned to it. Result types are left for TypeScript to infer.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";
import { type Body, calledBody, codeOf, functionOfLiteral, parametersOf } from "./javascript-function.js";
import type { Looked } from "./module-variables.js";
import { addAllKinds, addClass, addKinds, type BodyOfClass, type Kinds, typeNode, unionOf } from "./type-kinds.js";

/** A node that can be given a type; TypeScript reads it when the type is first needed. */
type Typed = { type?: ts.TypeNode | undefined };

/**
 * The call signatures of declarations: of a function, or of the type of a variable or member such as `mix: FnN3`, with an alias's type
 * parameters replaced.
 */
export function signaturesIn(
  { ts: typescript, checker }: Pick<Looked, "ts" | "checker">,
  declarations: readonly ts.Declaration[],
): readonly ts.Signature[] {
  return declarations.flatMap((one) =>
    typescript.isFunctionLike(one)
      ? (checker.getSignatureFromDeclaration(one) ?? [])
      : checker.getTypeAtLocation(one).getCallSignatures(),
  );
}

/** The declarations of the functions that declared functions return. */
export function resultsIn(
  checked: Pick<Looked, "ts" | "checker">,
  declarations: readonly ts.Declaration[],
): readonly ts.Declaration[] {
  return signaturesIn(checked, declarations)
    .flatMap((one) => checked.checker.getReturnTypeOfSignature(one).getCallSignatures())
    .flatMap(({ declaration }) => (declaration && !checked.ts.isJSDocSignature(declaration) ? declaration : []));
}

/** Gives a function's parameters the types in its declarations, several if it is overloaded. */
export function giveDeclaredTypes(
  { ts: typescript, checker }: Looked,
  program: ts.Program,
  body: Body,
  declarations: readonly ts.Declaration[],
  classes: BodyOfClass,
): void {
  const addDeclared = (type: ts.TypeNode, symbol: ts.Symbol | undefined, kinds: Kinds): void => {
    const own = checker.getTypeFromTypeNode(type);
    const met = symbol && checker.getTypeOfSymbol(symbol);
    if (met && met !== own && own.isTypeParameter()) {
      addKinds(typescript, program, met, undefined, kinds);
      return;
    }
    const declared = own.getSymbol()?.valueDeclaration;
    const behind = declared && classes.get(declared);
    if (behind && addClass(typescript, behind, kinds)) return;
    if (isNumberOrLike({ ts: typescript, checker }, own)) {
      kinds.set("number", typeNode(typescript, "number"));
      return;
    }
    if (own.isUnion() && addAllKinds(typescript, program, own, classes, kinds)) return;
    kinds.set(`${type.getSourceFile().fileName}:${type.pos}`, type);
  };
  const signatures = signaturesIn({ ts: typescript, checker }, declarations);
  for (const [index, parameter] of parametersOf({ ts: typescript }, body).entries()) {
    if (parameter.type) continue;
    const kinds: Kinds = new Map();
    for (const { declaration, parameters } of signatures) {
      if (!declaration || typescript.isJSDocSignature(declaration)) continue;
      const last = declaration.parameters.at(-1);
      const ofRest = last?.dotDotDotToken ? index - declaration.parameters.length + 1 : -1;
      const rest = ofRest < 0 ? undefined : last?.type && typesInRest(typescript, last.type, ofRest);
      const declared = declaration.parameters[index];
      for (const type of rest?.types ?? []) addDeclared(type, undefined, kinds);
      if (!rest && declared?.type) addDeclared(declared.type, parameters[index], kinds);
      const isLeftOut = rest ? rest.isLeftOut : declared === undefined || declared.questionToken !== undefined;
      if (isLeftOut && !parameter.initializer) kinds.set("undefined", typeNode(typescript, "undefined"));
    }
    give(parameter, unionOf(typescript, kinds, parameter));
  }
}

/**
 * Whether it is `number | { valueOf(): number }`, whose objects count as numbers, too. A kernel has none of these, and the launch refuses one that the
 * host's function has kept.
 */
function isNumberOrLike({ ts: typescript, checker }: Pick<Looked, "ts" | "checker">, type: ts.Type): boolean {
  const { NumberLike, Object: OfObjects } = typescript.TypeFlags;
  const isLike = (one: ts.Type) =>
    (one.flags & OfObjects) !== 0 && checker.isTypeAssignableTo(checker.getNumberType(), one);
  const isNumber = ({ flags }: ts.Type) => (flags & NumberLike) !== 0;
  return type.isUnion() && type.types.some(isNumber) && type.types.every((one) => isNumber(one) || isLike(one));
}

/** The types that `...args: [v: Vector] | [x: number, y: number]` declares for one of the arguments; undefined if it does not list them. */
function typesInRest(
  typescript: TypeScript,
  node: ts.TypeNode,
  index: number,
): { readonly types: readonly ts.TypeNode[]; readonly isLeftOut: boolean } | undefined {
  if (typescript.isParenthesizedTypeNode(node)) return typesInRest(typescript, node.type, index);
  if (typescript.isUnionTypeNode(node)) {
    const lists = node.types.map((one) => typesInRest(typescript, one, index));
    const known = lists.flatMap((one) => one ?? []);
    if (known.length < lists.length) return undefined;
    return { types: known.flatMap(({ types }) => types), isLeftOut: known.some(({ isLeftOut }) => isLeftOut) };
  }
  if (!typescript.isTupleTypeNode(node)) return undefined;
  const member = node.elements[index];
  if (!member) return { types: [], isLeftOut: true };
  if (!typescript.isNamedTupleMember(member)) return undefined;
  return { types: [member.type], isLeftOut: member.questionToken !== undefined };
}

/** The types found so far by parameter or variable; they only grow. */
export type GivenTypes = Map<ts.ParameterDeclaration | ts.VariableDeclaration, Kinds>;

/** Follows all calls of the functions, and gives missing types. Returns whether it gave any: then the checker's results are outdated. */
export function giveMetTypes(checked: Looked, program: ts.Program, roots: readonly Body[], given: GivenTypes): boolean {
  const { ts, checker, isOfPackage } = checked;
  const reached = new Set(roots);
  const met: GivenTypes = new Map();
  const meet = (place: ts.ParameterDeclaration | ts.VariableDeclaration, add: (kinds: Kinds) => void): void => {
    if (place.type && !given.has(place)) return; // it has a declared type
    const kinds = met.get(place) ?? new Map(given.get(place));
    met.set(place, kinds);
    add(kinds);
  };
  const take = (place: ts.ParameterDeclaration | ts.VariableDeclaration, value: ts.Expression): void => {
    const written = writtenTypeOf(checked, value);
    meet(place, (kinds) => {
      addKinds(ts, program, checker.getTypeAtLocation(value), written, kinds);
      // Otherwise TypeScript would not notice reads before the first assignment.
      if (ts.isVariableDeclaration(place)) kinds.delete("undefined");
    });
  };
  const visitCall = (node: ts.CallExpression | ts.NewExpression): void => {
    const callee = calledBody(checked, node.expression) ?? functionOfLiteral(checked, node.expression);
    if (!callee || !isOfPackage(callee.getSourceFile())) return;
    reached.add(callee);
    for (const [index, parameter] of parametersOf(checked, callee).entries()) {
      const argument = node.arguments?.[index];
      if (parameter.dotDotDotToken) continue; // an array of several
      if (argument) take(parameter, argument);
      else if (!parameter.initializer) meet(parameter, (kinds) => kinds.set("undefined", typeNode(ts, "undefined")));
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) visitCall(node);
    const variable = assignedVariable(checked, node);
    if (variable && ts.isBinaryExpression(node)) take(variable, node.right);
    ts.forEachChild(node, visit);
  };
  for (const body of reached) {
    const code = codeOf(checked, body);
    if (code) visit(code);
  }
  let isAnyNew = false;
  for (const [place, kinds] of met) {
    if (kinds.size === (given.get(place)?.size ?? 0)) continue;
    given.set(place, kinds);
    give(place, unionOf(ts, kinds, place));
    isAnyNew = true;
  }
  return isAnyNew;
}

function give(place: ts.Node, type: ts.TypeNode | undefined): void {
  if (type) Object.assign(place, { type } satisfies Typed);
}

/** The variable without an initializer that `x = …` assigns. */
function assignedVariable({ ts, checker }: Looked, node: ts.Node): ts.VariableDeclaration | undefined {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined;
  const declaration = ts.isIdentifier(node.left) ? checker.getSymbolAtLocation(node.left)?.valueDeclaration : undefined;
  const isOpen = declaration && ts.isVariableDeclaration(declaration) && !declaration.initializer;
  return isOpen ? declaration : undefined;
}

/** The type given to a parameter or variable that is passed on. */
function writtenTypeOf({ ts, checker }: Looked, value: ts.Expression): ts.TypeNode | undefined {
  const declaration = ts.isIdentifier(value) ? checker.getSymbolAtLocation(value)?.valueDeclaration : undefined;
  return declaration && (ts.isParameter(declaration) || ts.isVariableDeclaration(declaration))
    ? declaration.type
    : undefined;
}

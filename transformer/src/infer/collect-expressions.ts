// Collects expressions: numbers get terms, all others a value. Expressions that kernels do not support are reported here or by check/, and have no
// value.

import type ts from "typescript-6";
import { remedyOfOperator } from "../diagnostics/remedies.js";
import type { PassContext } from "../pass-context.js";
import { flavourOf } from "../recognise/brands.js";
import { memberFunction, skipWrappers } from "../recognise/calls.js";
import { constantFiles, evaluate, evaluateDeep } from "../recognise/evaluate.js";
import { resolvedSymbol } from "../recognise/library.js";
import { isName } from "../recognise/names.js";
import { assignmentOf, isStep, type Operator, operatorOf, truncationOf } from "../recognise/operators.js";
import { shapeOf } from "../recognise/shapes.js";
import { memberTest, typeTest } from "../recognise/type-tests.js";
import { comparedClasses } from "./assumed-classes.js";
import { heldInField, holdInField } from "./call-fields.js";
import { copyOfHost, isUnionPath } from "./captured-objects.js";
import { type Collection, complain, complainOfType, flowInto, newTerm, registerOf } from "./collect.js";
import { collectAssignment, collectStep } from "./collect-assignments.js";
import { collectCall } from "./collect-calls.js";
import { chooseFunction, isCalled } from "./collect-closures.js";
import { collectComparison, collectLogical, comparedTexts } from "./collect-conditions.js";
import { collectGetter, collectNew, isOwnMethod } from "./collect-functions.js";
import { collectName, collectThis, scopeOf, tableValue } from "./collect-names.js";
import {
  collectArrayLiteral,
  collectElement,
  collectObjectLiteral,
  isSameObject,
  memberOf,
  memoryTerm,
} from "./collect-objects.js";
import { collectBase, isNullTest } from "./collect-pointers.js";
import { collectSpecConstant } from "./collect-spec-constants.js";
import { complainOfSubarray, noteSubarray } from "./collect-subarrays.js";
import { isKnownText, textsOf } from "./collect-texts.js";
import { tableAt } from "./constant-tables.js";
import { collectTypeTest, decisionOf, isLeftAlone, isRightAlone } from "./decided.js";
import type { Instance } from "./instance.js";
import { knownText } from "./known-texts.js";
import { selfOfMember } from "./literal-members.js";
import { comparedLoaded } from "./loaded-objects.js";
import { bitsOfLiteral } from "./magnitudes.js";
import {
  asCopy,
  asNullable,
  collectNullish,
  collectNullTest,
  collectOptional,
  heldObject,
  isTransparent,
  nothingOf,
  nullableAt,
  nullTest,
  whatIsThere,
} from "./nullables.js";
import { joinRoots } from "./roots.js";
import {
  absentOf,
  isNullable,
  isObject,
  isTracked,
  numberValue,
  type ObjectValue,
  type SpanValue,
  type StructValue,
  storageKey,
  type Value,
} from "./shape.js";
import { needBits, type Origin, type Term } from "./term.js";
import { collectMemberTest } from "./union-members.js";
import { asMember, checkNarrowing, isUnion } from "./unions.js";

/** Collects an expression; `wanted`: the expected object type, which literals take. */
export function collectExpression(
  collection: Collection,
  instance: Instance,
  node: ts.Expression,
  wanted?: ObjectValue,
): Value | undefined {
  const { context } = collection;
  const whole = wanted ?? nullableAt(collection, instance, node);
  const nullable = isNullable(whole) ? whole : undefined;
  const expected = nullable && !isTransparent(collection, node) ? heldObject(nullable) : whole;
  const found = collectByKind(collection, instance, node, expected);
  const isCopied = found?.kind === "path" && (expected !== undefined || isUnionPath(collection, instance, found));
  if (isCopied && !isOwnMethod(collection, instance, found, node)) return undefined;
  const value = isCopied ? (copyOfHost(collection, instance, found, node) ?? found) : found;
  if (value) instance.values.set(node, value);
  if (value?.kind === "subarray") noteSubarray(instance, value);
  if (value?.kind === "number") instance.terms.set(node, value.term);
  const isCopy = nullable && isTracked(value) && isPlace(context, node);
  const copied = isCopy ? asCopy(instance, node, value) : value;
  const own =
    isNullable(copied) && isOther(copied, nullable) ? whatIsThere(collection, instance, node, copied) : copied;
  if (isUnion(own) && !checkNarrowing(collection, instance, node, own, expected)) return undefined;
  const member = own && asMember(collection, instance, node, own, expected);
  return member && nullable ? asNullable(collection, instance, node, member, nullable) : member;
}

/** Whether a nullable is not what is expected, also `Hit | null` where `Hit | undefined` is. */
function isOther(value: StructValue, expected: StructValue | undefined): boolean {
  const absent = absentOf(value.struct);
  return !expected || (absent !== "unwritten" && absent !== absentOf(expected.struct));
}

/** A variable, a field or an element. */
function isPlace(context: PassContext, node: ts.Expression): boolean {
  return (
    isName(context, node) || context.ts.isPropertyAccessExpression(node) || context.ts.isElementAccessExpression(node)
  );
}

/** Returns the term of an expression that must be a number; reports others. */
export function collectNumber(collection: Collection, instance: Instance, node: ts.Expression): Term | undefined {
  const before = collection.faults;
  const value = collectExpression(collection, instance, node);
  if (value?.kind === "number") return value.term;
  if (value?.kind === "undefined" || isNullable(value))
    return complain(collection, instance, "LW1124", node, [node.getText()]);
  if (collection.faults === before) complain(collection, instance, "LW1311", node);
  return undefined;
}

function collectByKind(
  collection: Collection,
  instance: Instance,
  node: ts.Expression,
  expected: ObjectValue | undefined,
): Value | undefined {
  const { context } = collection;
  const { ts } = context;
  const inner = (child: ts.Expression) => collectExpression(collection, instance, child, expected);
  if (ts.isNumericLiteral(node)) return literal(collection, node, Number(node.text));
  if (ts.isBigIntLiteral(node)) return literal(collection, node, BigInt(node.text.slice(0, -1)));
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) return { kind: "boolean" };
  const nothing = nothingOf(context, node);
  if (nothing && isNullable(expected) && absentOf(expected.struct) === nothing)
    return { kind: "struct", struct: expected.struct, where: "fresh", root: undefined };
  if (nothing === "null") return complain(collection, instance, "LW1124", node, ["null"]);
  if (node.kind === ts.SyntaxKind.ThisKeyword) return collectThis(collection, instance, node);
  if (isName(context, node)) return collectName(collection, instance, node);
  if (ts.isAssertionExpression(node)) return collectAssertion(collection, instance, node, expected);
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isSatisfiesExpression(node)) {
    return inner(node.expression);
  }
  if (ts.isPrefixUnaryExpression(node)) return collectPrefix(collection, instance, node);
  if (ts.isPostfixUnaryExpression(node)) return collectStep(collection, instance, node);
  if (ts.isBinaryExpression(node)) return collectBinary(collection, instance, node, expected);
  if (ts.isConditionalExpression(node)) return collectConditional(collection, instance, node, expected);
  if (ts.isCallExpression(node)) return collectCall(collection, instance, node, expected);
  if (ts.isNewExpression(node)) return collectNew(collection, instance, node, expected);
  if (ts.isObjectLiteralExpression(node)) return collectObjectLiteral(collection, instance, node, expected);
  if (ts.isArrayLiteralExpression(node)) return collectArrayLiteral(collection, instance, node, expected);
  if (ts.isSpreadElement(node)) return complain(collection, instance, "LW1120", node);
  if (ts.isElementAccessExpression(node)) return collectElement(collection, instance, node);
  if (ts.isPropertyAccessExpression(node)) return collectProperty(collection, instance, node);
  if (ts.isStringLiteralLike(node) && isKnownText(context, node)) return textValue(instance, node, node.text);
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
    return complain(collection, instance, "LW1105", node);
  }
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
    return { kind: "function", declaration: node, name: node.name?.text ?? "the function", scope: instance };
  }
  return undefined;
}

function textValue(instance: Instance, node: ts.Expression, text: string): Value {
  instance.meanings.set(node, { kind: "text", text });
  return { kind: "text" };
}

function literal(collection: Collection, node: ts.Node, value: number | bigint): Value {
  return numberValue(newTerm(collection, { kind: "literal", value }, node));
}

/** `x as f32` pins; `x as number` has no effect. */
function collectAssertion(
  collection: Collection,
  instance: Instance,
  node: ts.AssertionExpression,
  expected: ObjectValue | undefined,
): Value | undefined {
  const { context } = collection;
  const value = collectExpression(collection, instance, node.expression, expected);
  const type = context.checker.getTypeAtLocation(node);
  if (type.flags & (context.ts.TypeFlags.Any | context.ts.TypeFlags.Unknown)) {
    return complainOfType(collection, instance, node.type, type);
  }
  const flavour = flavourOf(context, type);
  if (!flavour || value?.kind !== "number") return value;
  const term = newTerm(collection, { kind: "known", type: registerOf(flavour), isPinned: true }, node);
  flowInto(term, value.term);
  return numberValue(term);
}

function collectPrefix(collection: Collection, instance: Instance, node: ts.PrefixUnaryExpression): Value | undefined {
  const { ts } = collection.context;
  const truncation = truncationOf(ts, node);
  if (truncation) return collectTruncation(collection, instance, node, truncation);
  if (isStep(ts, node.operator)) {
    return collectStep(collection, instance, node);
  }
  if (node.operator === ts.SyntaxKind.ExclamationToken) {
    const operand = collectExpression(collection, instance, node.operand);
    if (operand?.kind === "function")
      return complain(collection, instance, "LW1116", node.operand, [`\`${operand.name}\``]);
    const text = operand?.kind === "text" ? knownText(collection, instance, node.operand) : undefined;
    if (text !== undefined) {
      instance.meanings.set(node, { kind: "constant", value: text === "" });
      instance.decided.set(node, text === "");
    }
    return operand && { kind: "boolean" };
  }
  const before = collection.faults;
  const value = collectExpression(collection, instance, node.operand);
  if (node.operator === ts.SyntaxKind.PlusToken && value?.kind === "boolean") {
    return numberValue(newTerm(collection, { kind: "smallInteger" }, node));
  }
  if (value?.kind !== "number") {
    return collection.faults === before ? complain(collection, instance, "LW1311", node.operand) : undefined;
  }
  if (node.operator === ts.SyntaxKind.PlusToken) return value;
  const folded = foldedTerm(collection, node, [value.term]);
  if (folded) return numberValue(folded);
  const isComplement = node.operator === ts.SyntaxKind.TildeToken;
  if (isComplement) return numberValue(collectBitwise(collection, node, [value.term]));
  return numberValue(newTerm(collection, { kind: "arithmetic", op: "neg" }, node, [value.term]));
}

function collectBitwise(collection: Collection, node: ts.Node, operands: readonly Term[]): Term {
  for (const operand of operands) needBits(operand);
  const mask = operands.length === 2 && isConjunction(collection, node) ? maskBits(operands) : {};
  return newTerm(collection, { kind: "bitwise", ...mask }, node, operands);
}

function isConjunction({ context: { ts } }: Collection, node: ts.Node): boolean {
  if (!ts.isBinaryExpression(node)) return false;
  const { kind } = node.operatorToken;
  return kind === ts.SyntaxKind.AmpersandToken || kind === ts.SyntaxKind.AmpersandEqualsToken;
}

/** `x & 255` has eight bits. */
function maskBits(operands: readonly Term[]): { readonly bits?: number } {
  const masks = operands.flatMap(({ origin }) =>
    origin.kind === "literal" && origin.value >= 0 ? [origin.value] : [],
  );
  return masks.length > 0 ? { bits: Math.min(32, ...masks.map((mask) => bitsOfLiteral(mask))) } : {};
}

function collectTruncation(
  collection: Collection,
  instance: Instance,
  node: ts.Expression,
  { operand, to }: { operand: ts.Expression; to: "i32" | "u32" },
): Value {
  const before = collection.faults;
  const value = collectExpression(collection, instance, operand);
  if (value?.kind === "number") {
    value.term.wants.add("storesOther");
    value.term.stores.push({ node, type: to });
    value.term.isWrapped = true;
  } else if (value?.kind !== "boolean" && collection.faults === before)
    complain(collection, instance, "LW1311", operand);
  return numberValue(newTerm(collection, { kind: "known", type: to }, node));
}

function collectBinary(
  collection: Collection,
  instance: Instance,
  node: ts.BinaryExpression,
  expected: ObjectValue | undefined,
): Value | undefined {
  const { ts } = collection.context;
  const truncation = truncationOf(ts, node);
  if (truncation) return collectTruncation(collection, instance, node, truncation);
  const assignment = assignmentOf(ts, node.operatorToken.kind);
  if (assignment && holdInField(collection, instance, node)) return { kind: "undefined" };
  if (assignment) return collectAssignment(collection, instance, node, assignment);
  const member = memberTest(collection.context, node);
  if (member) return collectMemberTest(collection, instance, node, member);
  const operator = operatorOf(ts, node.operatorToken.kind);
  if (!operator) return undefined; // reported by check/
  const known =
    operator.kind === "comparison" && !typeTest(collection.context, node) ? comparedTexts(collection, node) : undefined;
  if (known !== undefined) {
    instance.meanings.set(node, { kind: "constant", value: known });
    return { kind: "boolean" };
  }
  const compared = operator.kind === "comparison" ? comparedClasses(collection, instance, node) : undefined;
  if (compared !== undefined) {
    instance.meanings.set(node, { kind: "constant", value: compared });
    instance.decided.set(node, compared);
    return { kind: "boolean" };
  }
  const asked = typeTest(collection.context, node);
  if (asked) return collectTypeTest(collection, instance, node, asked);
  const test = nullTest(collection.context, node);
  if (test) return collectNullTest(collection, instance, node, test);
  const before = collection.faults;
  const left = collectExpression(collection, instance, node.left, expected);
  // `out || a` of an object is the object.
  if (left && isLeftAlone(collection.context, instance, node)) return isObject(left) ? left : { kind: "boolean" };
  const right = collectExpression(collection, instance, node.right, expected);
  if (isObject(right) && right.where === "fresh" && isRightAlone(collection.context, instance, node)) return right;
  const same = operator.kind === "comparison" ? comparedLoaded(collection, instance, node) : undefined;
  if (same !== undefined) {
    instance.meanings.set(node, { kind: "constant", value: same });
    instance.decided.set(node, same);
    return { kind: "boolean" };
  }
  const sides = [
    [left, node.left],
    [right, node.right],
  ] as const;
  const takesOthers = /^(comparison|logical|comma)$/.test(operator.kind);
  for (const [value, side] of takesOthers ? [] : sides) {
    if (value?.kind === "number" || collection.faults > before) continue;
    complain(collection, instance, isNullable(value) ? "LW1124" : "LW1311", side, [side.getText()]);
  }
  return collectOperator(collection, instance, node, operator, left, right);
}

/** Returns the literal that results from literals and constants without flavour, computed as in JavaScript: nothing wraps. */
export function foldedTerm(collection: Collection, node: ts.Expression, operands: readonly Term[]): Term | undefined {
  if (!operands.every(({ origin }) => origin.kind === "literal")) return undefined;
  const value = evaluateDeep(collection.context, node);
  return typeof value === "number" || typeof value === "bigint"
    ? newTerm(collection, { kind: "literal", value }, node)
    : undefined;
}

export function collectOperator(
  collection: Collection,
  instance: Instance,
  node: ts.BinaryExpression,
  operator: Operator,
  left: Value | undefined,
  right: Value | undefined,
): Value | undefined {
  if (operator.kind === "comma") return right;
  if (operator.kind === "comparison") return collectComparison(collection, instance, node, left, right);
  if (operator.kind === "logical" && operator.op === "nullish" && isNullable(left))
    return collectNullish(collection, instance, node, left, right);
  if (operator.kind === "logical" && operator.op === "nullish") return left?.kind === "undefined" ? right : left;
  const isTest = (side: Value | undefined) =>
    side?.kind === "boolean" || side?.kind === "undefined" || isNullable(side);
  if (operator.kind === "logical" && [left, right].some(isTest)) {
    return collectLogical(collection, instance, node, left, right);
  }
  if (left?.kind !== "number" || right?.kind !== "number") return undefined;
  const terms = [left.term, right.term];
  const constant = foldedTerm(collection, node, terms);
  if (constant) return numberValue(constant);
  const make = (origin: Origin) => numberValue(newTerm(collection, origin, node, terms));
  switch (operator.kind) {
    case "arithmetic":
      return make({ kind: "arithmetic", op: operator.op });
    case "quotient":
      return make({ kind: "quotient" });
    case "power":
      if (left.term.isBig) {
        const what = "** of bigints";
        return complain(collection, instance, "LW1117", node.operatorToken, [what, remedyOfOperator(what)]);
      }
      return make({ kind: "power" });
    case "bitwise":
      return numberValue(collectBitwise(collection, node, terms));
    case "shift":
      return numberValue(collectShift(collection, node, operator.op, left.term, right.term));
    case "logical":
      return make({ kind: "join" });
  }
}

/** The result has the left operand's type; `>>>` returns a u32, which fits i32 too once a bit is shifted out. */
function collectShift(
  collection: Collection,
  node: ts.BinaryExpression,
  op: "shl" | "shr" | "ushr",
  left: Term,
  right: Term,
): Term {
  for (const side of [left, right]) needBits(side);
  const amount = evaluate(collection.context, node.right);
  const bits = typeof amount === "number" && op !== "shl" ? 32 - (amount & 31) : 32;
  if (op !== "ushr") return newTerm(collection, { kind: "bitwise", bits }, node, [left]);
  return newTerm(collection, bits < 32 ? { kind: "smallInteger", bits } : { kind: "known", type: "u32" }, node, [left]);
}

function collectConditional(
  collection: Collection,
  instance: Instance,
  node: ts.ConditionalExpression,
  expected: ObjectValue | undefined,
): Value | undefined {
  const before = collection.faults;
  const condition = collectExpression(collection, instance, node.condition);
  if (!condition && collection.faults === before) complain(collection, instance, "LW1311", node.condition);
  const isTrue = decisionOf(collection.context, instance, node.condition);
  if (isTrue !== undefined)
    return collectExpression(collection, instance, isTrue ? node.whenTrue : node.whenFalse, expected);
  const whenTrue = collectExpression(collection, instance, node.whenTrue, expected);
  const whenFalse = collectExpression(collection, instance, node.whenFalse, expected);
  if (!whenTrue || !whenFalse || collection.faults > before) return undefined;
  if (whenTrue.kind === "number" && whenFalse.kind === "number") {
    return numberValue(newTerm(collection, { kind: "join" }, node, [whenTrue.term, whenFalse.term]));
  }
  if (isObject(whenTrue) && isObject(whenFalse)) {
    if (!isSameObject(collection, instance, whenTrue, whenFalse, node)) return undefined;
    const isFresh = whenTrue.where === "fresh" || whenFalse.where === "fresh";
    const isMixed = isFresh && whenTrue.where !== whenFalse.where;
    const other = whenTrue.where === "fresh" ? whenFalse : whenTrue;
    if (isMixed) collection.happenings.choices.push({ instance, node, value: other });
    const where = isFresh ? "fresh" : whenTrue.where === whenFalse.where ? whenTrue.where : "private";
    const choice = where === "private" ? ({ isChoice: true } as const) : {};
    return {
      ...whenTrue,
      where,
      root: isFresh ? undefined : joinRoots([whenTrue.root, whenFalse.root], whenTrue),
      ...choice,
    };
  }
  if (/^(boolean|text)$/.test(whenTrue.kind) && whenTrue.kind === whenFalse.kind) return whenTrue;
  if (isCalled(whenTrue) && isCalled(whenFalse)) return chooseFunction(collection, instance, node, whenTrue, whenFalse);
  if (whenTrue.kind === "span" && whenFalse.kind === "span" && isSameSpan(whenTrue, whenFalse)) return whenTrue;
  if ([whenTrue, whenFalse].some(({ kind }) => kind === "subarray"))
    return complainOfSubarray(collection, instance, node);
  const kinds = [whenTrue.kind, whenFalse.kind];
  if (kinds.includes("span") && kinds.includes("array"))
    return complain(collection, instance, "LW1254", node, [node.getText()]);
  return complainOfType(collection, instance, node, collection.context.checker.getTypeAtLocation(node));
}

function isSameSpan(one: SpanValue, other: SpanValue): boolean {
  return (
    storageKey(one.element) === storageKey(other.element) &&
    one.isLocal === other.isLocal &&
    one.isCopy === other.isCopy
  );
}

/** Collects `Enum.member`, `Foo.SIZE`, `config.weights`, if they are known at compile time. */
function constantMember(
  collection: Collection,
  instance: Instance,
  node: ts.PropertyAccessExpression,
): Value | undefined {
  const { context } = collection;
  const base = skipWrappers(context, node.expression);
  // A literal's parts have effects.
  if (context.ts.isArrayLiteralExpression(base) || context.ts.isObjectLiteralExpression(base)) return undefined;
  const value = evaluateDeep(context, node);
  if (value === undefined) return undefined;
  if (typeof value === "string") {
    const isText = textsOf(context, context.checker.getTypeAtLocation(node)) !== undefined;
    if (isText) for (const file of constantFiles(context, node)) collection.files.add(file);
    return isText ? textValue(instance, node, value) : undefined;
  }
  for (const file of constantFiles(context, node)) collection.files.add(file);
  if (typeof value === "number" || typeof value === "bigint") return literal(collection, node, value);
  if (typeof value === "boolean") {
    instance.meanings.set(node, { kind: "constant", value });
    return { kind: "boolean" };
  }
  const table = tableAt(collection, instance, node);
  if (table) instance.meanings.set(node, { kind: "table", table });
  return table && tableValue(table);
}

function collectProperty(
  collection: Collection,
  instance: Instance,
  node: ts.PropertyAccessExpression,
): Value | undefined {
  const { context } = collection;
  const specialized = collectSpecConstant(collection, instance, node);
  if (specialized !== "none") return specialized;
  const constant = constantMember(collection, instance, node);
  if (constant) return constant;
  const member = shapeOf(context, node).kind === "function" ? resolvedSymbol(context, node.name) : undefined;
  const fn = member && memberFunction(context, member);
  if (fn && selfOfMember(collection, instance, node, fn) === "faulty") return undefined;
  if (fn) return { kind: "function", declaration: fn, name: node.name.text, scope: scopeOf(instance, fn) };
  const before = collection.faults;
  if (isNullTest(collection, node)) {
    collectExpression(collection, instance, node.expression);
    return { kind: "boolean" };
  }
  const base = collectBase(collection, instance, node.expression);
  if (collection.faults > before) return undefined;
  if (node.questionDotToken && isNullable(base)) return collectOptional(collection, instance, node, base);
  const ofCall = base?.kind === "path" ? heldInField(collection, instance, base, node) : "other";
  if (ofCall !== "other") return ofCall;
  const getter =
    base?.kind === "struct" || base?.kind === "path" ? collectGetter(collection, instance, node, base) : "none";
  if (getter !== "none") return getter;
  if (base?.kind === "global" && node.name.text === "value") {
    if (base.scalar === "bool") return { kind: "boolean" };
    return numberValue(memoryTerm(collection, node, base.scalar));
  }
  const name = resolvedSymbol(context, node.name)?.name ?? node.name.text;
  if (base?.kind === "undefined" && node.questionDotToken) return base;
  if (base && isWithout(context, base, node)) return { kind: "undefined" };
  if (base && base.kind !== "global") return memberOf(collection, instance, base, name, node);
  const { checker } = context;
  return complain(collection, instance, "LW1306", node.name, [
    node.name.text,
    checker.typeToString(checker.getTypeAtLocation(node.expression)),
  ]);
}

/** Whether it asks a number, a boolean or a string in JavaScript of a package for a property that it does not have: `value.isColor`. */
function isWithout(context: PassContext, base: Value, { expression, name }: ts.PropertyAccessExpression): boolean {
  const sample = samples[base.kind];
  if (sample === undefined || !isName(context, expression) || name.text in Object(sample)) return false;
  return context.bodies.files.has(name.getSourceFile()) && resolvedSymbol(context, name) === undefined;
}

/** Values with the properties that all of their kind have. */
const samples: Partial<Record<Value["kind"], number | boolean | string>> = { number: 0, boolean: false, text: "" };
